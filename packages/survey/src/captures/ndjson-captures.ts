/**
 * Captures as lines of JSON: `{"id", "url", "status", "headers", "body" or "bodyBase64", "fetchedAt"}`.
 */
import { toUSVString } from 'node:util';
import { type PlacedLine, placedLines } from '../archives/line-reader.js';
import { GivenFields, type NamedFields } from '../archives/record-header.js';
import { type Block, type InputFault, inputFault } from '../octets/block.js';
import { type Capture, MAX_DECODED_BATCH_OCTETS, type Payload } from './capture.js';
import { captureDate, DATE_EXPECTED } from './capture-date.js';
import { payloadOf } from './http-message.js';

/**
 * Reads the captures of an input whose URLs are of interest, in order, in batches. Lines that are not captures become faults. JSON can have half of a
 * surrogate pair (`"\ud800"`), which no other program reads back: U+FFFD replaces it.
 */
export async function* ndjsonCaptures(
  blocks: AsyncIterable<Block | InputFault>,
  wantsUrl: (url: string) => boolean,
): AsyncGenerator<(Capture | InputFault)[], void> {
  for await (const lines of placedLines(blocks)) {
    let captures: (Capture | InputFault)[] = [];
    let decodedOctets = 0;
    for (const line of lines) {
      if (!('kind' in line) && line.text.trim() === '') continue;
      const item = 'kind' in line ? line : await captureOf(line);
      if (item.kind === 'capture' && !wantsUrl(item.url)) continue;
      captures.push(item);
      if (item.kind === 'capture') decodedOctets += item.payload?.octets.length ?? 0;
      if (decodedOctets < MAX_DECODED_BATCH_OCTETS) continue;
      yield captures;
      captures = [];
      decodedOctets = 0;
    }
    yield captures;
  }
}

const NOT_MODIFIED = 304;

/** The members of a valid line. */
interface CaptureLine {
  readonly id?: unknown;
  readonly url?: unknown;
  readonly status?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly bodyBase64?: unknown;
  readonly fetchedAt?: unknown;
}

async function captureOf(line: PlacedLine): Promise<Capture | InputFault> {
  const { offset, offsetInMember, text } = line;
  const refused = (message: string) => inputFault('not-a-capture', offset, message);
  let value: CaptureLine | null;
  try {
    value = JSON.parse(text) as CaptureLine | null;
  } catch (error) {
    return refused(`the line is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null) return refused('the line is not a JSON object');
  const { id = null, url, status = null, headers, body, bodyBase64, fetchedAt = null } = value;
  if (typeof url !== 'string') return refused('"url" is not a string');
  if (id !== null && typeof id !== 'string') return refused('"id" is not a string');
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
    offset,
    offsetInMember,
    recordId: id === null ? null : toUSVString(id),
    url: toUSVString(url),
    fetchedAt: date,
    status,
    headers: fields,
    // A 304 with a body is not HTTP: who wrote the line has added the file that has not changed.
    isRepeated: status === NOT_MODIFIED && octets !== null && octets.length > 0,
    digest: 'unchecked',
    payload: octets === null ? null : await payloadIn(octets, fields, body),
  };
}

async function payloadIn(octets: Uint8Array, fields: NamedFields, body: unknown): Promise<Payload> {
  const decoded = await payloadOf({ headers: codingsOf(fields, body), body: octets });
  return {
    octets: decoded.octets,
    mediaType: fields.get('content-type') ?? null,
    isCutOff: decoded.isCutOff,
  };
}

/** HTTP clients remove the transfer coding, and a body that is text has no content coding either. */
function codingsOf(fields: NamedFields, body: unknown): NamedFields {
  const coding = fields.get('content-encoding');
  return new GivenFields(
    typeof body === 'string' || coding === undefined ? [] : [['content-encoding', [coding]]],
  );
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
  if (body !== undefined && body !== null) return undefined;
  if (bodyBase64 === undefined || bodyBase64 === null) return null;
  return typeof bodyBase64 === 'string' ? octetsOfBase64(bodyBase64) : undefined;
}
