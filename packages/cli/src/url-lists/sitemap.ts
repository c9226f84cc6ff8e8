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

/** Markup that begins with `<` but is not a tag, with its end. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

const CDATA = '<![CDATA[';

const LOC = 'loc';

export class SitemapReader implements TextReader {
  /** `sitemap` until the first tag says otherwise. */
  kind: ListKind = 'sitemap';
  #rest = '';
  #line = 1;
  /** Where the next line of the chunk ends; -1 if it does not. */
  #nextLf = -1;
  /** The name of the root element without its prefix; `null` before it. */
  #root: string | null = null;
  /** The names of the root and of `<loc>`, with their prefix. */
  #rootName = '';
  #locName = LOC;
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
    this.#nextLf = whole.indexOf('\n');
    for (;;) {
      const open = whole.indexOf('<', at);
      if (open < 0) break;
      const end = endOfMarkup(whole, open);
      this.#takeText(whole, at, open);
      at = open;
      if (end < 0) break;
      this.#takeMarkup(whole, open, end, part);
      this.#countLines(whole, end);
      at = end;
    }
    const isTooLong = whole.length - at > MAX_ENTRY_CHARACTERS;
    if (isTooLong) part.problem('bad-xml', this.#line, 'a tag or a comment has no end');
    if (whole[at] !== '<' || isTooLong) {
      this.#takeText(whole, at, whole.length);
      at = whole.length;
    }
    this.#rest = whole.slice(at);
    this.#checkLimits(part);
    return part.part(this.kind);
  }

  end(): ListPart {
    const part = new PartBuilder();
    if (this.#rest !== '') part.problem('cut-off', this.#line, 'the file ends within a tag');
    this.#closeLoc(part, false);
    if (this.#root === null) part.problem('not-a-sitemap', this.#line, 'it has no element');
    else if (!this.#isRootClosed && isSitemap(this.#root) && this.#rest === '') {
      part.problem('cut-off', this.#line, `the file ends without </${this.#rootName}>`);
    }
    return part.part(this.kind);
  }

  #checkLimits(part: PartBuilder): void {
    if (this.#isAboveLimits || (this.#urls <= MAX_URLS && this.#octets <= MAX_OCTETS)) return;
    this.#isAboveLimits = true;
    const what = this.#urls > MAX_URLS ? `more than ${MAX_URLS} URLs` : 'more than 50 MB';
    part.problem('above-limits', this.#line, `the sitemap has ${what}`);
  }

  #takeText(whole: string, start: number, end: number): void {
    if (this.#loc !== null && this.#loc.text.length <= MAX_ENTRY_CHARACTERS)
      this.#loc.text += whole.slice(start, end);
    this.#countLines(whole, end);
  }

  /** Counts the lines that end before a place. */
  #countLines(whole: string, end: number): void {
    while (this.#nextLf >= 0 && this.#nextLf < end) {
      this.#line++;
      this.#nextLf = whole.indexOf('\n', this.#nextLf + 1);
    }
  }

  #takeMarkup(whole: string, open: number, end: number, part: PartBuilder): void {
    const second = whole.charCodeAt(open + 1);
    if (second === SLASH) {
      // Most tags are about other facts of a URL.
      if (this.#loc !== null || whole.startsWith(this.#rootName, open + 2)) {
        this.#closeTag(whole.slice(open + 2, end - 1).trim(), part);
      }
    } else if (second === EXCLAMATION || second === QUESTION) this.#takeSection(whole.slice(open, end));
    else if (this.#loc !== null || this.#root === null || whole.startsWith(this.#locName, open + 1)) {
      this.#openTag(whole.slice(open + 1, end - 1), part);
    }
  }

  /** Characters in a CDATA section stand for themselves. */
  #takeSection(text: string): void {
    if (this.#loc === null || !text.startsWith(CDATA)) return;
    const content = text.slice(CDATA.length, -']]>'.length);
    this.#loc.text += content.replaceAll('&', '&amp;');
  }

  #openTag(tag: string, part: PartBuilder): void {
    const name = /^[^\s/>]*/.exec(tag)?.[0] ?? '';
    if (this.#root === null) this.#openRoot(name, part);
    if (this.#loc !== null) {
      part.problem('bad-xml', this.#loc.line, `<loc> is not closed before <${name.slice(0, MAX_NAME)}>`);
      this.#closeLoc(part, true);
    }
    if (name === this.#locName && !tag.endsWith('/')) this.#loc = { text: '', line: this.#line };
  }

  #openRoot(name: string, part: PartBuilder): void {
    const prefix = name.slice(0, name.lastIndexOf(':') + 1);
    const local = name.slice(prefix.length);
    this.#root = local;
    this.#rootName = name;
    this.#locName = `${prefix}${LOC}`;
    if (local === 'sitemapindex') this.kind = 'sitemap-index';
    if (isSitemap(local)) return;
    const shown = local.slice(0, MAX_NAME);
    part.problem(
      'not-a-sitemap',
      this.#line,
      `it begins with <${shown}>, and not with <urlset> or <sitemapindex>`,
    );
  }

  #closeTag(name: string, part: PartBuilder): void {
    if (this.#loc !== null) {
      if (name !== this.#locName)
        part.problem('bad-xml', this.#loc.line, `<loc> is not closed before </${name.slice(0, MAX_NAME)}>`);
      this.#closeLoc(part, true);
    }
    if (this.#root !== null && name === this.#rootName) this.#isRootClosed = true;
  }

  /** Adds the URL of the `<loc>` that is open, if one is. */
  #closeLoc(part: PartBuilder, isWhole: boolean): void {
    const loc = this.#loc;
    if (loc === null) return;
    this.#loc = null;
    if (!isWhole) {
      part.problem(
        'cut-off',
        loc.line,
        `the file ends within ${JSON.stringify(loc.text.trim().slice(0, MAX_SHOWN))}`,
      );
      return;
    }
    if (loc.text.length > MAX_ENTRY_CHARACTERS) {
      part.problem('too-long', loc.line, `<loc> has more than ${MAX_ENTRY_CHARACTERS} characters`);
      return;
    }
    this.#urls++;
    const text = loc.text.includes('&')
      ? unescaped(loc.text, (what) => part.problem('bad-xml', loc.line, what))
      : loc.text;
    part.add(text, loc.line);
  }
}

const MAX_NAME = 40;
const MAX_SHOWN = 80;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

function isSitemap(root: string): boolean {
  return root === 'urlset' || root === 'sitemapindex';
}

/** The place where a tag, a comment or a section ends; -1 if its end has not been read. */
function endOfMarkup(text: string, open: number): number {
  const second = text.charCodeAt(open + 1);
  if (second === EXCLAMATION || second === QUESTION) {
    for (const [start, end] of SECTIONS) {
      if (!text.startsWith(start, open)) {
        // The beginning may go on in the next chunk.
        if (open + start.length > text.length && start.startsWith(text.slice(open))) return -1;
        continue;
      }
      const found = text.indexOf(end, open + start.length);
      return found < 0 ? -1 : found + end.length;
    }
  }
  const found = text.indexOf('>', open);
  return found < 0 ? -1 : found + 1;
}
