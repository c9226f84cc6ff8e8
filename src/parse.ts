/**
 * Octets, a response or events → a document, or the answer to one question; a document → octets.
 */
import { DocumentReader, DocumentState, type EventReducer, takeOctets, takeText } from './ast/reader.js';
import type { CrawlerTokens } from './crawler-tokens.js';
import { otherEngineOf } from './match/engine.js';
import { judgeOnce } from './match/judge.js';
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
import { type AnyProfile, madeProfile, resolveProfile } from './profiles.js';
import { fileOf, RobotsDocument } from './robots-document.js';
import {
  type AccessMeaning,
  accessOf,
  type StatusAccess,
  type StatusRuling,
  statusReason,
} from './status-access.js';
import { type OctetSource, type ReadOptions, SourceReader } from './stream/source.js';
import { urlText } from './urls.js';

/** Options for `parseSync`. */
export interface ParseSyncOptions {
  /**
   * The parsing limit in octets of decoded content. Default and minimum: 512,000 (500 KiB, RFC 9309 §2.5); `Infinity` for no
   * limit.
   */
  readonly maxOctets?: number | undefined;
}

const PARSE_SYNC_OPTIONS = optionTable<ParseSyncOptions>({ maxOctets: checkedElsewhere });

/** Options for `parse`. */
export interface ParseOptions extends ParseSyncOptions, ReadOptions {}

const PARSE_OPTIONS = optionTable<ParseOptions>({ maxOctets: checkedElsewhere, signal: anAbortSignal });

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

/** Options of {@link robotsFromResponse}. */
export interface ResponseOptions extends ParseOptions {
  /** The profile to judge the status by, or its name; default `rfc9309`. Give a matcher of the document the same one. */
  readonly profile?: AnyProfile | undefined;
}

const RESPONSE_OPTIONS = optionTable<ResponseOptions>({
  maxOctets: checkedElsewhere,
  profile: checkedElsewhere,
  signal: anAbortSignal,
});

/** What a response says. */
export interface ResponseRobots extends StatusAccess {
  /**
   * The file. If the status is not 2xx, a file that means the same: an empty one for `allow-all`, else one that disallows
   * everything for every crawler. Its verdicts and explanations have no rule and no group: their reason says that the status decided.
   */
  readonly document: RobotsDocument;
}

/**
 * Reads the robots.txt of a fetch `Response` by its status: the body of a 2xx response is parsed as it arrives; the body of
 * any other response is cancelled, because its status decides. At the parsing limit, the rest of the body is cancelled.
 *
 * A fetch that rejects, or a body that fails, has no status to go by: the robots.txt is unreachable, so nothing of the site
 * is allowed (RFC 9309 §2.3.1.4). `@robotstream/client` handles that, redirects, and caching.
 *
 * @param response the last response, after redirects; its body has not been read
 * @throws {TypeError} (rejects) if it is no response, or an option is unknown or malformed
 * @throws {RangeError} (rejects) if `maxOctets` is under 512,000 or not whole; if the status is 0, as that of an opaque response
 * @throws the signal's reason (rejects) if it aborts; the error of the body, unchanged
 * @example
 * ```js
 * import { robotsFromResponse } from 'robotstream';
 *
 * const response = new Response('User-agent: *\nDisallow: /private/\n', { status: 200 });
 * const { meaning, document } = await robotsFromResponse(response);
 * console.log(meaning, document.matcher({ agents: 'FooBot' }).isAllowed('/private/a')); // → rules false
 * ```
 */
export async function robotsFromResponse(
  response: Pick<Response, 'status' | 'body'>,
  options: ResponseOptions = {},
): Promise<ResponseRobots> {
  checkOptions('robotsFromResponse', options, RESPONSE_OPTIONS);
  const { profile, maxOctets, signal } = options;
  if (!isObject(response) || !('body' in response)) {
    throw misshapen(response, 'response', 'a Response of fetch()');
  }
  const { status, body } = response;
  const access = accessOf(status, resolveProfile(profile));
  const stream: unknown = body;
  const isStream = isObject(stream) && 'getReader' in stream;
  if (body !== null && !isStream) throw misshapen(body, 'response.body', 'a ReadableStream or null');
  if (access.meaning === 'rules') {
    return { ...access, document: await parse(response, { maxOctets, signal }) };
  }
  // The connection is free for another request; a failure to cancel changes nothing.
  body?.cancel(signal?.reason).catch(() => {});
  signal?.throwIfAborted();
  const reason = statusReason(access.outcome, access.meaning);
  return { ...access, document: ruledDocument({ status, reason }, access.meaning) };
}

const DISALLOWS_ALL = 'User-agent: *\nDisallow: /\n';

/** A file that means what a status means. Its verdicts name the status, not the rule. */
function ruledDocument(ruling: StatusRuling, meaning: AccessMeaning): RobotsDocument {
  const file = fileOf(parseSync(meaning === 'allow-all' ? '' : DISALLOWS_ALL));
  return new RobotsDocument(file.copy({ ...file.facts, ruling }));
}

/**
 * Makes a document of line events: `const state = events.reduce(r.step, r.initial())`, then `r.result(state)`.
 *
 * The document equals that of `parse` if the events are those of a parser with `keepOverlong: true`. By default, a parser discards the
 * octets past the line limit (16,663 octets). The document then lacks them (`discardedOctets`), its places count without them, and
 * it has no diagnostic for the line.
 */
export const documentReducer: EventReducer<RobotsDocument> = {
  initial: () => new DocumentState(),
  step: (state, event) => DocumentState.add(state, event),
  result: (state) => new RobotsDocument(DocumentState.file(state)),
};

/** Who asks, and how to judge. Either `agents` or `crawler` is required. */
export type IsAllowedOptions = CallerOptions<CrawlerTokens> &
  ParseSyncOptions & {
    /** The profile to judge by: a name, one of `PROFILES`, or the result of `defineProfile`; by default that of the crawler, or `rfc9309`. */
    readonly profile?: AnyProfile | undefined;
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
 * @param url an absolute http, https or ftp URL, or a path that begins with a single `/`; under `google`, any string
 * @throws {TypeError} if an argument or an option is not accepted
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @example
 * ```js
 * import { isAllowed } from 'robotstream';
 *
 * const file = 'User-agent: *\nDisallow: /private/';
 * console.log(isAllowed(file, 'https://example.com/private/a', { agents: 'FooBot' })); // → false
 * ```
 */
export function isAllowed(octets: Octets | string, url: string | URL, options: IsAllowedOptions): boolean {
  checkOptions('isAllowed', options, QUESTION_OPTIONS);
  const callers = callersOfOptions(options, callersOfCrawlerTokens);
  const profile = madeProfile(options.profile === undefined ? options.crawler?.profile : options.profile);
  const { maxOctets } = options;
  // Before the octets: a subclass of `URL` runs code of the program, which could transfer them.
  const text = urlText(url);
  const other = otherEngineOf(profile);
  if (other !== undefined) return other.isAllowed(octetsOf(octets), text, callers, maxOctets);
  return judgeOnce(octetsOf(octets), text, profile, callers, maxOctets).isAllowed;
}

function callersOfCrawlerTokens(crawler: CrawlerTokens, argument: string): Callers {
  return callersOfTokens(crawler, argument, TOKENS_EXPECTED);
}

/**
 * A copy of the octets that a document was read from. If the parsing limit cut the file, these are its whole lines. A document
 * folded from events lacks the octets that the parser discarded (`document.discardedOctets`).
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
