/**
 * The names that a caller goes by, checked and prepared for comparison with user-agent lines.
 */
import { isForbiddenControl, isWhiteSpace } from '../../ascii.js';
import { type CrawlerNameText, type CrawlerTokens, nameOrThrow, tokensOf } from '../../crawler-tokens.js';
import { LINE_LIMIT_OCTETS } from '../../limits.js';
import { octetsOf } from '../../octets.js';
import {
  aBoolean,
  anArray,
  checkedElsewhere,
  isArray,
  isObject,
  misshapen,
  type OptionCheck,
  optionTable,
} from '../../option-checks.js';
import type { AnyProfile, ProfileName } from '../../profiles.js';

/** One of the names that a caller goes by. */
interface CallerName {
  /** As the caller gave it, without white space around it. */
  readonly given: string;
  /** {@link given} up to its first `/`: the product token without its version. */
  readonly name: string;
  /** {@link given} as UTF-8: a character for each octet. */
  readonly givenOctets: string;
  /** {@link name} as UTF-8: a character for each octet. */
  readonly nameOctets: string;
}

/** All names of a caller. */
export interface Callers {
  /** In the order given. */
  readonly names: readonly CallerName[];
  /** A {@link letterBit} for the first octet of each name. It shows of most user-agent lines that they name another caller. */
  readonly letters: number;
  /** Which groups are obeyed if the file names several: those of all names, or those of the first name that it names. */
  readonly obeys: 'all-names' | 'first-name';
  /** Whether the groups for `*` are obeyed if the file has none of the names. */
  readonly obeysWildcard: boolean;
}

/** A bit for an octet with which a name begins, the same for both cases of a letter. Other octets share the bits of letters. */
export function letterBit(octet: number): number {
  return 1 << (octet & 0x1f);
}

/**
 * Reads the names of a caller that obeys the groups of all of them. Each element of a list is read once.
 *
 * @param agents a product token, or several
 * @param argument the argument's name, for messages
 * @throws {TypeError} if there is no name; if one is not a string, is empty after trimming (SP, HTAB, VT, FF) and
 *   cutting at its first `/`, is a User-Agent header, or cannot be on a line: longer than one, or with control characters or
 *   halves of surrogate pairs
 */
export function callersOf(agents: string | readonly string[], argument: string = 'agents'): Callers {
  if (typeof agents === 'string') {
    return plainCallers(agents) ?? callersNamed([callerName(agents, argument)], 'all-names', true);
  }
  if (!isArray(agents) || agents.length === 0) {
    throw misshapen(agents, argument, 'a product token or a list of at least one');
  }
  return callersNamed(namesIn(agents, argument), 'all-names', true);
}

/** The value is a product token. */
export const aProductToken: OptionCheck = callerName;

/** Whether {@link callersOf} accepts a name. */
export function isProductToken(name: string): boolean {
  return expectedInPlaceOf(name) === null;
}

/**
 * Reads how a crawler finds its groups from its tokens.
 *
 * @param argument the argument's name, for messages
 * @throws {TypeError} if it is not an object with tokens, or a token is not a product token
 */
function callersOfTokens(crawler: CrawlerTokens, argument: string): Callers {
  if (!isObject(crawler) || !('tokens' in crawler)) throw misshapen(crawler, argument, CRAWLER_EXPECTED);
  const { tokens, obeysWildcard = true } = crawler;
  anArray(tokens, `${argument}.tokens`);
  aBoolean(obeysWildcard, `${argument}.obeysWildcard`);
  if (tokens.length === 0)
    throw misshapen(tokens, `${argument}.tokens`, 'a list of at least one product token');
  return callersNamed(namesIn(tokens, `${argument}.tokens`), 'first-name', obeysWildcard);
}

