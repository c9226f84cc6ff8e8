/**
 * Reads sitemaps and sitemap indexes (sitemaps.org): the `<loc>` of each `<url>` or `<sitemap>`. An XML parser would stop at the first error, and
 * would take most of the time allowed for a million URLs. This reader knows only the XML that sitemaps need, and goes on after an error.
 */
import {
  type ListKind,
  type ListPart,
  MAX_ENTRY_CHARACTERS,
  PartBuilder,
  type TextReader,
} from './entries.js';
import { unescaped } from './xml-references.js';

/** The limits of the protocol. */
const MAX_URLS = 50_000;
const MAX_OCTETS = 50 * 1024 * 1024;

/** Comments, CDATA sections, instructions and declarations: how each begins and ends. */
const CDATA = ['<![CDATA[', ']]>'] as const;
const SECTIONS = [['<!--', '-->'], CDATA, ['<?', '?>'], ['<!', '>']] as const;

/** The start of a tag: the slash of a closing one, and the name. */
const TAG = /^<(\/?)([^\s/>]*)/;

export class SitemapReader implements TextReader {
  /** `sitemap` until the first tag says otherwise. */
  kind: ListKind = 'sitemap';
  #rest = '';
  #line = 1;
  /** The names of the root and of `<loc>`, with their prefix; empty before the root. */
  #root = '';
  #locName = '';
  #isRootClosed = false;
  /** The text of the `<loc>` that is open; `null` outside. */
  #loc: { text: string; readonly line: number } | null = null;
  #urls = 0;
  #octets = 0;
  #isAboveLimits = false;

  read(text: string): ListPart {
    const part = new PartBuilder();
    this.#octets += text.length;
    const whole = this.#rest + text;
    let at = 0;
    for (let open = whole.indexOf('<'); open >= 0; open = whole.indexOf('<', at)) {
      this.#takeText(whole.slice(at, open));
      at = open;
      const end = endOfMarkup(whole, open);
      if (end < 0) break;
      at = end;
      const markup = whole.slice(open, end);
      // Most tags are about other facts of a URL.
      if (this.#loc !== null || markup.startsWith(this.#locName, 1) || markup.startsWith(this.#root, 2))
        this.#takeMarkup(markup, part);
      this.#countLines(markup);
    }
    const isTooLong = whole.length - at > MAX_ENTRY_CHARACTERS;
    if (isTooLong) part.problem('bad-xml', this.#line, 'a tag or a comment has no end');
    if (whole[at] !== '<' || isTooLong) {
      this.#takeText(whole.slice(at));
      at = whole.length;
    }
    this.#rest = whole.slice(at);
    this.#checkLimits(part);
    return part.part(this.kind);
  }

  end(): ListPart {
    const part = new PartBuilder();
    if (this.#rest !== '') part.problem('cut-off', this.#line, 'the file ends within a tag');
    if (this.#loc !== null) {
      const start = JSON.stringify(this.#loc.text.trim().slice(0, MAX_SHOWN));
      part.problem('cut-off', this.#loc.line, `the file ends within ${start}`);
    }
    if (this.#root === '') part.problem('not-a-sitemap', this.#line, 'it has no element');
    else if (!this.#isRootClosed && isSitemap(localName(this.#root)) && this.#rest === '')
      part.problem('cut-off', this.#line, `the file ends without </${this.#root}>`);
    return part.part(this.kind);
  }

  #checkLimits(part: PartBuilder): void {
    if (this.#isAboveLimits || (this.#urls <= MAX_URLS && this.#octets <= MAX_OCTETS)) return;
    this.#isAboveLimits = true;
    const what = this.#urls > MAX_URLS ? `more than ${MAX_URLS} URLs` : 'more than 50 MB';
    part.problem('above-limits', this.#line, `the sitemap has ${what}`);
  }

  #takeText(text: string): void {
    if (this.#loc !== null && this.#loc.text.length <= MAX_ENTRY_CHARACTERS) this.#loc.text += text;
    this.#countLines(text);
  }

  #countLines(text: string): void {
    for (let lf = text.indexOf('\n'); lf >= 0; lf = text.indexOf('\n', lf + 1)) this.#line++;
  }

  #takeMarkup(markup: string, part: PartBuilder): void {
    if (/^<[!?]/.test(markup)) {
      // Characters in a CDATA section stand for themselves.
      if (this.#loc !== null && markup.startsWith(CDATA[0]))
        this.#loc.text += markup.slice(CDATA[0].length, -CDATA[1].length).replaceAll('&', '&amp;');
      return;
    }
    const [, isEnd = '', name = ''] = TAG.exec(markup) ?? [];
    if (this.#root === '' && isEnd === '') this.#openRoot(name, part);
    if (this.#loc !== null) this.#closeLoc(this.#loc, `${isEnd}${name}`, part);
    if (isEnd === '/') this.#isRootClosed ||= name === this.#root;
    else if (name === this.#locName && !markup.endsWith('/>')) this.#loc = { text: '', line: this.#line };
  }

  #openRoot(name: string, part: PartBuilder): void {
    const local = localName(name);
    this.#root = name;
    this.#locName = `${name.slice(0, name.length - local.length)}loc`;
    if (local === 'sitemapindex') this.kind = 'sitemap-index';
    if (isSitemap(local)) return;
    const what = `it begins with <${local.slice(0, MAX_NAME)}>, and not with <urlset> or <sitemapindex>`;
    part.problem('not-a-sitemap', this.#line, what);
  }

  /** Adds the URL of a `<loc>`, which a tag ends. */
  #closeLoc(
    { text, line }: { readonly text: string; readonly line: number },
    tag: string,
    part: PartBuilder,
  ): void {
    this.#loc = null;
    if (tag !== `/${this.#locName}`)
      part.problem('bad-xml', line, `<loc> is not closed before <${tag.slice(0, MAX_NAME)}>`);
    if (text.length > MAX_ENTRY_CHARACTERS) {
      part.problem('too-long', line, `<loc> has more than ${MAX_ENTRY_CHARACTERS} characters`);
      return;
    }
    this.#urls++;
    part.add(
      text.includes('&') ? unescaped(text, (what) => part.problem('bad-xml', line, what)) : text,
      line,
    );
  }
}

const MAX_NAME = 40;
const MAX_SHOWN = 80;

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function isSitemap(root: string): boolean {
  return root === 'urlset' || root === 'sitemapindex';
}

/** The place where a tag, a comment or a section ends; -1 if its end has not been read. */
function endOfMarkup(text: string, open: number): number {
  if (text[open + 1] !== '!' && text[open + 1] !== '?') return text.indexOf('>', open) + 1 || -1;
  for (const [start, end] of SECTIONS) {
    if (text.startsWith(start, open)) {
      const found = text.indexOf(end, open + start.length);
      return found < 0 ? -1 : found + end.length;
    }
    // The beginning may go on in the next chunk.
    if (open + start.length > text.length && start.startsWith(text.slice(open))) return -1;
  }
  return -1;
}
