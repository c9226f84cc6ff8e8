/**
 * Octets or events → a document.
 */
import { DocumentReader, takeOctets, takeText } from './ast/document-reader.js';
import { documentReducerFor, type EventReducer } from './ast/document-reducer.js';
import { type Octets, octetsOf } from './octets.js';
import { anAbortSignal, checkedElsewhere, checkOptions, NO_OPTIONS, optionTable } from './option-checks.js';
import { RobotsDocument } from './robots-document.js';
import { type OctetSource, type ReadOptions, SourceReader } from './stream/source.js';

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
export const documentReducer: EventReducer<RobotsDocument> = documentReducerFor(
  (file) => new RobotsDocument(file),
);
