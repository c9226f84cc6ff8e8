/**
 * From a URL to the robots.txt that governs it, and what its absence means: RFC 9309 §2.3, docs/semantics.md §6.
 */

import { parse, type RobotsDocument } from '../robots-document.js';
import { robotsUrl } from '../robots-url.js';
import { type FetchContext, followRedirects, maxEncodedOctets } from './ask.js';
import { decoded } from './codings/content-codings.js';
import type { Exchange } from './exchange.js';
import { AccessError, type AccessFault } from './faults.js';
import { conditionalHeaders, isConditional, plainHeaders } from './http-request.js';
import { type Judgement, judgeFtpReply, judgeStatus } from './judge.js';
import { isLocalFault } from './local-faults.js';
import type { FetchOptions } from './options.js';
import { isErrorOfMissingPages, probe } from './probe.js';
import type { AccessResult, UnreachableResult } from './result.js';
import { notModified, success, unavailable, unreachable } from './results.js';
import { readSettings, type Settings } from './settings.js';
import { TimeLimits } from './time-limits.js';
import { Trail } from './trail.js';
import { openTransport } from './transport.js';

/**
 * Fetches the robots.txt that governs a URL. What goes wrong on the way is a result, never a throw.
 *
 * The body is parsed as it arrives, and the connection closed at the parsing limit. Connections are this fetch's own and
 * closed when it is over, unless it has a `dispatcher`.
 *
 * @param url any http, https or ftp URL of the site
 * @throws {TypeError} (rejects) if the URL or an option is not of the kind described
 * @throws {RangeError} (rejects) if `maxOctets` or a time limit is out of range
 * @throws {RobotsError} (rejects) `ftp-client-missing` if the URL is one of FTP and basic-ftp is not installed
 * @throws the signal's reason (rejects) if it aborts
 */
export async function fetchRobots(url: string | URL, options: FetchOptions): Promise<AccessResult> {
  return fetchWith(url, readSettings(options));
}

/** Fetches with settings that have been checked before: otherwise as {@link fetchRobots}. */
export async function fetchWith(url: string | URL, settings: Settings): Promise<AccessResult> {
  const asked = robotsUrl(url);
  if (asked.startsWith('ftp:') && settings.dispatcher !== undefined) {
    throw new TypeError(`url is ${asked}, which dispatcher cannot fetch; leave dispatcher out for FTP`);
  }
  settings.signal?.throwIfAborted();
  const trail = new Trail(asked, settings.profile.name, settings.clock);
  const limits = new TimeLimits(settings.clock, settings.timeouts, settings.signal);
  const transport = await openTransport(settings, limits);
  const context: FetchContext = { settings, transport, limits };
  try {
    return await answerOf(trail, context);
  } catch (error) {
    settings.signal?.throwIfAborted();
    if (!(error instanceof AccessError)) throw error;
    if (error.code === 'ftp-client-missing' && trail.redirects.length === 0) throw error;
    return failed(error, trail, context);
  } finally {
    limits.end();
    await transport.close();
  }
}

/** The result of a fetch that could not begin, for a reason on this process's own side. */
export function notBegun(cause: AccessError, url: string, { profile, clock }: Settings): UnreachableResult {
  return unreachable(new Trail(url, profile.name, clock).facts(), profile.access, cause, null, true);
}

/** What the answer means, redirects followed. */
async function answerOf(trail: Trail, context: FetchContext): Promise<AccessResult> {
  const { settings } = context;
  const exchange = await followRedirects(
    trail,
    (url) => ({ ...plainHeaders(settings), ...conditionalHeaders(url, settings) }),
    context,
  );
  const judgement = judge(exchange, trail, context);
  if (judgement.outcome === 'success') {
    const { document, cause } = await readBody(exchange, trail, context);
    return success(trail.facts(), document, cause);
  }
  exchange.close();
  const { access } = settings.profile;
  switch (judgement.outcome) {
    case 'not-modified':
      return notModified(trail.facts());
    case 'unavailable':
      return unavailable(trail.facts(), access, judgement.meaning);
    case 'server-error':
      return await serverError(trail, context);
    case 'unreachable':
      return unreachable(trail.facts(), access, statusFault(judgement.fault, trail));
  }
}

function judge(exchange: Exchange, trail: Trail, { settings }: FetchContext): Judgement {
  const url = new URL(trail.finalUrl);
  if (url.protocol === 'ftp:') return judgeFtpReply(exchange.status);
  return judgeStatus(exchange.status, isConditional(url, settings), settings.profile.access);
}

interface ReadFile {
  readonly document: RobotsDocument;
  /** What is wrong with the answer although the file could be read. */
  readonly cause: AccessError | null;
}

/** Parses the body as it arrives, up to the parsing limit. */
async function readBody(exchange: Exchange, trail: Trail, context: FetchContext): Promise<ReadFile> {
  const { limits, settings } = context;
  try {
    const { octets, unknownCoding } = decoded(exchange.body(), exchange.headers['content-encoding'], {
      maxOctetsBetween: maxEncodedOctets(settings),
      signal: limits.signal,
    });
    const document = await parse(trail.counting(octets), { maxOctets: settings.maxOctets });
    trail.bodyRead(document.size);
    return { document, cause: unknownCoding === null ? null : readAsText(unknownCoding) };
  } catch (error) {
    limits.signal.throwIfAborted();
    if (error instanceof AccessError) throw error;
    throw new AccessError('body-cut-off', `${trail.finalUrl}: the body could not be read`, { cause: error });
  } finally {
    exchange.close();
  }
}

function readAsText(coding: string): AccessError {
  return new AccessError(
    'bad-encoding',
    `Content-Encoding names ${JSON.stringify(coding)}, which is unknown; the body is plain text and is read as it is`,
  );
}

/** A 5xx: the server's failure, unless a probe finds that the site answers every missing page so. */
async function serverError(trail: Trail, context: FetchContext): Promise<AccessResult> {
  const { access } = context.settings.profile;
  const facts = trail.facts();
  const cause = statusFault('server-error', trail);
  const isWorthProbing =
    access.serverErrorEverywhere === 'unavailable' && isErrorOfMissingPages(facts.status);
  if (!context.settings.probe || !isWorthProbing) return unreachable(facts, access, cause);
  const probed = await probe(facts.finalUrl, context);
  return isErrorOfMissingPages(probed.status)
    ? unavailable(trail.facts(), access, 'allow-all', cause, probed)
    : unreachable(trail.facts(), access, cause, probed);
}

/** What is made of a fetch that came to no answer. */
function failed(cause: AccessError, trail: Trail, { settings }: FetchContext): AccessResult {
  const { access } = settings.profile;
  const isAboutRedirects = cause.code === 'too-many-redirects' || cause.code === 'redirect-loop';
  return isAboutRedirects && access.tooManyRedirects === 'unavailable'
    ? unavailable(trail.facts(), access, 'allow-all', cause)
    : unreachable(trail.facts(), access, cause, null, isLocalFault(cause.code, settings));
}

function statusFault(fault: AccessFault, { finalUrl, status }: Trail): AccessError {
  return new AccessError(fault, `${finalUrl} answered ${status}`);
}
