/**
 * A document that judges: the data of `src/ast` with the matching of `src/match`.
 */
import { Document } from './ast/document.js';
import { DocumentReader, readOctets } from './ast/document-reader.js';
import { documentReducerFor, type EventReducer } from './ast/document-reducer.js';
import { parseCrawlDelay, parseRequestRate, parseVisitTime } from './ast/extension-values.js';
import type { ExtensionRecord, RequestRate, VisitTime } from './ast/nodes.js';
import { resolveProfile } from './define-profile.js';
import { Matcher, type MatcherOptions } from './match/matcher.js';
import { callersOf } from './match/select/callers.js';
import { firstNameIn, select } from './match/select/select.js';
import { isAllowedOnce } from './match/single-pass.js';
import { FILE_EXPECTED, fileOctets, type Octets } from './octets.js';
import {
  anAbortSignal,
  aString,
  checkedElsewhere,
  checkOptions,
  misshapen,
  optionTable,
} from './option-checks.js';
import type { Profile, ProfileName } from './profiles.js';
import { type OctetSource, octetChunks, type ReadOptions } from './stream/source.js';
import { urlText } from './url-argument.js';

/** How the groups of a caller are selected, for questions that are not about URLs. */
export interface SelectionOptions {
  /** The profile to select groups by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
}

const SELECTION_OPTIONS = optionTable<SelectionOptions>({ profile: checkedElsewhere });

/** A parsed robots.txt. It decides whether callers may fetch URLs, and has its records, diagnostics and octets. */
export class RobotsDocument extends Document {
  /**
   * Makes a matcher: it decides about URLs for one caller under one profile.
   *
   * @throws {TypeError} if there is no agent, an agent is not a product token, or there is no such profile
   */
  matcher(options: MatcherOptions): Matcher {
    return new Matcher(this, options);
  }

  /**
   * Finds the first of a crawler's names that the file names. Crawlers with several tokens need it, such as Googlebot-News,
   * which obeys the groups of Googlebot if there are none of its own (docs/semantics.md §4.1).
   *
   * @param preferences product tokens, the preferred one first
   * @returns the name as given, or `undefined` if the file names none of them
   * @throws {TypeError} if there is no name, or one is not a product token
   */
  selectAgent(preferences: readonly string[], options: SelectionOptions = {}): string | undefined {
    checkOptions('selectAgent', options, SELECTION_OPTIONS);
    const profile = resolveProfile(options.profile);
    if (!Array.isArray(preferences)) throw misshapen(preferences, 'preferences', 'a list of product tokens');
    const names = Array.from(preferences as readonly string[]);
    return names[firstNameIn(this.facts, profile, callersOf(names, 'preferences'))];
  }

  /**
   * How many seconds a caller should wait between two requests: the first well-formed `Crawl-delay` that applies to it.
   *
   * @returns `undefined` if none applies
   * @throws {TypeError} if there is no agent, or one is not a product token
   */
  crawlDelay(agents: string | readonly string[], options: SelectionOptions = {}): number | undefined {
    return this.#extension(agents, 'crawl-delay', parseCrawlDelay, options);
  }

  /**
   * How often a caller may fetch a page: the first well-formed `Request-rate` that applies to it.
   *
   * @returns `undefined` if none applies
   * @throws {TypeError} if there is no agent, or one is not a product token
   */
  requestRate(agents: string | readonly string[], options: SelectionOptions = {}): RequestRate | undefined {
    return this.#extension(agents, 'request-rate', parseRequestRate, options);
  }

  /**
   * At which time of the day a caller should visit: the first well-formed `Visit-time` that applies to it.
   *
   * @returns `undefined` if none applies
   * @throws {TypeError} if there is no agent, or one is not a product token
   */
  visitTime(agents: string | readonly string[], options: SelectionOptions = {}): VisitTime | undefined {
    return this.#extension(agents, 'visit-time', parseVisitTime, options);
  }

