/**
 * The pattern of a rule in words, with paths that it matches and paths that it nearly matches.
 */
import type { Rule } from '../ast/nodes.js';
import { otherEngineOf } from '../match/engine.js';
import { type Form, OCTET_KINDS } from '../match/octet-forms.js';
import { directoryOfIndex, matchesPattern, PatternSet } from '../match/pattern.js';
import { readRequestPath } from '../match/read-url.js';
import { canMatch } from '../match/rule-trial.js';
import { isObject, misshapen } from '../option-checks.js';
import { type AnyProfile, type RuleAxes, resolveProfile } from '../profiles.js';
import { PATH_ORIGIN } from '../urls.js';
import { partsOfPattern, urlText } from './pattern-paths.js';
import { isUrlText } from './url-domain.js';

/** A pattern in words. A path includes its query here, as it does in robots.txt. */
export interface PatternWords {
  /** Which paths it matches, such as `every path that begins with /a/ and ends in .pdf`. */
  readonly words: string;
  /** Up to two paths that it matches; none if no path was found. */
  readonly matching: readonly string[];
  /** Up to two paths that it does not match, each with one small difference; none if every path that was tried matches. */
  readonly near: readonly string[];
}

/** How many paths of each kind are given. */
const EXAMPLES = 2;

/** The longest pattern for which paths are made, in octets. */
const MAX_OCTETS = 2000;

/**
 * Says in words which paths the pattern of a rule matches, and gives two that match and two that nearly match.
 *
 * @param rule an allow or disallow rule of a document
 * @param profile the profile by which it is read, or its name; default `rfc9309`
 * @returns `null` under the profile of a reader that compares patterns in its own way
 * @throws {TypeError} if `rule` is not an allow or disallow rule, or there is no such profile
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { patternWords } from 'robotstream/compare';
 *
 * const [rule] = parseSync('User-agent: *\nDisallow: /a/*.pdf$').groups[0].rules;
 * console.log(patternWords(rule)?.words); // → every path that begins with /a/ and ends in .pdf
 * ```
 */
export function patternWords(rule: Rule, profile?: AnyProfile): PatternWords | null {
  if (!isObject(rule) || !isObject(rule.value) || !(rule.value.octets instanceof Uint8Array)) {
    throw misshapen(rule, 'rule', 'an allow or disallow rule of a document');
  }
  const reading = resolveProfile(profile);
  if (otherEngineOf(reading) !== undefined) return null;
  const pattern = new WordedPattern(rule, reading.rules);
  return {
    words: pattern.words,
    matching: firstOf(pattern.likelyPaths(), (path) => pattern.matches(path)),
    near: firstOf(pattern.nearPaths(), (path) => !pattern.matches(path)),
  };
}

/** The first different paths for which a condition is true. */
function firstOf(paths: Iterable<string>, isWanted: (path: string) => boolean): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    if (isUrlText(path) && isWanted(path)) found.add(path);
    if (found.size === EXAMPLES) break;
  }
  return [...found];
}

/** A pattern, taken apart by the matcher's own code. */
class WordedPattern {
  readonly #set: PatternSet;
  readonly #form: Form;
  readonly #octets: Uint8Array;
  /** Why no path can match; `null` if one may. */
  readonly #whyNone: string | null;
  /** The parts between wildcards, as URLs write them. */
  readonly #parts: readonly string[];
  readonly #isAnchored: boolean;
  /** The directory that a rule for its index page allows, too; `null` for any other rule. */
  readonly #directory: string | null;

  constructor({ value, directive }: Rule, axes: RuleAxes) {
    const { octets } = value;
    this.#octets = octets;
    this.#form = axes.form;
    this.#set = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters);
    this.#set.add(octets, 0, octets.length, 0);
    const isForIndex = directive === 'allow' && axes.indexHtmlIsDirectory;
    const directoryEnd = isForIndex ? directoryOfIndex(octets, 0, octets.length) : -1;
    if (directoryEnd >= 0) this.#set.add(octets, 0, directoryEnd, 0, true);
    this.#parts = partsOfPattern(this.#set, 0).map(urlText);
    this.#isAnchored = this.#set.anchored[0] === 1;
    this.#directory = directoryEnd < 0 ? null : partsOfPattern(this.#set, 1).map(urlText).join('*');
    this.#whyNone = whyNone(octets, this.#parts, this.#isAnchored, axes);
  }

