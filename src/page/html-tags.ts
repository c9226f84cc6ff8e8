/**
 * The meta elements and the links of a page, from its text: parse5's tokenizer, and as much of the tree construction of the HTML Standard
 * as decides which tags are elements of the document. The tree itself would cost hostile pages quadratic time.
 */
import { lowerCaseLetters } from '../ascii.js';

/** The part of parse5 that reads HTML. It is declared here, so that the types need no package. */
export interface Parse5 {
  readonly Tokenizer: new (options: object, handler: TokenHandler) => Tokenizer;
  readonly TokenizerMode: Readonly<Record<'RCDATA' | 'RAWTEXT' | 'SCRIPT_DATA' | 'PLAINTEXT', number>>;
}

interface Tokenizer {
  state: number;
  /** Whether the content of the open element is SVG or MathML, in which CDATA sections are text. */
  inForeignNode: boolean;
  write(text: string, isLast: boolean): void;
  pause(): void;
}

interface Tag {
  readonly tagName: string;
  readonly selfClosing: boolean;
  readonly attrs: readonly { readonly name: string; readonly value: string }[];
}

interface TokenHandler {
  onStartTag(tag: Tag): void;
  onEndTag(tag: Tag): void;
  onCharacter(): void;
  onNullCharacter(): void;
  onWhitespaceCharacter(): void;
  onComment(): void;
  onDoctype(): void;
  onEof(): void;
}

/** Receives the elements of a page, in order. Attributes are undefined where the element has none of that name. */
export interface TagSink {
  onMeta(name: string, content: string): void;
  onBase(href: string): void;
  onLink(element: 'a' | 'area', href: string, rel: string): void;
  /** An element `link`. */
  onRelation(href: string, rel: string, type: string): void;
  /** Called once at the end of the head; not called if the page ends in the head. */
  onHeadEnd(): void;
}

/** The elements that can be in the head. Any other one begins the body. */
const OF_HEAD: ReadonlySet<string> = new Set([
  ...['html', 'head', 'base', 'basefont', 'bgsound', 'link', 'meta', 'title', 'noscript', 'noframes'],
  ...['style', 'script', 'template'],
]);

