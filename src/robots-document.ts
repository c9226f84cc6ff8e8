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

/** How a caller is found in a file, for what is not a matter of URLs. */
export interface SelectionOptions {
  /** The profile to select groups by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
}

const SELECTION_OPTIONS = optionTable<SelectionOptions>({ profile: checkedElsewhere });

/** A parsed robots.txt that can be asked. */
export class RobotsDocument extends Document {
  /**
   * Makes the document ready for one caller under one profile.
   *
   * @throws {TypeError} if no agent or an empty one is given, or there is no such profile
   */
  matcher(options: MatcherOptions): Matcher {
    return new Matcher(this, options);
  }

  /**
   * The first of a crawler's names, in its order of preference, that the file names: for families of tokens, such as
   * Googlebot-News, which goes by Googlebot's rules where it has none of its own (docs/semantics.md §4.1).
   *
   * @returns the name as given, or undefined if the file names none of them
   * @throws {TypeError} if there is no name or an empty one
   */
  selectAgent(preferences: readonly string[], options: SelectionOptions = {}): string | undefined {
    checkOptions('selectAgent', options, SELECTION_OPTIONS);
    const profile = resolveProfile(options.profile);
    if (!Array.isArray(preferences)) throw misshapen(preferences, 'preferences', 'a list of product tokens');
    const names = Array.from(preferences as readonly string[]);
    return names[firstNameIn(this.facts, profile, callersOf(names, 'preferences'))];
  }

  /**
   * Seconds that a caller should leave between two requests: its first `Crawl-delay` that can be read.
   *
   * @returns undefined if none applies to it
   * @throws {TypeError} if no agent or an empty one is given
   */
  crawlDelay(agents: string | readonly string[], options: SelectionOptions = {}): number | undefined {
    return this.#extension(agents, 'crawl-delay', parseCrawlDelay, options);
  }

  /** How often a caller may fetch a page: its first `Request-rate` that can be read. Otherwise as {@link crawlDelay}. */
  requestRate(agents: string | readonly string[], options: SelectionOptions = {}): RequestRate | undefined {
    return this.#extension(agents, 'request-rate', parseRequestRate, options);
  }

  /** When in the day a caller should come: its first `Visit-time` that can be read. Otherwise as {@link crawlDelay}. */
  visitTime(agents: string | readonly string[], options: SelectionOptions = {}): VisitTime | undefined {
    return this.#extension(agents, 'visit-time', parseVisitTime, options);
  }

  /**
   * The records with a field that apply to a caller, in file order: those that stand behind the user-agent line that
   * names it, in the groups that it obeys (docs/semantics.md §3.4).
   *
   * @param field such as `Content-Signal`; case does not matter
   * @throws {TypeError} if no agent or an empty one is given
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
   * The parsing limit in octets of decoded content: 512,000 (500 KiB, RFC 9309 §2.5) unless given, never less;
   * `Infinity` for files known to be large.
   */
  readonly maxOctets?: number | undefined;
}

const PARSE_SYNC_OPTIONS = optionTable<ParseSyncOptions>({ maxOctets: checkedElsewhere });

export interface ParseOptions extends ParseSyncOptions, ReadOptions {}

const PARSE_OPTIONS = optionTable<ParseOptions>({ maxOctets: checkedElsewhere, signal: anAbortSignal });

/**
 * Reads a file that is at hand. There is a document for whatever octets; what is odd about them is in its diagnostics.
 *
 * @param octets the file; text is taken as UTF-8
 * @throws {TypeError} if it is neither octets nor text
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 */
export function parseSync(octets: Octets | string, options: ParseSyncOptions = {}): RobotsDocument {
  checkOptions('parseSync', options, PARSE_SYNC_OPTIONS);
  return new RobotsDocument(readOctets(octetsOf(octets), options.maxOctets));
}

/**
 * Reads a file from any source. At the parsing limit the source is cancelled and the document says `truncated`.
 *
 * @throws {TypeError} if the source is of no known kind
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {RobotsError} `source-type` if the source yields something that is not octets; its own errors are passed on
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
 * Whether a caller may fetch a URL, by a file at hand: `parseSync(octets).matcher(options).isAllowed(url)` in one go, with
 * nothing kept of the file. For one question to each of many files.
 *
 * @param octets the file; text is taken as UTF-8
 * @param url as for `Matcher.isAllowed`
 * @throws {TypeError} as `parseSync`, `matcher` and `isAllowed` do
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

/** The reducer from line events to documents: `events.reduce(r.step, r.initial())`, then `r.result(state)`. */
export const documentReducer: EventReducer<RobotsDocument> = documentReducerFor(
  (facts) => new RobotsDocument(facts),
);

/** The octets of an argument. What the caller's object brings with it runs before this returns, or not at all. */
function octetsOf(file: Octets | string): Uint8Array {
  const octets = fileOctets(file);
  if (octets === undefined) throw misshapen(file, 'octets', `${FILE_EXPECTED} (parse() takes streams)`);
  return octets;
}
