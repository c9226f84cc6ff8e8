/**
 * Octets → a document, and back; a status → a document.
 */
import { FileCollector, takeOctets, takeText } from './ast/collect.js';
import { type Octets, octetsOf, plainOctets } from './octets.js';
import {
  checkedElsewhere,
  checkOptions,
  isObject,
  misshapen,
  NO_OPTIONS,
  optionTable,
} from './option-checks.js';
import { fileOf, RobotsDocument } from './robots-document.js';
import { type StatusAccess, statusReason } from './status-access.js';
import { type OctetSource, READ_OPTIONS, type ReadOptions, SourceChunks } from './stream/source.js';

/** Options for `parseSync`. */
export interface ParseSyncOptions {
  /**
   * The parsing limit in octets of decoded content. Default and minimum: 512,000 (500 KiB, RFC 9309 §2.5); `Infinity` for no
   * limit.
   */
  readonly maxOctets?: number | undefined;
}

export const PARSE_SYNC_OPTIONS = optionTable<ParseSyncOptions>({ maxOctets: checkedElsewhere });

/** Options for `parse`. */
export interface ParseOptions extends ParseSyncOptions, ReadOptions {}

export const PARSE_OPTIONS = [...PARSE_SYNC_OPTIONS, ...READ_OPTIONS];

/**
 * Parses a file in memory. Any octets make a document; problems in them are in its diagnostics. The octets are copied, and
 * their lines are read when the document is first asked for something.
 *
 * @param octets the file; text is taken as UTF-8
 * @throws {TypeError} if `octets` is neither octets nor text
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 *
 * const document = parseSync('User-agent: *\nDisallow: /private/\nSitemap: https://example.com/sitemap.xml');
 * console.log(document.matcher({ agents: 'FooBot' }).isAllowed('/private/a')); // → false
 * console.log(document.sitemaps[0].url); // → https://example.com/sitemap.xml
 * ```
 */
export function parseSync(octets: Octets | string, options: ParseSyncOptions = NO_OPTIONS): RobotsDocument {
  if (options !== NO_OPTIONS) checkOptions('parseSync', options, PARSE_SYNC_OPTIONS);
  const { maxOctets } = options;
  return new RobotsDocument(
    typeof octets === 'string' ? takeText(octets, maxOctets) : takeOctets(octetsOf(octets), maxOctets),
  );
}

/**
 * Parses a file from any source. At the parsing limit, the source is cancelled and `truncated` is true.
 *
 * @throws (rejects) the errors of the source, unchanged
 * @throws {TypeError} if the source is not of an accepted kind
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {RobotsError} `source-type` if the source yields something other than octets
 * @example
 * ```js
 * import { parse } from 'robotstream';
 *
 * const file = new Blob(['User-agent: *\nDisallow: /private/\n']);
 * const document = await parse(file.stream());
 * console.log(document.groups.length, document.truncated); // → 1 false
 * ```
 */
export async function parse(source: OctetSource, options: ParseOptions = {}): Promise<RobotsDocument> {
  checkOptions('parse', options, PARSE_OPTIONS);
  const collector = new FileCollector(options.maxOctets);
  const chunks = new SourceChunks(source, options);
  try {
    while (!collector.limitReached) {
      const read = chunks.read();
      const { done, value } = read instanceof Promise ? await read : read;
      if (done) break;
      collector.write(chunks.octets(value));
    }
  } finally {
    chunks.stop();
  }
  return new RobotsDocument(collector.read());
}

/**
 * A copy of the octets that a document was read from. If the parsing limit cut the file, these are its whole lines.
 *
 * @throws {TypeError} if it is not a document
 * @example
 * ```js
 * import { parseSync, stringify } from 'robotstream';
 *
 * const octets = stringify(parseSync('User-agent: *\r\nDisallow: /'));
 * console.log(JSON.stringify(new TextDecoder().decode(octets))); // → "User-agent: *\r\nDisallow: /"
 * ```
 */
export function stringify(document: { readonly octets: Uint8Array }): Uint8Array {
  // Not `document.octets`, which the program may have written to or transferred.
  if (isObject(document) && document instanceof RobotsDocument) return fileOf(document).octets.slice();
  const octets = isObject(document) ? plainOctets(document.octets) : undefined;
  if (octets === undefined) throw misshapen(document, 'document', 'a document of this package');
  return octets.slice();
}

const DISALLOWS_ALL = 'User-agent: *\nDisallow: /\n';

/**
 * A file that means what a status means. Its verdicts name the status, not the rule.
 *
 * @param access what the status means: anything but `rules`
 */
export function statusDocument(status: number, { outcome, meaning }: StatusAccess): RobotsDocument {
  const file = fileOf(parseSync(meaning === 'allow-all' ? '' : DISALLOWS_ALL));
  const ruling = { status, reason: statusReason(outcome, meaning) };
  return new RobotsDocument(file.copy({ ...file.facts, ruling }));
}
