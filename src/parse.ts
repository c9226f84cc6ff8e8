/**
 * Octets or events → a document, or the answer to one question; a document → octets.
 */
import { DocumentReader, documentReducerFor, type EventReducer, takeOctets, takeText } from './ast/reader.js';
import type { CrawlerTokens } from './crawler-tokens.js';
import { isAllowedOnce } from './match/judge.js';
import {
  type CallerOptions,
  type Callers,
  callersOfOptions,
  callersOfTokens,
} from './match/select/callers.js';
import { type Octets, octetsOf, plainOctets } from './octets.js';
import {
  anAbortSignal,
  checkedElsewhere,
  checkOptions,
  isObject,
  misshapen,
  NO_OPTIONS,
  optionTable,
} from './option-checks.js';
import { madeProfile, type Profile, type ProfileName } from './profiles.js';
import { fileOf, RobotsDocument } from './robots-document.js';
import { type OctetSource, type ReadOptions, SourceReader } from './stream/source.js';
import { urlText } from './urls.js';

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
 * Parses a file in memory. Any octets make a document; problems in them are in its diagnostics. The octets are copied, and
 * their lines are read when the document is first asked for something.
 *
 * @param octets the file; text is taken as UTF-8
 * @throws {TypeError} if `octets` is neither octets nor text
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 */
export function parseSync(octets: Octets | string, options: ParseSyncOptions = NO_OPTIONS): RobotsDocument {
  if (options !== NO_OPTIONS) checkOptions('parseSync', options, PARSE_SYNC_OPTIONS);
  const { maxOctets } = options;
  return new RobotsDocument(
    typeof octets === 'string' ? takeText(octets, maxOctets) : takeOctets(octetsOf(octets), maxOctets),
  );
}

/**
 * Parses a file in memory for a document that is kept for long and whose memory is counted: the document has memory of its own.
 * Only this package calls it.
 *
 * @throws {TypeError | RangeError} as {@link parseSync} does
 */
export function parseToKeep(octets: Octets | string, maxOctets?: number): RobotsDocument {
  const reader = new DocumentReader(maxOctets);
  reader.write(octetsOf(octets));
  return new RobotsDocument(reader.read());
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
  const chunks = new SourceReader(source, options);
  try {
    while (!reader.limitReached) {
      const read = chunks.read();
      const { done, value } = read instanceof Promise ? await read : read;
      if (done) break;
      reader.write(chunks.octets(value));
    }
  } finally {
    chunks.stop();
  }
  return new RobotsDocument(reader.read());
}

/**
 * Makes a document of line events: `const state = events.reduce(r.step, r.initial())`, then `r.result(state)`.
 *
 * The document equals that of `parse` if the events are those of a parser with `keepOverlong: true`. By default, a parser discards the
 * octets past the line limit (16,663 octets). The document then lacks them (`discardedOctets`), its places count without them, and
 * it has no diagnostic for the line.
 */
export const documentReducer: EventReducer<RobotsDocument> = /* @__PURE__ */ documentReducerFor(
  (file) => new RobotsDocument(file),
);

/** Who asks, and how to judge. Either `agents` or `crawler` is required. */
export type IsAllowedOptions = CallerOptions<CrawlerTokens> &
  ParseSyncOptions & {
    /** The profile to judge by: a name, one of `PROFILES`, or the result of `defineProfile`; default `rfc9309`. */
    readonly profile?: Profile | ProfileName | undefined;
  };

const TOKENS_EXPECTED =
  "an object with the crawler's tokens, such as crawler() of robotstream/crawlers returns,";

const QUESTION_OPTIONS = optionTable<IsAllowedOptions>({
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  profile: checkedElsewhere,
  maxOctets: checkedElsewhere,
});

/**
 * Whether a crawler may fetch a URL, by a file in memory. The answer is that of `parseSync(octets).matcher(options).isAllowed(url)`,
 * but nothing of the file is kept, so it is faster for one question to each of many files. A crawler of the registry is given as `{
 * crawler: crawler('Googlebot-News') }`, with `crawler` of `robotstream/crawlers`; its name alone is not accepted here, so that a
 * bundle of this function has no names of crawlers.
 *
 * @param octets the file; text is taken as UTF-8
 * @param url an absolute http, https or ftp URL, or a path that begins with `/`; under `google`, any string
 * @throws {TypeError} if an argument or an option is not accepted
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 */
export function isAllowed(octets: Octets | string, url: string | URL, options: IsAllowedOptions): boolean {
  checkOptions('isAllowed', options, QUESTION_OPTIONS);
  const profile = madeProfile(options.profile);
  const callers = callersOfOptions(options, ofTokens);
  const { maxOctets } = options;
  // Before the octets: a subclass of `URL` runs code of the program, which could transfer them.
  const text = urlText(url);
  return isAllowedOnce(octetsOf(octets), text, profile, callers, maxOctets);
}

function ofTokens(crawler: CrawlerTokens, argument: string): Callers {
  return callersOfTokens(crawler, argument, TOKENS_EXPECTED);
}

/**
 * A copy of the octets that a document was read from. If the parsing limit cut the file, these are its whole lines. A document
 * folded from events lacks the octets that the parser discarded (`document.discardedOctets`).
 *
 * @throws {TypeError} if it is not a document
 */
export function stringify(document: { readonly octets: Uint8Array }): Uint8Array {
  // Not `document.octets`, which the program may have written to or transferred.
  if (isObject(document) && document instanceof RobotsDocument) return fileOf(document).octets.slice();
  const octets = isObject(document) ? plainOctets(document.octets) : undefined;
  if (octets === undefined) throw misshapen(document, 'document', 'a document of this package');
  return octets.slice();
}
