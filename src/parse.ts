/**
 * Octets or events → a document; and one question to a file that is not kept.
 */
import { DocumentReader, readOctets } from './ast/document-reader.js';
import { documentReducerFor, type EventReducer } from './ast/document-reducer.js';
import { resolveProfile } from './define-profile.js';
import type { MatcherOptions } from './match/matcher.js';
import { callersOfOptions } from './match/select/callers.js';
import { isAllowedOnce } from './match/single-pass.js';
import { FILE_EXPECTED, fileOctets, type Octets } from './octets.js';
import { anAbortSignal, checkedElsewhere, checkOptions, misshapen, optionTable } from './option-checks.js';
import { RobotsDocument } from './robots-document.js';
import { type OctetSource, octetChunks, type ReadOptions } from './stream/source.js';
import { urlText } from './url-argument.js';

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
  crawler: checkedElsewhere,
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
  const callers = callersOfOptions(options);
  const { maxOctets } = options;
  return isAllowedOnce(octetsOf(octets), urlText(url), profile, callers, maxOctets);
}

/** Makes a document of line events: `const state = events.reduce(r.step, r.initial())`, then `r.result(state)`. */
export const documentReducer: EventReducer<RobotsDocument> = documentReducerFor(
  (file) => new RobotsDocument(file),
);

/** The octets of an argument. Code of the caller, such as getters, runs before this returns or not at all. */
function octetsOf(file: Octets | string): Uint8Array {
  const octets = fileOctets(file);
  if (octets === undefined) throw misshapen(file, 'octets', `${FILE_EXPECTED} (parse() takes streams)`);
  return octets;
}