  /**
   * The records with a field that apply to a caller, in file order: those below the user-agent line that names it, in the groups
   * that it obeys (docs/semantics.md §3.4).
   *
   * @param field such as `Content-Signal`; case does not matter
   * @throws {TypeError} if there is no agent, or one is not a product token
   */
  extensions(
    agents: string | readonly string[],
    field: string,
    options: SelectionOptions = {},
  ): readonly ExtensionRecord[] {
    checkOptions('extensions', options, SELECTION_OPTIONS);
    aString(field, 'field');
    const profile = resolveProfile(options.profile);
    const { agents: lines } = select(this.facts, profile, callersOf(agents));
    const name = field.toLowerCase();
    return lines.flatMap(({ line }) => {
      const extensions = this.groupAt(line, profile)?.extensions ?? [];
      return extensions.filter((record) => record.name === name && record.line > line);
    });
  }

  #extension<Value>(
    agents: string | readonly string[],
    field: string,
    read: (value: string) => Value | undefined,
    options: SelectionOptions,
  ): Value | undefined {
    for (const record of this.extensions(agents, field, options)) {
      const value = read(record.value.text);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

export interface ParseSyncOptions {
  /**
   * The parsing limit in octets of decoded content. Default and minimum: 512,000 (500 KiB, RFC 9309 §2.5); `Infinity` for no
   * limit.
   */
  readonly maxOctets?: number | undefined;
}

const PARSE_SYNC_OPTIONS = optionTable<ParseSyncOptions>({ maxOctets: checkedElsewhere });

export interface ParseOptions extends ParseSyncOptions, ReadOptions {}

const PARSE_OPTIONS = optionTable<ParseOptions>({ maxOctets: checkedElsewhere, signal: anAbortSignal });

/**
 * Parses a file in memory. Any octets make a document; problems in them are in its diagnostics.
 *
 * @param octets the file; text is taken as UTF-8
 * @throws {TypeError} if `octets` is neither octets nor text
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 */
export function parseSync(octets: Octets | string, options: ParseSyncOptions = {}): RobotsDocument {
  checkOptions('parseSync', options, PARSE_SYNC_OPTIONS);
  return new RobotsDocument(readOctets(octetsOf(octets), options.maxOctets));
}

/**
 * Parses a file from any source. At the parsing limit, the source is cancelled and `truncated` is true.
 *
 * @throws (rejects) the errors of the source, unchanged
 * @throws {TypeError} if the source is not of an accepted kind
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {RobotsError} `source-type` if the source yields something other than octets
 */
export async function parse(source: OctetSource, options: ParseOptions = {}): Promise<RobotsDocument> {
  checkOptions('parse', options, PARSE_OPTIONS);
  const reader = new DocumentReader(options.maxOctets);
  for await (const chunk of octetChunks(source, options)) {
    reader.write(chunk);
    if (reader.limitReached) break;
  }
  return new RobotsDocument(reader.read());
}

const QUESTION_OPTIONS = optionTable<MatcherOptions & ParseSyncOptions>({
  agents: checkedElsewhere,
  profile: checkedElsewhere,
  maxOctets: checkedElsewhere,
});

/**
 * Whether a caller may fetch a URL by a file in memory. The answer is that of `parseSync(octets).matcher(options).isAllowed(url)`, but
 * nothing of the file is kept, so it is faster for one question to each of many files.
 *
 * @param octets the file; text is taken as UTF-8
 * @param url an absolute http, https or ftp URL, or a path that begins with `/`; under `google`, any string
 * @throws {TypeError} if an argument or an option is not accepted
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 */
export function isAllowed(
  octets: Octets | string,
  url: string | URL,
  options: MatcherOptions & ParseSyncOptions,
): boolean {
  checkOptions('isAllowed', options, QUESTION_OPTIONS);
  const profile = resolveProfile(options.profile);
  const callers = callersOf(options.agents);
  const { maxOctets } = options;
  return isAllowedOnce(octetsOf(octets), urlText(url), profile, callers, maxOctets);
}

/** Makes a document of line events: `const state = events.reduce(r.step, r.initial())`, then `r.result(state)`. */
export const documentReducer: EventReducer<RobotsDocument> = documentReducerFor(
  (facts) => new RobotsDocument(facts),
);

/** The octets of an argument. Code of the caller, such as getters, runs before this returns or not at all. */
function octetsOf(file: Octets | string): Uint8Array {
  const octets = fileOctets(file);
  if (octets === undefined) throw misshapen(file, 'octets', `${FILE_EXPECTED} (parse() takes streams)`);
  return octets;
}
