/**
 * Captures as objects: `{"id", "url", "status", "headers", "body" or "bodyBase64", "fetchedAt"}`, as the lines of NDJSON have them.
 */
import { toUSVString } from 'node:util';
import { GivenFields, type NamedFields } from '../archives/record-header.js';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import type { Place } from '../octets/places.js';
import type { Capture } from './capture.js';
import { captureDate, DATE_EXPECTED } from './capture-date.js';

/** A response for the robots.txt of a site, as an HTTP client gave it. */
export interface SurveyCapture {
  /** The URL that was requested. */
  readonly url: string;
  /** The HTTP status; by default there is only a file. */
  readonly status?: number | null | undefined;
  /** The header fields, by their names in any case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | null | undefined;
  /** The body as text, or as octets. A body of octets may have the codings of `Content-Encoding`, or not. */
  readonly body?: string | Uint8Array | null | undefined;
  /** The octets of the body in Base64, instead of `body`. */
  readonly bodyBase64?: string | null | undefined;
  /** When it was fetched, as a date of ISO 8601: `2024-05`, `2024-05-01T12:30:00Z`. */
  readonly fetchedAt?: string | null | undefined;
  /** What the program calls it: anything, which its rows have. */
  readonly id?: unknown;
}

/** A capture whose body is as it was given. */
export interface GivenCapture extends Capture {
  /** The content coding that the body may have; undefined for none. */
  readonly coding: string | undefined;
}

const NOT_MODIFIED = 304;

/** How an absolute URL begins. */
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** A fault of what should be a capture. */
export function notACapture({ offset }: Place, message: string, id: unknown = null): InputFault {
  return { ...inputFault('not-a-capture', offset, message), id };
}

/**
 * The capture that a value is; a fault if it is none. JSON can have half of a surrogate pair (`"\ud800"`), which no other program reads back: U+FFFD
 * replaces it.
 */
export function givenCapture(value: unknown, place: Place): GivenCapture | InputFault {
  if (typeof value !== 'object' || value === null) return notACapture(place, 'the line is not a JSON object');
  const {
    id = null,
    url,
    status = null,
    headers,
    body,
    bodyBase64,
    fetchedAt = null,
  } = value as Partial<Record<keyof SurveyCapture, unknown>>;
  const refused = (message: string) => notACapture(place, message, id);
  if (typeof url !== 'string') return refused('"url" is not a string');
  if (!SCHEME.test(url)) return refused(`"url" is ${JSON.stringify(url)}; an absolute URL is expected`);
  if (fetchedAt !== null && typeof fetchedAt !== 'string') return refused('"fetchedAt" is not a string');
  const date = fetchedAt === null ? null : captureDate(fetchedAt);
  if (date === undefined) return refused(`"fetchedAt" is ${JSON.stringify(fetchedAt)}; ${DATE_EXPECTED}`);
  if (status !== null && !isStatus(status)) return refused('"status" is not a whole number from 100 to 999');
  const fields = fieldsOf(headers ?? {});
  if (fields === undefined) return refused('"headers" is not an object of strings');
  const octets = octetsOf(body, bodyBase64);
  if (octets === undefined) return refused('"body" is not a string, or "bodyBase64" is not base64');
  return {
    kind: 'capture',
    offset: place.offset,
    offsetInMember: place.offsetInMember,
    id,
    recordId: id === null ? null : toUSVString(typeof id === 'string' ? id : JSON.stringify(id)),
    url: toUSVString(url),
    fetchedAt: date,
    status,
    headers: fields,
    // A 304 with a body is not HTTP: who wrote the line has added the file that has not changed.
    isRepeated: status === NOT_MODIFIED && octets !== null && octets.length > 0,
    digest: 'unchecked',
    payload: octets && { octets, mediaType: fields.get('content-type') ?? null, isCutOff: false },
    // HTTP clients remove the transfer coding, and a body that is text has no content coding either.
    coding: typeof body === 'string' || octets?.length === 0 ? undefined : fields.get('content-encoding'),
  };
}

function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 100 && (status as number) <= 999;
}

/** The fields by their names in lower case; undefined if they are malformed. */
function fieldsOf(headers: unknown): NamedFields | undefined {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
  const fields = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(headers as Readonly<Record<string, unknown>>)) {
    const values = [value].flat();
    if (!values.every((one) => typeof one === 'string')) return undefined;
    fields.set(name.toLowerCase(), values.map(toUSVString));
  }
  return new GivenFields(fields);
}

const BASE64 = /^[A-Za-z0-9+/\s]*(?:={1,2}\s*)?$/;

/** Four digits of Base64 are three octets, and a single digit at the end is none (RFC 4648 §4). */
const GROUP_DIGITS = 4;

/** The octets of a text of Base64, with or without white space; undefined for another text. */
function octetsOfBase64(text: string): Uint8Array | undefined {
  if (!BASE64.test(text)) return undefined;
  const octets = Buffer.from(text, 'base64');
  // Most texts are whole groups without white space. To count the digits of the others, they are copied.
  const isWhole = text.length % GROUP_DIGITS === 0 && octets.length === Buffer.byteLength(text, 'base64');
  return isWhole || text.replace(/[\s=]/g, '').length % GROUP_DIGITS !== 1 ? octets : undefined;
}

/** The octets of a body; null if there is none, undefined if it is malformed. */
function octetsOf(body: unknown, bodyBase64: unknown): Uint8Array | null | undefined {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return body;
  if (body !== undefined && body !== null) return undefined;
  if (bodyBase64 === undefined || bodyBase64 === null) return null;
  return typeof bodyBase64 === 'string' ? octetsOfBase64(bodyBase64) : undefined;
}
