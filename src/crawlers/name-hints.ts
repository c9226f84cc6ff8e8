/**
 * Hints about names given for crawlers: a name may be misspelled, retired, or a whole User-Agent header.
 */
import { LOWER_A, LOWER_CASE_BIT, lowerCaseLetters } from '../ascii.js';
import { CRAWLER_NAMES, productTokens } from '../crawler-tokens.js';
import { withoutVersion } from '../match/select/callers.js';
import { aString, likelyName } from '../option-checks.js';
import { CRAWLERS, findCrawler, hasOneOperator } from './registry.js';

/** What is probably wrong with a crawler's name. */
export interface NameHint {
  /**
   * - `misspelled`: no crawler with this name is registered, but one with nearly the same name is;
   * - `retired`: the operator no longer uses the name;
   * - `user-agent-header`: it is the header that a crawler sends, not a product token;
   * - `browser-header`: it is the header of a browser, which names no crawler.
   */
  readonly kind: 'misspelled' | 'retired' | 'user-agent-header' | 'browser-header';
  /** The product tokens that were probably meant, the likeliest first; for a retired name, those that its operator uses now. May be empty. */
  readonly meant: readonly string[];
  /** The hint as a sentence. */
  readonly sentence: string;
}

/** A shorter name, without `bot`, `crawler` or `spider` at its end, never counts as misspelled: many short names differ by one letter. */
const MIN_STEM_CHARACTERS = 6;

/** From this many characters on, a misspelled name may have two typing errors. */
const TWO_ERRORS_CHARACTERS = 12;

/** A longer name never counts as misspelled. */
const MAX_CHARACTERS = 100;

/**
 * Says what is probably wrong with the name of a crawler.
 *
 * @param name a product token, with or without a version, or a User-Agent header
 * @returns `null` if the name is registered, or may be the name of a crawler that is not
 * @throws {TypeError} if `name` is not a string
 */
export function nameHint(name: string): NameHint | null {
  aString(name, 'name');
  const registered = findCrawler(name) ?? findCrawler(withoutVersion(name));
  if (registered !== undefined) return registered.isRetired ? retiredHint(registered.token) : null;
  if (isHeader(name)) return headerHint(name);
  const token = withoutVersion(name);
  const meant = FALLBACK_TOKENS.has(lowerCaseLetters(token)) ? undefined : misspelled(token);
  if (meant === undefined) return null;
  const sentence = `No crawler named ${JSON.stringify(token)} is known; did you mean ${meant}?`;
  return { kind: 'misspelled', meant: [meant], sentence };
}

/** The tokens to which crawlers fall back, such as `Yandex`, in lower case. */
const FALLBACK_TOKENS: ReadonlySet<string> = new Set(
  CRAWLERS.flatMap(({ tokens }) => tokens.map(lowerCaseLetters)),
);

/** The registered name that differs from a given one by a typing error or two; `undefined` if there is none. */
function misspelled(name: string): string | undefined {
  if (name.length > MAX_CHARACTERS) return undefined;
  const letters = lettersIn(name);
  const candidates = CANDIDATES.filter(
    (one) =>
      Math.abs(one.name.length - name.length) <= MAX_LENGTH_DIFFERENCE &&
      bitsOf(one.letters ^ letters) <= MAX_LETTER_DIFFERENCE,
  ).map((one) => one.name);
  const meant = likelyName(name, candidates, name.length < TWO_ERRORS_CHARACTERS ? 1 : 2);
  if (SHORT_SUFFIX.test(name) && meant !== undefined && plain(name) !== plain(meant)) return undefined;
  return meant !== undefined && isTypingError(plain(name), plain(meant)) ? meant : undefined;
}

/** Names of one operator often differ in such an ending, as `SemrushBot-SA` and `SemrushBot-SWA`. */
const SHORT_SUFFIX = /-[^-]{1,3}$/;

/** By how many characters, hyphens included, two close names may differ in length, and by how many different letters. */
const MAX_LENGTH_DIFFERENCE = 4;
const MAX_LETTER_DIFFERENCE = 4;

const LETTERS = 26;

/** The registered names that a user-agent line can have, so those without a space, each with its letters. Comparing the letters first makes it cheap to search them all. */
const CANDIDATES = CRAWLER_NAMES.filter((name) => !/\s/.test(name)).map((name) => ({
  name,
  letters: lettersIn(name),
}));

/** A bit for each letter that a name has. */
function lettersIn(name: string): number {
  let bits = 0;
  for (let i = 0; i < name.length; i++) {
    const place = (name.charCodeAt(i) | LOWER_CASE_BIT) - LOWER_A;
    if (place >= 0 && place < LETTERS) bits |= 1 << place;
  }
  return bits;
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function plain(name: string): string {
  return lowerCaseLetters(name).replace(/[-_]/g, '');
}

/** Whether a name is a known one with a typing error, and not the name of another crawler, such as `NPBot` beside `wpbot`. */
function isTypingError(given: string, known: string): boolean {
  const hasMore = given.startsWith(known) || known.startsWith(given);
  const stem = known.replace(/(?:bot|crawler|spider)/g, '');
  const differsEarly = given.slice(0, -SUFFIX_CHARACTERS) !== known.slice(0, -SUFFIX_CHARACTERS);
  return (
    given === known ||
    (hasMore && Math.min(given.length, known.length) >= MIN_STEM_CHARACTERS) ||
    (stem.length >= MIN_STEM_CHARACTERS && differsEarly)
  );
}

/** If two names differ only in this many last characters, only their endings differ, such as `bot`. */
const SUFFIX_CHARACTERS = 4;

function retiredHint(token: string): NameHint {
  const retired = findCrawler(token);
  const operator = retired !== undefined && hasOneOperator(retired) ? retired.operator : null;
  const meant = CRAWLERS.filter((one) => one.operator === operator && !one.isRetired).map((one) => one.token);
  const now = meant.length === 0 ? '' : `; ${operator} now uses ${meant.join(', ')}`;
  return { kind: 'retired', meant, sentence: `${token} is retired: its operator no longer uses it${now}.` };
}

/** Whether a text is a User-Agent header: it has a comment, or several products with versions. */
function isHeader(text: string): boolean {
  return /^Mozilla\/|[()]|\/\d\S*\s.*\/\d/i.test(text);
}

function headerHint(header: string): NameHint {
  const tokens = productTokens(header);
  const registered = tokens.filter((token) => findCrawler(token) !== undefined);
  const meant = registered.length > 0 ? registered : tokens.slice(0, 1);
  if (meant.length === 0) {
    return {
      kind: 'browser-header',
      meant,
      sentence: 'This is the User-Agent header of a browser. It names no crawler.',
    };
  }
  const sentence = `This is a User-Agent header. Its product token is ${meant.join(' or ')}.`;
  return { kind: 'user-agent-header', meant, sentence };
}
