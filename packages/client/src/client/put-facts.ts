/**
 * A response that a program has fetched itself, and the result that it has.
 */

import {
  aWholeNumber,
  checkOptions,
  isObject,
  misshapen,
  type OptionCheck,
  optionTable,
  shown,
  urlOrNull,
  urlText,
} from 'robotstream/internal';
import { AccessError } from '../fetch/faults.js';
import { isRecord } from '../fetch/option-table.js';
import {
  type AccessResult,
  factsWithoutFetch,
  fileOrPage,
  keptHeaders,
  outcomeOfStatus,
  parseToKeep,
  unavailable,
  unreachable,
} from '../fetch/result.js';
import type { Settings } from '../fetch/settings.js';

/** Facts about a response to a request for a robots.txt. */
export interface PutFacts {
  /** The final HTTP status: 2xx, 4xx or 5xx. Default: 200. */
  readonly status?: number | undefined;
  /**
   * The response's headers, which decide how long it is fresh and whether it may be stored. Default: none, so that the
   * profile's default lifetime applies.
   */
  readonly headers?: Headers | Readonly<Record<string, string | string[] | undefined>> | undefined;
  /** Where the response came from, after redirects. Default: the robots.txt asked for. */
  readonly finalUrl?: string | URL | undefined;
  /** When the response came, in milliseconds since 1970. Default: now. */
  readonly fetchedAt?: number | undefined;
}

const MIN_STATUS = 200;
const MAX_STATUS = 599;
const REDIRECT_CLASS = 3;

const aStatus: OptionCheck = (value, name) => {
  aWholeNumber(MIN_STATUS, MAX_STATUS)(value, name);
  if (Math.floor((value as number) / 100) !== REDIRECT_CLASS) return;
  throw new RangeError(`${name} is ${value}; the status of the response after redirects is expected`);
};

const headersCheck: OptionCheck = (value, name) => {
  if (!isHeaders(value) && !isRecord(value)) {
    throw misshapen(value, name, 'a Headers object or an object of header values');
  }
  for (const [field, text] of Object.entries(valuesOf(value))) {
    const isValue = text === undefined || [text].flat().every((part) => typeof part === 'string');
    if (!isValue) throw misshapen(text, `${name}.${field}`, 'a string or a list of strings');
  }
};

/** Whether a value is a `Headers` of any implementation: those of undici and axios are not the global one. */
function isHeaders(value: unknown): value is Headers {
  return isObject(value) && Symbol.iterator in value && typeof value.get === 'function';
}

/** The values of headers by name. */
function valuesOf<Values extends object>(headers: Headers | Values): Record<string, string> | Values {
  return isHeaders(headers) ? Object.fromEntries(headers) : headers;
}

const aUrl: OptionCheck = (value, name) => {
  if (urlOrNull(urlText(value as string | URL, name)) === null)
    throw misshapen(value, name, 'an absolute URL');
};

const PUT_FACTS = optionTable<PutFacts>({
  status: aStatus,
  headers: headersCheck,
  finalUrl: aUrl,
  fetchedAt: aWholeNumber(0, Number.MAX_SAFE_INTEGER, 'milliseconds since 1970'),
});

/**
 * The result that a fetch with this response would have had.
 *
 * @param body without content codings; text is taken as UTF-8
 * @throws {TypeError} if a fact is unknown or malformed, or the body is neither octets nor text
 * @throws {RangeError} if the status is out of range or a redirect, or `fetchedAt` lies ahead
 */
export function resultOf(
  robotsUrl: string,
  body: Uint8Array | ArrayBuffer | string,
  facts: PutFacts,
  settings: Settings,
): AccessResult {
  checkOptions('put', facts, PUT_FACTS, 'facts');
  const { profile, maxOctets, clock } = settings;
  const now = clock.now();
  const { status = 200, headers = {}, fetchedAt: at = now } = facts;
  if (at > now) throw new RangeError(`fetchedAt is ${shown(at)}; a time up to now, ${now}, is expected`);
  const finalUrl = new URL(facts.finalUrl ?? robotsUrl).href;
  const found = outcomeOfStatus(status, false, profile.access);
  const document = found.outcome === 'success' ? parseToKeep(body, maxOctets) : null;
  const octets = document?.size ?? 0;
  const known = {
    ...factsWithoutFetch(robotsUrl, profile.name, at),
    finalUrl,
    status,
    headers: keptHeaders(valuesOf(headers)),
    octets,
    encodedOctets: octets,
  };
  if (document !== null) return fileOrPage(known, document, settings);
  if (found.outcome === 'unavailable') return unavailable(known, profile.access, found.meaning);
  const fault = found.outcome === 'unreachable' ? found.fault : 'server-error';
  return unreachable(known, profile.access, new AccessError(fault, `${finalUrl} answered ${status}`));
}
