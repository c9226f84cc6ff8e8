/**
 * HTTP responses as archives keep them: as received, with transfer and content codings removed, or anything in between.
 */

import { AccessError, decoded, FIRST_FINAL_STATUS, octetLimits } from '@robotstream/client/internal';
import { CR, joinedOctets, LF, toLower } from 'robotstream/internal';
import { asBuffer, NEVER_ABORTS } from '../../../decoding/src/buffers.js';
import { FieldNames, Header, type NamedFields } from '../archives/record-header.js';
import { MAX_PAYLOAD_OCTETS } from '../octets/places.js';

/** The fields of a response that a survey reads. */
export const RESPONSE_FIELD_NAMES = [
  'content-encoding',
  'content-type',
  'content-usage',
  'location',
  'transfer-encoding',
  'x-crawl-content-encoding',
  'x-crawl-transfer-encoding',
  'x-robots-tag',
] as const;

const RESPONSE_FIELDS = new FieldNames(RESPONSE_FIELD_NAMES);

export interface HttpMessage {
  readonly status: number;
  readonly headers: NamedFields;
  /** The octets after the header, as the archive has them; empty if the header does not end. */
  readonly body: Uint8Array;
  /** Whether an empty line ends the header. */
  readonly headerEnds: boolean;
}

/** A status line (RFC 9112 §4). The reason phrase may be missing, and some crawlers write `HTTP/2`. */
const STATUS_LINE = /^HTTP\/[0-9.]+[ \t]+([0-9]{3})(?![0-9])/i;

/** What a status line begins with, in upper or lower case. */
const HTTP = Buffer.from('http/');

/** After this status, another protocol follows, and no final response (RFC 9110 §15.2). */
const SWITCHING_PROTOCOLS = 101;

/** How many interim responses are passed over. A few compressed octets may be a hundred thousand of them. */
const MAX_INTERIM_RESPONSES = 16;

/**
 * Reads a response; undefined if the octets do not begin with a status line. Interim responses before it are passed over, up to a
 * limit.
 */
export function readHttpMessage(octets: Uint8Array): HttpMessage | undefined {
  let message = readOneMessage(octets);
  for (let passed = 0; passed < MAX_INTERIM_RESPONSES; passed++) {
    const next = message !== undefined && isInterim(message) ? readOneMessage(message.body) : undefined;
    if (next === undefined) break;
    message = next;
  }
  return message;
}

function isInterim({ status }: HttpMessage): boolean {
  return status < FIRST_FINAL_STATUS && status !== SWITCHING_PROTOCOLS;
}

function readOneMessage(octets: Uint8Array): HttpMessage | undefined {
  if (!HTTP.every((octet, i) => toLower(octets[i]) === octet)) return undefined;
  const header = new Header(RESPONSE_FIELDS).read(asBuffer(octets), 0, octets.length);
  const status = STATUS_LINE.exec(header.firstLine)?.[1];
  if (status === undefined) return undefined;
  const bodyStart = header.end === -1 ? octets.length : header.end;
  const body = octets.subarray(bodyStart);
  return { status: Number(status), headers: header, body, headerEnds: header.end !== -1 };
}

export interface MessagePayload {
  /** The body without its transfer coding. */
  readonly content: Uint8Array;
  /** The body without any coding. */
  readonly octets: Uint8Array;
  /** Whether the body ends early, or goes on past the limit. */
  readonly isCutOff: boolean;
}

/**
 * Removes the codings of a body; a promise if it has a content coding. A coding that the header states and the body does not have was removed by the crawler: Common Crawl
 * says so with `X-Crawl-Transfer-Encoding` and `X-Crawl-Content-Encoding`, others do not.
 */
export function payloadOf({
  headers,
  body,
}: Pick<HttpMessage, 'headers' | 'body'>): MessagePayload | Promise<MessagePayload> {
  const transfer = headers.has('x-crawl-transfer-encoding') ? undefined : headers.get('transfer-encoding');
  const isChunked = transfer !== undefined && CHUNKED.test(transfer);
  const message = (isChunked ? withoutChunks(body) : undefined) ?? { octets: body, isCutOff: false };
  const coding = headers.has('x-crawl-content-encoding') ? undefined : headers.get('content-encoding');
  const content = message.octets;
  if (coding === undefined || content.length === 0) return { content, ...message };
  return withoutContentCoding(message, coding).then((decodedBody) => ({
    content,
    ...decodedBody,
  }));
}

/** Chunked is always the last transfer coding (RFC 9112 §6.1). */
const CHUNKED = /(?:^|[\s,])chunked\s*$/i;

interface Decoded {
  readonly octets: Uint8Array;
  readonly isCutOff: boolean;
}

/** The size of a chunk in hexadecimal digits, then extensions (RFC 9112 §7.1). Seven digits are more than a record may have. */
const CHUNK_LINE = /^([0-9a-f]{1,7})[ \t]*(?:;.*)?$/i;

/** The longest line with a chunk's size, with its extensions. */
const MAX_CHUNK_LINE_OCTETS = 4096;

/** Removes the chunked coding (RFC 9112 §7.1); undefined if the body does not begin with a chunk. */
function withoutChunks(body: Uint8Array): Decoded | undefined {
  const chunks: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const line = lineAt(body, at);
    const size = CHUNK_LINE.exec(line?.text ?? '')?.[1];
    if (line === undefined || size === undefined) {
      return at === 0 ? undefined : { octets: joinedOctets(chunks), isCutOff: true };
    }
    const octets = Number.parseInt(size, 16);
    if (octets === 0) return { octets: joinedOctets(chunks), isCutOff: false };
    const chunk = body.subarray(line.end, line.end + octets);
    chunks.push(chunk);
    if (chunk.length < octets) return { octets: joinedOctets(chunks), isCutOff: true };
    at = line.end + octets;
    if (body[at] === CR) at++;
    if (body[at] === LF) at++;
  }
}

function lineAt(octets: Uint8Array, at: number): { readonly text: string; readonly end: number } | undefined {
  const lf = octets.subarray(at, at + MAX_CHUNK_LINE_OCTETS).indexOf(LF);
  if (lf === -1) return undefined;
  const text = Buffer.from(octets.buffer, octets.byteOffset + at, lf).toString('latin1');
  return { text: text.endsWith('\r') ? text.slice(0, -1) : text, end: at + lf + 1 };
}

/** Removes the content codings. A body that does not have them, or has too many octets between two of them, is kept as it is. */
export async function withoutContentCoding(body: Decoded, coding: string): Promise<Decoded> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const { maxEncodedOctets: maxOctetsBetween } = octetLimits(MAX_PAYLOAD_OCTETS);
    const limits = { maxOctetsBetween, signal: NEVER_ABORTS };
    for await (const chunk of decoded(once(body.octets), coding, limits).octets) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_PAYLOAD_OCTETS) return { octets: joinedOctets(chunks), isCutOff: true };
    }
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    if (length === 0) return body;
    return { octets: joinedOctets(chunks), isCutOff: true };
  }
  return { octets: joinedOctets(chunks), isCutOff: body.isCutOff };
}

async function* once(octets: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield octets;
}
