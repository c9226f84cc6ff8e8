/**
 * The directives that a page has about itself, in the header `X-Robots-Tag` and in meta elements: their names, and how a text is split into
 * them.
 */
import { lowerCaseLetters } from '../ascii.js';
import { dateOf } from './date.js';

/** One directive, as the page states it. */
export interface PageDirective {
  /** The directive's name in lower case, such as `noindex`. */
  readonly name: string;
  /** The text after the name and a colon, such as `50` in `max-snippet: 50`; null if there is no colon. */
  readonly value: string | null;
  /** The name of the crawler that it is for, in lower case; null if it is for every crawler. */
  readonly agent: string | null;
  /** Where the directive is. */
  readonly source: DirectiveSource;
  /** `known`; `invalid` if the name is known but the value has no meaning, so that the directive is ignored; `unknown` if the name is not known. */
  readonly reading: DirectiveReading;
}

/** Where a directive is: in the header `X-Robots-Tag`, or in a meta element. */
export type DirectiveSource = 'header' | 'meta';

/** Whether a directive is understood. */
export type DirectiveReading = 'known' | 'invalid' | 'unknown';

/** A directive with what its value means. */
export interface ReadDirective extends PageDirective {
  /** The number of `max-snippet` and `max-video-preview`, Infinity for no limit; the size of `max-image-preview`; the time of `unavailable_after`. */
  readonly meaning: number;
}

/** The sizes of image previews, from the smallest. */
export const IMAGE_PREVIEWS = ['none', 'standard', 'large'] as const;

/** A size of image previews. */
export type ImagePreview = (typeof IMAGE_PREVIEWS)[number];

/** The directives without a value. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['all', 'index', 'follow', 'archive', 'none', 'noindex', 'nofollow'],
  ...['nosnippet', 'noarchive', 'nocache', 'notranslate', 'noimageindex', 'indexifembedded'],
  ...['noodp', 'noydir', 'nositelinkssearchbox', 'noai', 'noimageai'],
]);

/** The directive with a date. */
const EXPIRY = 'unavailable_after';

/** The directives with a value, and how it is read: NaN if it has no meaning. */
const VALUED: ReadonlyMap<string, (value: string) => number> = new Map([
  ['max-snippet', limitOf],
  ['max-video-preview', limitOf],
  ['max-image-preview', sizeOf],
  [EXPIRY, (value) => dateOf(value) ?? Number.NaN],
]);

/** The name of a crawler in front of directives: a token of RFC 9110 §5.6.2. */
const AGENT = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The directives of one value of the header. A name with a colon in front of a directive is that of a crawler. That directive and those after
 * it, up to the next such name, are for this crawler.
 */
export function* headerDirectives(text: string): Generator<ReadDirective, void> {
  let agent: string | null = null;
  for (const item of itemsOf(text)) {
    const [name, value] = atColon(item);
    if (value === null || VALUED.has(name) || PLAIN.has(name) || !AGENT.test(name)) {
      yield directiveOf(name, value, agent, 'header');
    } else {
      agent = name;
      if (value !== '') yield directiveOf(...atColon(value), agent, 'header');
    }
  }
}

/** The directives of a meta element. */
export function* metaDirectives(agent: string | null, content: string): Generator<ReadDirective, void> {
  for (const item of itemsOf(content)) yield directiveOf(...atColon(item), agent, 'meta');
}

function directiveOf(
  name: string,
  value: string | null,
  agent: string | null,
  source: DirectiveSource,
): ReadDirective {
  const read = VALUED.get(name);
  const meaning = read === undefined ? 0 : read(value ?? '');
  const isKnown = read !== undefined || PLAIN.has(name);
  const isInvalid = Number.isNaN(meaning) || (value !== null && read === undefined);
  return {
    name,
    value,
    agent,
    source,
    meaning,
    reading: isKnown ? (isInvalid ? 'invalid' : 'known') : 'unknown',
  };
}

/** The name of an item in lower case, and what follows its first colon. */
function atColon(item: string): [name: string, value: string | null] {
  const colon = item.indexOf(':');
  if (colon < 0) return [lowerCaseLetters(item), null];
  return [lowerCaseLetters(item.slice(0, colon).trimEnd()), item.slice(colon + 1).trimStart()];
}

/** The items between commas. A comma within a date separates nothing: `unavailable_after: Friday, 25-Jun-10 15:00:00 GMT`. */
function* itemsOf(text: string): Generator<string, void> {
  const parts = text.split(',');
  for (let i = 0; i < parts.length; i++) {
    let item = parts[i].trim();
    const date = dateIn(item);
    if (date !== null && i + 1 < parts.length && dateOf(date) === undefined) {
      const joined = `${date}, ${parts[i + 1].trim()}`;
      if (dateOf(joined) !== undefined) item = `${item}, ${parts[++i].trim()}`;
    }
    if (item !== '') yield item;
  }
}

/** The value of `unavailable_after` in an item, which may have a crawler's name in front of it; null if that is not its directive. */
function dateIn(item: string): string | null {
  const [first, rest] = atColon(item);
  const [name, value] = rest === null || first === EXPIRY ? [first, rest] : atColon(rest);
  return name === EXPIRY ? value : null;
}

/** A number of characters or seconds; `-1` means no limit. */
function limitOf(value: string): number {
  if (value === '-1') return Infinity;
  return /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

/** The place of a size in {@link IMAGE_PREVIEWS}. */
function sizeOf(value: string): number {
  const size = (IMAGE_PREVIEWS as readonly string[]).indexOf(lowerCaseLetters(value));
  return size < 0 ? Number.NaN : size;
}
