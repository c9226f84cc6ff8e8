/**
 * From a URL to the robots.txt that governs it, and what its absence means: RFC 9309 §2.3, docs/semantics.md §6.
 */

import { randomUUID } from 'node:crypto';
import { parse, type RobotsDocument, robotsUrl } from 'robotstream';
import { isInClass } from 'robotstream/internal';
import { checkTransferCodings, type DecodedBody, decoded } from './content-codings.js';
import { isConnectionLoss, isLocalFault } from './fault-of-error.js';
import { AccessError, type AccessFault } from './faults.js';
import { octetLimits } from './limits.js';
import type { FetchOptions } from './options.js';
import { ask, beginFetch, endFetch, type FetchContext, followRedirects } from './redirects.js';
import {
  conditionalHeaders,
  type Exchange,
  FetchRequest,
  type FetchTrace,
  isConditional,
  plainHeaders,
} from './requests.js';
import {
  type AccessResult,
  fileOrPage,
  notModified,
  outcomeOfFtpReply,
  outcomeOfStatus,
  type ProbeFacts,
  type StatusOutcome,
  unavailable,
  unreachable,
} from './result.js';
import { SERVICE_UNAVAILABLE } from './retry.js';
import { readSettings, type Settings } from './settings.js';

/**
 * Fetches the robots.txt that governs a URL. A failure of the server or the network is a result, not an error.
 *
 * The connection is closed at the parsing limit. Without a `dispatcher`, the fetch makes its own connections and closes
 * them when it ends.
 *
 * @param url any http, https or ftp URL of the site
 * @throws {TypeError} (rejects) if the URL is not accepted, or an option is unknown or malformed
 * @throws {RangeError} (rejects) if `maxOctets` or a time limit is out of range
 * @throws {RobotsError} (rejects) `ftp-client-missing` if it is an ftp URL and basic-ftp is not installed or cannot be loaded
 * @throws the signal's reason (rejects) if it aborts
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { fetchRobots } from '@robotstream/client';
 *
 * const result = await fetchRobots('http://localhost:8124/shop/cart', { userAgent: 'FooBot/1.0 (+https://foo.example/bot)' });
 * console.log(result.outcome, result.robotsUrl); // → success http://localhost:8124/robots.txt
 * ```
 */
export async function fetchRobots(url: string | URL, options: FetchOptions): Promise<AccessResult> {
  return fetchWith(url, readSettings(options));
}

/** Fetches with settings from {@link readSettings}; otherwise the same as {@link fetchRobots}. */
export async function fetchWith(url: string | URL, settings: Settings): Promise<AccessResult> {
  const asked = robotsUrl(url);
  if (asked.startsWith('ftp:') && settings.dispatcher !== undefined) {
    throw new TypeError(`url is ${asked}, which dispatcher cannot fetch; leave dispatcher out for FTP`);
  }
  if (asked.startsWith('ftp:') && settings.proxy?.(new URL(asked))) {
    throw new TypeError(
      `url is ${asked}, which cannot be fetched by way of a proxy; leave proxy out for FTP`,
    );
  }
  settings.signal?.throwIfAborted();
  const context = beginFetch(asked, settings);
  try {
    return await resultOf(context);
  } catch (error) {
    settings.signal?.throwIfAborted();
    if (!(error instanceof AccessError)) throw error;
    if (error.code === 'ftp-client-missing' && context.trace.redirects.length === 0) throw error;
    return failed(error, context);
  } finally {
    endFetch(context);
  }
}

/** The result, after a second attempt if a connection was lost. The attempt begins where the first one failed. */
async function resultOf(context: FetchContext): Promise<AccessResult> {
  try {
    return await attempt(context);
  } catch (error) {
    const isOver = context.limits.signal.aborted;
    if (isOver || !(error instanceof AccessError) || !isConnectionLoss(error)) throw error;
    return await attempt(context);
  }
}

/** Sends the request, follows redirects and reads the response. */
async function attempt(context: FetchContext): Promise<AccessResult> {
  const { settings, trace } = context;
  const exchange = await followRedirects(
    (url) => Object.assign(plainHeaders(url, trace.robotsUrl, settings), conditionalHeaders(url, settings)),
    context,
  );
  const found = outcomeOfExchange(exchange, context);
  if (found.outcome === 'success') {
    const { document, cause } = await readBody(exchange, context);
    return fileOrPage(trace.facts(), document, settings, cause);
  }
  exchange.close();
  const { access } = settings.profile;
  switch (found.outcome) {
    case 'not-modified':
      return notModified(trace.facts());
    case 'unavailable':
      return unavailable(trace.facts(), access, found.meaning);
    case 'server-error':
      return await serverError(context);
    case 'unreachable':
      return unreachable(trace.facts(), access, statusFault(found.fault, trace));
  }
}