/** How the groups of a caller are selected, for questions that are not about URLs. */
export interface SelectionOptions {
  /** The profile to select groups by, or its name; by default that of the crawler, or `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
}

export const SELECTION_OPTIONS = optionTable<SelectionOptions>({ profile: checkedElsewhere });

/** Who asks, as options: product tokens or a crawler. */
export type CallerOptions =
  | {
      /** The caller's product token, or several that are obeyed together (RFC 9309 §2.2.1). */
      readonly agents: string | readonly string[];
      readonly crawler?: undefined;
    }
  | {
      /**
       * A crawler, judged as it reads robots.txt: the product token of a registered crawler, in any letter case, or an object with the tokens
       * of any other. The crawler obeys the groups of the first of its tokens that the file names, and those for `*` only if it obeys them
       * at all (docs/semantics.md §4.5).
       */
      readonly crawler: CrawlerNameText | CrawlerTokens;
      readonly agents?: undefined;
    };

const AGENTS_OR_CRAWLER = 'a product token or a list of at least one, or the option crawler in its place,';

/**
 * Reads who asks from options.
 *
 * @throws {TypeError} if not one of `agents` and `crawler` is given; as {@link callersOf} and {@link callersOfCrawler} do
 */
export function callersOfOptions({ agents, crawler }: CallerOptions): Callers {
  if (agents === undefined && crawler === undefined) throw misshapen(agents, 'agents', AGENTS_OR_CRAWLER);
  if (crawler === undefined) return callersOf(agents as string | readonly string[]);
  if (agents !== undefined) throw new TypeError('agents and crawler are both given; one of them is expected');
  return callersOfCrawler(crawler, 'crawler');
}

function callersNamed(
  names: readonly CallerName[],
  obeys: Callers['obeys'],
  obeysWildcard: boolean,
): Callers {
  let letters = 0;
  for (const { nameOctets } of names) letters |= letterBit(nameOctets.charCodeAt(0));
  return { names, letters, obeys, obeysWildcard };
}

/** Reads each name of a list. A hole in a sparse array counts as undefined. */
function namesIn(list: readonly unknown[], argument: string): CallerName[] {
  return Array.from({ length: list.length }, (_, i) => callerName(list[i], `${argument}[${i}]`));
}

/** Most names are plain: no longer than this, and of these octets alone. */
const MAX_PLAIN_NAME = 200;
const IS_PLAIN = Uint8Array.from({ length: 128 }, (_, octet) =>
  /[\w.-]/.test(String.fromCharCode(octet)) ? 1 : 0,
);

/** The callers of one plain name, sooner than by {@link callersFor}: docs/internals/matcher.md, "Measured". */
export function plainCallers(agent: unknown): Callers | undefined {
  if (typeof agent !== 'string' || agent === '' || agent.length > MAX_PLAIN_NAME) return undefined;
  for (let i = 0; i < agent.length; i++) if (IS_PLAIN[agent.charCodeAt(i)] !== 1) return undefined;
  const names = [{ given: agent, name: agent, givenOctets: agent, nameOctets: agent }];
  return { names, letters: letterBit(agent.charCodeAt(0)), obeys: 'all-names', obeysWildcard: true };
}

function callerName(agent: unknown, argument: string): CallerName {
  const expected = expectedInPlaceOf(agent);
  if (expected !== null) throw misshapen(agent, argument, expected);
  const given = trimmed(agent as string);
  const name = withoutVersion(given);
  return { given, name, givenOctets: octetText(given), nameOctets: octetText(name) };
}

/** What is expected in place of a value that is not a product token; null if it is one. */
function expectedInPlaceOf(agent: unknown): string | null {
  if (typeof agent !== 'string') return 'a product token';
  const given = trimmed(agent);
  if (withoutVersion(given) === '') return 'a product token, such as ExampleBot or ExampleBot/1.0,';
  const goesOnAfterVersion = /[ \t\v\f\r\n]/.test(given.slice(given.split('/', 1)[0].length));
  if (goesOnAfterVersion || /[();,]/.test(given)) return TOKEN_OF_HEADER;
  return fitsOnLine(given) ? null : TOKEN_ON_LINE;
}

/**
 * What is expected in place of a User-Agent header (RFC 9110 §10.1.5). Cut at its first `/`, most crawlers' headers would
 * give `Mozilla`. A header has a comment, or goes on after a version; white space before the first `/` is accepted, since
 * some files name crawlers so.
 */
const TOKEN_OF_HEADER = 'a product token, such as productTokens() extracts from a User-Agent header,';

/** A name as user-agent lines are compared with it: cut at its first `/`, without white space around it. */
export function withoutVersion(given: string): string {
  return trimmed(given.split('/', 1)[0]);
}

/** What is expected in place of a name that no line of any file can have. */
const TOKEN_ON_LINE =
  'a product token that a line can have, without control characters and halves of surrogate pairs,';

/** Whether a user-agent line can have a name: with a control octet, its name is unusable (docs/semantics.md §1.6). */
function fitsOnLine(name: string): boolean {
  if (name.length > LINE_LIMIT_OCTETS || /\p{Surrogate}/u.test(name)) return false;
  for (let i = 0; i < name.length; i++) if (isForbiddenControl(name.charCodeAt(i))) return false;
  return true;
}

function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** A text as UTF-8: a character for each octet. */
function octetText(text: string): string {
  return /[^ -~]/.test(text) ? String.fromCharCode(...octetsOf(text)) : text;
}

/**
 * Who asks: a product token; several that are obeyed together (RFC 9309 §2.2.1); or a crawler, by its name in the registry, in
 * any letter case, or by its tokens: `{ crawler: 'Googlebot-News' }`. A crawler obeys the groups of the first of its tokens
 * that the file names (docs/semantics.md §4.5).
 */
export type Caller = string | readonly string[] | { readonly crawler: CrawlerNameText | CrawlerTokens };

const CRAWLER_EXPECTED = 'the product token of a registered crawler, or an object with its tokens';

/**
 * Reads how a crawler finds its groups.
 *
 * @param crawler the product token of a registered crawler, or the tokens of any other
 * @param argument the argument's name, for messages
 * @throws {TypeError} if no crawler of that name is registered; if a token is not a product token
 */
export function callersOfCrawler(
  crawler: CrawlerNameText | CrawlerTokens,
  argument: string = 'crawler',
): Callers {
  if (typeof crawler !== 'string') return callersOfTokens(crawler, argument);
  return callersOfTokens(tokensOf(nameOrThrow(crawler, argument)), argument);
}

/** The given profile or, if none is given, the one by which a crawler reads robots.txt; `undefined` if neither is known. */
export function readingOf<Given>(caller: unknown, given: Given | undefined): Given | ProfileName | undefined {
  if (given !== undefined || !isObject(caller) || !('crawler' in caller)) return given;
  const { crawler } = caller;
  if (typeof crawler === 'string') return tokensOf(nameOrThrow(crawler, 'crawler')).profile;
  return isObject(crawler) ? (crawler.profile as ProfileName | undefined) : undefined;
}

/**
 * Reads who asks.
 *
 * @param argument the argument's name, for messages
 * @throws {TypeError} as `callersOf` and {@link callersOfCrawler} do
 */
export function callersFor(caller: Caller, argument: string = 'agents'): Callers {
  const given: unknown = caller;
  return isObject(given) && 'crawler' in given
    ? callersOfCrawler(given.crawler as CrawlerNameText | CrawlerTokens, `${argument}.crawler`)
    : callersOf(caller as string | readonly string[], argument);
}
