/**
 * A response → what its status means, and a document.
 */
import { SELECTION_OPTIONS } from './match/select/callers.js';
import { checkOptions, isObject, misshapen } from './option-checks.js';
import { PARSE_OPTIONS, type ParseOptions, parse, statusDocument } from './parse.js';
import type { AnyProfile } from './profiles.js';
import type { RobotsDocument } from './robots-document.js';
import { accessOf, type StatusAccess } from './status-access.js';

/** Options of {@link robotsFromResponse}. */
export interface ResponseOptions extends ParseOptions {
  /** The profile to judge the status by, or its name; default `rfc9309`. Give a matcher of the document the same one. */
  readonly profile?: AnyProfile | undefined;
}

const RESPONSE_OPTIONS = [...SELECTION_OPTIONS, ...PARSE_OPTIONS];

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
  const access = accessOf(status, profile);
  const stream: unknown = body;
  const isStream = isObject(stream) && 'getReader' in stream;
  if (body !== null && !isStream) throw misshapen(body, 'response.body', 'a ReadableStream or null');
  if (access.meaning === 'rules') {
    return { ...access, document: await parse(response, { maxOctets, signal }) };
  }
  // The connection is free for another request; a failure to cancel changes nothing.
  body?.cancel(signal?.reason).catch(() => {});
  signal?.throwIfAborted();
  return { ...access, document: statusDocument(status, access) };
}