function outcomeOfExchange(exchange: Exchange, { settings, trace }: FetchContext): StatusOutcome {
  const url = new URL(trace.finalUrl);
  if (url.protocol === 'ftp:') return outcomeOfFtpReply(exchange.status);
  return outcomeOfStatus(exchange.status, isConditional(url, settings), settings.profile.access);
}

interface ReadFile {
  readonly document: RobotsDocument;
  /** A fault of a response whose file could be read anyway. */
  readonly cause: AccessError | null;
}

/** Parses the body as it arrives, up to the parsing limit. */
async function readBody(exchange: Exchange, context: FetchContext): Promise<ReadFile> {
  const { trace, settings } = context;
  try {
    const { octets, unknownCoding } = decodedBody(exchange, context);
    const document = await parse(trace.counting(octets), { maxOctets: settings.maxOctets });
    trace.bodyRead(document.size);
    return { document, cause: unknownCoding === null ? null : readAsText(unknownCoding) };
  } catch (error) {
    throw bodyFault(error, context);
  } finally {
    exchange.close();
  }
}

/** The body of a response without its codings. */
export function decodedBody(exchange: Exchange, { settings, limits }: FetchContext): DecodedBody {
  checkTransferCodings(exchange.headers['transfer-encoding']);
  return decoded(exchange.body(), exchange.headers['content-encoding'], {
    maxOctetsBetween: octetLimits(settings.maxOctets).maxEncodedOctets,
    signal: limits.signal,
  });
}

/**
 * The fault of a body that could not be read.
 *
 * @throws the limits' reason if they have aborted
 */
export function bodyFault(error: unknown, { trace, limits }: FetchContext): AccessError {
  limits.signal.throwIfAborted();
  if (error instanceof AccessError) return error;
  return new AccessError('body-cut-off', `${trace.finalUrl}: the body could not be read`, { cause: error });
}

function readAsText(coding: string): AccessError {
  return new AccessError(
    'bad-encoding',
    `Content-Encoding names ${JSON.stringify(coding)}, which is unknown; the body is plain text and is read as it is`,
  );
}

/** A 5xx: the server's failure, unless a probe finds that the site responds like this to every missing page. */
async function serverError(context: FetchContext): Promise<AccessResult> {
  const { trace } = context;
  const { access } = context.settings.profile;
  const facts = trace.facts();
  const cause = statusFault('server-error', trace);
  const isWorthProbing =
    access.serverErrorEverywhere === 'unavailable' && isErrorOfMissingPages(facts.status);
  if (!context.settings.probe || !isWorthProbing) return unreachable(facts, access, cause);
  const probed = await probe(trace.request, trace.robotsUrl, context);
  return isErrorOfMissingPages(probed.status)
    ? unavailable(trace.facts(), access, 'allow-all', cause, probed)
    : unreachable(trace.facts(), access, cause, probed);
}

/** The result of a fetch without a response. */
function failed(cause: AccessError, { settings, trace }: FetchContext): AccessResult {
  const { access } = settings.profile;
  const isAboutRedirects = cause.code === 'too-many-redirects' || cause.code === 'redirect-loop';
  return isAboutRedirects && access.tooManyRedirects === 'unavailable'
    ? unavailable(trace.facts(), access, 'allow-all', cause)
    : unreachable(trace.facts(), access, cause, null, isLocalFault(cause.code, trace.request, settings));
}

function statusFault(fault: AccessFault, { finalUrl, status }: FetchTrace): AccessError {
  return new AccessError(fault, `${finalUrl} answered ${status}`);
}

/**
 * Requests a path that cannot exist from the server that responded. Redirects are not followed.
 *
 * @param request the request that got a 5xx
 * @param robotsUrl the robots.txt asked for
 * @throws the signal's reason (rejects) if the program aborts the fetch
 */
export async function probe(
  request: FetchRequest,
  robotsUrl: string,
  context: FetchContext,
): Promise<ProbeFacts> {
  const probed = new URL(`/robotstream-probe-${randomUUID()}`, request.url);
  return {
    url: probed.href,
    status: await statusOf(new FetchRequest(probed, request.from), robotsUrl, context),
  };
}

/**
 * Whether a server may use this status for a missing page by mistake: a 5xx other than 503 (docs/semantics.md §6.1). Google's page,
 * "Handling of errors and HTTP status codes", recommends 503 for every URL to suspend crawling, so a 503 always counts as meant.
 */
export function isErrorOfMissingPages(status: number | null): boolean {
  return status !== null && isInClass(status, 5) && status !== SERVICE_UNAVAILABLE;
}

async function statusOf(
  request: FetchRequest,
  robotsUrl: string,
  context: FetchContext,
): Promise<number | null> {
  try {
    const exchange = await ask(request, plainHeaders(request.url, robotsUrl, context.settings), context);
    exchange.close();
    return exchange.status;
  } catch (error) {
    context.settings.signal?.throwIfAborted();
    if (error instanceof AccessError) return null;
    throw error;
  }
}