/** The start tags that end SVG and MathML (HTML Standard, "The rules for parsing tokens in foreign content"). */
const BREAK_OUT: ReadonlySet<string> = new Set([
  ...['b', 'big', 'blockquote', 'body', 'br', 'center', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'embed'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head', 'hr', 'i', 'img', 'li', 'listing', 'menu', 'meta'],
  ...['nobr', 'ol', 'p', 'pre', 'ruby', 's', 'small', 'span', 'strong', 'strike', 'sub', 'sup', 'table'],
  ...['tt', 'u', 'ul', 'var'],
]);

/** The elements of SVG and MathML with HTML inside. */
const HTML_INSIDE: Readonly<Record<'svg' | 'math', ReadonlySet<string>>> = {
  svg: new Set(['foreignobject', 'desc', 'title']),
  math: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']),
};

/**
 * The fewest characters that the tokenizer gets at once, except at the end. With each text that it gets, it copies what it has of an
 * unfinished tag, up to 64 Ki characters.
 */
const BATCH_CHARACTERS = 1024;

/** How deep SVG and MathML may be nested. Browsers turn elements that are nested deeper than 512 into siblings. */
const MAX_DEPTH = 512;

/** An open element of SVG or MathML. */
interface Foreign {
  readonly name: string;
  readonly language: 'svg' | 'math';
  /** Whether HTML is inside. */
  readonly hasHtml: boolean;
}

/** Reads the tags of one page. */
export class TagReader {
  readonly #sink: TagSink;
  readonly #tokenizer: Tokenizer;
  readonly #modes: Parse5['TokenizerMode'];
  readonly #foreign: Foreign[] = [];
  /** How many elements of SVG and MathML of each name are open. */
  readonly #foreignNames = new Map<string, number>();
  /** The text that the tokenizer does not have yet. */
  #waiting = '';
  #templates = 0;
  /** The element whose content is text alone, while it is open. */
  #textOf = '';
  #isInHead = true;
  #isStopped = false;

  constructor({ Tokenizer, TokenizerMode }: Parse5, sink: TagSink) {
    this.#sink = sink;
    this.#modes = TokenizerMode;
    const ignore = (): void => {};
    this.#tokenizer = new Tokenizer(
      {},
      {
        onStartTag: (tag) => this.#startTag(tag),
        onEndTag: (tag) => this.#endTag(tag.tagName),
        onCharacter: () => this.#text(),
        onNullCharacter: ignore,
        onWhitespaceCharacter: ignore,
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
      },
    );
  }

  write(text: string): void {
    if (this.#isStopped) return;
    this.#waiting += text;
    if (this.#waiting.length >= BATCH_CHARACTERS) this.#tokenize(false);
  }

  end(): void {
    if (!this.#isStopped) this.#tokenize(true);
  }

  /** Stops reading. */
  stop(): void {
    this.#isStopped = true;
    this.#tokenizer.pause();
  }

  #tokenize(isLast: boolean): void {
    const text = this.#waiting;
    this.#waiting = '';
    this.#tokenizer.write(text, isLast);
  }

  #startTag(tag: Tag): void {
    if (this.#isStopped) return;
    if (this.#isForeign(tag)) this.#openForeign(tag, this.#foreign.at(-1)?.language);
    else this.#startHtml(tag);
    this.#tokenizer.inForeignNode = this.#foreign.at(-1)?.hasHtml === false;
  }

  /** Whether a start tag is of SVG or MathML, which it may also end. */
  #isForeign(tag: Tag): boolean {
    const open = this.#foreign.at(-1);
    if (open === undefined) return false;
    const { tagName } = tag;
    if (open.hasHtml) {
      return HTML_INSIDE.math.has(open.name) && (tagName === 'mglyph' || tagName === 'malignmark');
    }
    const isFont = tagName === 'font' && tag.attrs.some(({ name }) => /^(?:color|face|size)$/.test(name));
    if (!BREAK_OUT.has(tagName) && !isFont) return true;
    this.#breakOut();
    return false;
  }

  #breakOut(): void {
    let depth = this.#foreign.length;
    while (depth > 0 && !this.#foreign[depth - 1].hasHtml) depth--;
    this.#closeTo(depth);
  }

  #openForeign(tag: Tag, around: Foreign['language'] | undefined): void {
    const { tagName: name, selfClosing } = tag;
    if (selfClosing || this.#foreign.length >= MAX_DEPTH) return;
    // In MathML, `svg` is SVG within `annotation-xml` alone.
    const isSvg = name === 'svg' && this.#foreign.at(-1)?.name === 'annotation-xml';
    const language = isSvg ? 'svg' : (around ?? (name as Foreign['language']));
    const encoding = lowerCaseLetters(attribute(tag, 'encoding') ?? '');
    const isHtml =
      name === 'annotation-xml' && (encoding === 'text/html' || encoding === 'application/xhtml+xml');
    this.#foreign.push({ name, language, hasHtml: HTML_INSIDE[language].has(name) || isHtml });
    this.#foreignNames.set(name, (this.#foreignNames.get(name) ?? 0) + 1);
  }

  #startHtml(tag: Tag): void {
    const { tagName } = tag;
    if (this.#templates === 0 && !OF_HEAD.has(tagName)) this.#endHead();
    if (tagName === 'svg' || tagName === 'math') this.#openForeign(tag, undefined);
    else if (tagName === 'template') this.#templates++;
    else this.#readText(tagName);
    // The content of a template is not part of the document.
    if (this.#templates > 0) return;
    if (tagName === 'meta') this.#sink.onMeta(attribute(tag, 'name') ?? '', attribute(tag, 'content') ?? '');
    const href = attribute(tag, 'href');
    if (href === undefined) return;
    if (tagName === 'base') this.#sink.onBase(href);
    if (tagName === 'link')
      this.#sink.onRelation(href, attribute(tag, 'rel') ?? '', attribute(tag, 'type') ?? '');
    if (tagName === 'a' || tagName === 'area') this.#sink.onLink(tagName, href, attribute(tag, 'rel') ?? '');
  }

  /** Switches the tokenizer to text if the content of the element is text. */
  #readText(name: string): void {
    const { RCDATA, RAWTEXT, SCRIPT_DATA, PLAINTEXT } = this.#modes;
    if (/^(?:title|textarea)$/.test(name)) this.#tokenizer.state = RCDATA;
    else if (/^(?:style|xmp|iframe|noembed|noframes)$/.test(name)) this.#tokenizer.state = RAWTEXT;
    else if (name === 'script') this.#tokenizer.state = SCRIPT_DATA;
    else if (name === 'plaintext') this.#tokenizer.state = PLAINTEXT;
    else return;
    this.#textOf = name;
  }

  #endTag(name: string): void {
    if (this.#isStopped) return;
    if (name === this.#textOf) this.#textOf = '';
    else if (this.#foreign.length > 0 && !(name === 'template' && this.#foreign.at(-1)?.hasHtml)) {
      this.#endForeign(name);
    } else if (name === 'template') this.#templates = Math.max(0, this.#templates - 1);
    else if (/^(?:head|body|html|br)$/.test(name) && this.#templates === 0) this.#endHead();
    this.#tokenizer.inForeignNode = this.#foreign.at(-1)?.hasHtml === false;
  }

  #endForeign(name: string): void {
    const open = this.#foreign;
    const isInHtml = open[open.length - 1].hasHtml;
    if (!isInHtml && (name === 'p' || name === 'br')) {
      this.#breakOut();
      return;
    }
    // Among HTML, an end tag of SVG or MathML is only that of an element around it.
    const isEnded = (one: Foreign): boolean =>
      one.name === name && (!isInHtml || one.hasHtml || one.name === one.language);
    if ((this.#foreignNames.get(name) ?? 0) === 0) return;
    for (let i = open.length - 1; i >= 0; i--) {
      if (!isEnded(open[i])) continue;
      this.#closeTo(i);
      return;
    }
  }

  /** Closes the innermost elements of SVG and MathML until `depth` of them are open. */
  #closeTo(depth: number): void {
    for (const { name } of this.#foreign.splice(depth)) {
      this.#foreignNames.set(name, (this.#foreignNames.get(name) ?? 0) - 1);
    }
  }

  #text(): void {
    if (this.#textOf === '' && this.#templates === 0) this.#endHead();
  }

  #endHead(): void {
    if (!this.#isInHead || this.#isStopped) return;
    this.#isInHead = false;
    this.#sink.onHeadEnd();
  }
}

function attribute(tag: Tag, name: string): string | undefined {
  return tag.attrs.find((one) => one.name === name)?.value;
}
