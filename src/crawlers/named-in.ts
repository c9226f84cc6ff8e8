/**
 * The crawlers that documents name.
 */
import { lowerCaseLetters } from '../ascii.js';
import { READINGS } from '../crawler-names.js';
import { anArray, isObject, misshapen } from '../option-checks.js';
import { type AnyProfile, PROFILES, type Profile, type ProfileName, resolveProfile } from '../profiles.js';
import { aDocument, type RobotsDocument } from '../robots-document.js';
import { crawlerNamed } from './caller.js';
import { callerNamesIn } from './line-names.js';

/** A document, and how it is read. */
export interface JudgedDocument {
  /** The document. */
  readonly document: RobotsDocument;
  /** The profile to judge by, or its name; by default each registered crawler is judged by its own, and any other by `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
}

/** @throws {TypeError} if a value is no object with a document */
export function checkJudged(judged: unknown, name: string): void {
  if (!isObject(judged)) throw misshapen(judged, name, 'an object with document and profile');
  aDocument(judged.document, `${name}.document`);
}

/** The crawlers to compare for. */
export interface CrawlersToCompare {
  /** The names to compare for, `*` first. */
  readonly names: readonly string[];
  /** How many more the documents name. Comparing these, too, would take too long. */
  readonly leftOut: number;
}

/** How many lines may be read to find the groups of all crawlers, so that a hostile file does not take long. */
const MAX_LINES = 3_000_000;

/**
 * The names of {@link crawlersNamedIn}, but no more than can be compared quickly.
 *
 * @throws {TypeError} if an argument has no document, or there is no such profile
 */
export function crawlersToCompare(before: JudgedDocument, after: JudgedDocument): CrawlersToCompare {
  checkJudged(before, 'before');
  checkJudged(after, 'after');
  const named = crawlersNamedIn([before, after]);
  const lines = before.document.lineCount + after.document.lineCount;
  const most = Math.max(1, Math.floor(MAX_LINES / (1 + lines)));
  return { names: named.slice(0, most), leftOut: Math.max(0, named.length - most) };
}

/**
 * The crawlers that documents name, after `*`: every name that one of their profiles reads in a user-agent line, because a name that
 * one profile reads without its version may be another name for the other. What only begins a word or a registered name, such as the `MJ`
 * of `MJ12bot`, is left out unless a crawler of that name is registered. Names that differ only in the case of ASCII letters count as
 * one, in their first spelling.
 *
 * @throws {TypeError} if it is no list of objects with a document, or there is no such profile
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { crawlersNamedIn } from 'robotstream/crawlers';
 *
 * console.log(crawlersNamedIn([{ document: parseSync('User-agent: GPTBot\nDisallow: /') }])); // → [ '*', 'GPTBot' ]
 * ```
 */
export function crawlersNamedIn(documents: readonly JudgedDocument[]): readonly string[] {
  anArray(documents, 'documents');
  for (const [i, judged] of documents.entries()) checkJudged(judged, `documents[${i}]`);
  const matches = new Set(documents.map(({ profile }) => resolveProfile(profile).groups.agentMatch));
  const names = new Map([['*', '*']]);
  for (const { document, profile } of documents) {
    for (const name of namesUnder(document, profile, matches)) {
      const key = lowerCaseLetters(name);
      if (!names.has(key)) names.set(key, name);
    }
    // A profile that is not the default reads lines as user-agent lines that the default does not.
    for (const own of profile === undefined ? OWN_PROFILES : []) {
      for (const name of namesUnder(document, own, [PROFILES[own].groups.agentMatch])) {
        const key = lowerCaseLetters(name);
        if (crawlerNamed(name)?.profile === own && !names.has(key)) names.set(key, name);
      }
    }
  }
  return [...names.values()];
}

/** The documented profiles of registered crawlers. */
const OWN_PROFILES: ReadonlySet<ProfileName> = new Set(Object.values(READINGS));

/** What a word has, but a product token may not have (RFC 9309 §2.2.1), so that a reader ends the name before it. */
const IN_WORD = /^[\d.!\u0080-\uffff]/;

/**
 * The names of a line without those that no crawler sends: `MJ12bot` also names `MJ`, `scoop.it` also `scoop`, and `Echobot Bot`, which is
 * registered, also `Echobot`. Registered names stay, and so does the longest.
 *
 * @param text the line's value
 * @param names its names
 */
function withoutPhantoms(text: string, names: readonly string[]): readonly string[] {
  const longest = Math.max(...names.map(({ length }) => length));
  const registered = names.filter((name) => crawlerNamed(name) !== undefined);
  const isCut = (name: string): boolean =>
    IN_WORD.test(text.slice(name.length)) ||
    registered.some((one) => one.length > name.length && one.startsWith(name));
  return names.filter((name) => name.length === longest || registered.includes(name) || !isCut(name));
}

/** The names in user-agent lines, as a profile finds these lines, in each of the ways to read a name. */
function namesUnder(
  document: RobotsDocument,
  profile: AnyProfile | undefined,
  matches: Iterable<Profile['groups']['agentMatch']>,
): string[] {
  const lines = document.groupsUnder(profile).flatMap(({ userAgents }) => userAgents);
  const usable = lines.filter((line) => line.usable);
  return usable.flatMap(({ value }) =>
    withoutPhantoms(
      value.text,
      [...matches].flatMap((match) => callerNamesIn(value.octets, match)),
    ),
  );
}