  matches(path: string): boolean {
    if (this.#whyNone !== null) return false;
    const request = readRequestPath(PATH_ORIGIN + path, OCTET_KINDS[this.#form]);
    request.grant(this.#octets.length);
    for (let pattern = 0; pattern < this.#set.count; pattern++) {
      if (matchesPattern(this.#set, pattern, request)) return true;
    }
    return false;
  }

  get words(): string {
    if (this.#whyNone !== null) return `no path, because ${this.#whyNone}`;
    const also = this.#directory === null ? '' : `, and the path ${shownPart(this.#directory)} alone`;
    const escapes = this.#set.hasQueryForms ? ', where an escape in a query also means its character' : '';
    return wordsOf(this.#parts, this.#isAnchored) + escapes + also;
  }

  /** Paths that probably match, the clearest examples first. */
  *likelyPaths(): Generator<string> {
    if (this.#whyNone !== null || this.#octets.length > MAX_OCTETS) return;
    for (const star of STARS)
      for (const rest of this.#isAnchored ? [''] : RESTS) yield this.#filled(star, rest);
    if (this.#directory !== null) yield this.#directory;
  }

  /** Paths with one difference from a path that matches. */
  *nearPaths(): Generator<string> {
    if (this.#octets.length > MAX_OCTETS) return;
    const [first, ...others] = this.#parts;
    if (this.#whyNone !== null) {
      yield* nearestOfNone(first);
      return;
    }
    const [path] = firstOf(this.likelyPaths(), (one) => this.matches(one));
    if (path === undefined) return;
    if (this.#isAnchored) yield `${path}?x`;
    if (first.length > 1) {
      yield this.#filled('x', '', [first.slice(0, -1), ...others]);
      yield this.#filled('x', '', [otherCase(first), ...others]);
    }
    for (const nth of others.keys())
      yield this.#filled('x', '', [first, ...others.filter((_, other) => other !== nth)]);
    yield this.#filled('x', '', [first, ...others.map(otherCase)]);
    yield `/x${path}`;
    if (this.#isAnchored) yield `${path}x`;
    yield '/';
    yield '/x';
  }

  #filled(star: string, rest: string, parts: readonly string[] = this.#parts): string {
    const path = parts.join(star) + rest;
    return path.startsWith('/') ? path : `/${path}`;
  }
}

/** What replaces a `*`, and what follows a pattern that is not anchored. */
const STARS = ['x', 'x/x', ''];
const RESTS = ['', 'x', '/x'];

function whyNone(
  octets: Uint8Array,
  [first, ...others]: readonly string[],
  isAnchored: boolean,
  axes: RuleAxes,
): string | null {
  if (octets.length === 0) return axes.emptyPattern === 'matches' ? null : 'it is empty';
  if (!canMatch(octets, 0, octets.length, axes)) return 'it begins with neither "/" nor "*"';
  if (first.startsWith('/') || (first === '' && (others.length > 0 || !isAnchored))) return null;
  return 'it does not begin with "/", and every path does';
}

function* nearestOfNone(first: string): Generator<string> {
  yield `/${first}`;
  yield `/x${first}`;
  yield '/';
}

/** A text with its first letter in the other case; the same if it has none. */
function otherCase(text: string): string {
  return text.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** How many parts of a pattern the sentence names one by one; the rest are counted. */
const MAX_PARTS = 5;

function wordsOf(parts: readonly string[], isAnchored: boolean): string {
  const [first, ...others] = parts;
  if (others.length === 0) {
    if (isAnchored) return `only the path ${shownPart(first)}`;
    return first === '' || first === '/' ? 'every path' : `every path that begins with ${shownPart(first)}`;
  }
  // Every path begins with a slash, which the next part may not take.
  const saysFirst = first !== '' && !(first === '/' && !others[0].startsWith('/'));
  const ending = isAnchored ? others.at(-1) : undefined;
  const middle = isAnchored ? others.slice(0, -1) : others;
  const told = middle.slice(0, MAX_PARTS);
  const left = middle.length - told.length;
  const clauses = [
    ...(saysFirst ? [`begins with ${shownPart(first)}`] : []),
    ...told.map((part) => `contains ${shownPart(part)}`),
    ...(left === 0
      ? []
      : [`contains ${left} more part${left === 1 ? '' : 's'} of the pattern in their order`]),
    ...(ending === undefined ? [] : [`ends in ${shownPart(ending)}`]),
  ];
  const mayOverlap = saysFirst ? overlaps(first, others[0]) : others.length > 1;
  return `every path that ${joined(clauses, mayOverlap)}`;
}

/** Joins clauses into one: `a and b`, `a and then b`, or `a, then b, and then c`. */
function joined(clauses: readonly string[], mayOverlap: boolean): string {
  const [first, second] = clauses;
  if (clauses.length === 1) return first;
  if (clauses.length === 2) return `${first} and ${mayOverlap ? 'then ' : ''}${second}`;
  return `${clauses.slice(0, -1).join(', then ')}, and then ${clauses.at(-1)}`;
}

/** Whether a part may be found where it shares characters with the one before it, which the pattern does not allow. */
function overlaps(before: string, part: string): boolean {
  if (before.includes(part)) return true;
  for (let length = 1; length < part.length; length++) {
    if (before.endsWith(part.slice(0, length))) return true;
  }
  return false;
}

/** The longest part that is shown whole, in characters. */
const MAX_SHOWN = 80;

/** Characters that need no quotation marks in a sentence. */
const PLAIN = /^[\w/.~%=&?+@:$*-]*[\w/~%=&+@$*-]$|^\/$|^[.?]$/;

function shownPart(part: string): string {
  const text = part.length > MAX_SHOWN ? `${part.slice(0, MAX_SHOWN)}…` : part;
  return PLAIN.test(text) ? text : `"${text}"`;
}
