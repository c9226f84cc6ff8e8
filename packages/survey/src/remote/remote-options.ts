/**
 * How files on servers are asked for: the options of every survey that reads URLs.
 */
import { aUserAgent, HEADER_NAME, isRecord } from '@robotstream/client/internal';
import { aWholeNumber, misshapen, type OptionCheck } from 'robotstream/internal';
import { PACKAGE_VERSION } from '../package-version.js';
import { SURVEY_LIMITS } from '../questions.js';
import { httpFile } from './http-file.js';
import type { RemoteFile } from './remote-file.js';
import { s3File } from './s3-file.js';

/** How a survey asks the servers of inputs at URLs. */
export interface RemoteOptions {
  /**
   * The User-Agent header to send to the servers of inputs at URLs, whole: `ExampleResearch/1.0 (+https://example.org/about)`; default
   * `robotstream/` and the version of this package.
   */
  readonly userAgent?: string | undefined;
  /**
   * More headers for the servers of inputs at URLs, by name: `{ Authorization: 'Bearer …' }`. After a redirect to another origin
   * they are no longer sent. They are written into no file. Default none.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How many requests each host, or bucket, gets in a second: from all surveys of the process with this limit. Default no
   * limit. A wait that a server asks for with `Retry-After` is kept in any case.
   */
  readonly ratePerHost?: number | undefined;
}

/** RFC 9110 §5.5, without obs-text. */
const VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** The headers, in lower case, that a survey sets itself: `headers` cannot have them. */
export const RESERVED_HEADERS: readonly string[] = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Each value is a header that may be added. A value is not repeated in an error: it may be a secret. */
const headersToAdd: OptionCheck = (value, name) => {
  if (!isRecord(value)) throw misshapen(value, name, 'an object with the value of each header');
  for (const [header, text] of Object.entries(value)) {
    if (!HEADER_NAME.test(header))
      throw new TypeError(`${name} has ${JSON.stringify(header)}, which is no name of a header`);
    if (RESERVED_HEADERS.includes(header.toLowerCase()))
      throw new TypeError(`${name} has ${header}, which the survey sets itself; leave it out`);
    if (typeof text !== 'string' || !VALUE.test(text))
      throw new TypeError(`${name}.${header} is no value of a header; printable ASCII is expected`);
  }
};

export const REMOTE_OPTIONS = {
  userAgent: aUserAgent,
  headers: headersToAdd,
  ratePerHost: aWholeNumber(1, SURVEY_LIMITS.ratePerHost),
};

const REMOTE = /^(?:https?|s3):\/\//i;
const S3 = /^s3:/i;

/** Whether an input is a file on a server: an http, https or s3 URL. */
export function isRemote(name: string): boolean {
  return REMOTE.test(name);
}

const USER_AGENT = `robotstream/${PACKAGE_VERSION}`;

/**
 * The file at a URL.
 *
 * @throws {Error} if the URL cannot be one of a file
 */
export function remoteFile(
  name: string,
  { userAgent = USER_AGENT, headers = {} }: Pick<RemoteOptions, 'userAgent' | 'headers'>,
): RemoteFile {
  return (S3.test(name) ? s3File : httpFile)(name, { userAgent, headers });
}

/** Whose requests are limited together with those for this input: a host or a bucket; undefined for a file. */
export function hostOf(name: string): string | undefined {
  if (!isRemote(name)) return undefined;
  try {
    return remoteFile(name, {}).host;
  } catch {
    return undefined;
  }
}
