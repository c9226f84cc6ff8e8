/**
 * Captures out of a WARC file.
 */

import type { Capture } from '../capture.js';
import type { Block, InputFault } from '../input/block.js';
import { type HttpMessage, type MessagePayload, payloadOf, readHttpMessage } from './http-message.js';
import { checkDigest } from './payload-digest.js';
import type { NamedFields, WarcRecord } from './record.js';
import type { Header } from './record-header.js';
import { RecordParser } from './record-parser.js';
import { SeenPayloads } from './seen-payloads.js';

export interface WarcOptions {
  /** Whether a URL is of interest. */
  readonly wantsUrl: (url: string) => boolean;
  /** How much of a record's content, and of a payload, is kept, in octets. */
  readonly maxPayloadOctets: number;
}

/** The types of records that have what a server sent, or what was made of it (ISO 28500:2017, "WARC Record Types"). */
const CAPTURE_TYPES: ReadonlySet<string | undefined> = new Set([
  'response',
  'resource',
  'revisit',
  'conversion',
]);

/** Reads the captures of a WARC file, in order, a batch for each block. */
export async function* warcCaptures(
  blocks: AsyncIterable<Block | InputFault>,
  { wantsUrl, maxPayloadOctets }: WarcOptions,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const wants = ({ fields }: Header) =>
    CAPTURE_TYPES.has(fields.get('warc-type')?.toLowerCase()) && wantsUrl(targetOf(fields));
  const parser = new RecordParser({ wants, maxContentOctets: maxPayloadOctets });
  const reader: RecordReader = { seen: new SeenPayloads(), maxPayloadOctets };
  for await (const block of blocks) {
    if (block.kind === 'fault') {
      yield [...(await capturesOf(parser.interrupt(), reader)), block];
    } else {
      yield await capturesOf(parser.push(block), reader);
    }
  }
  yield await capturesOf(parser.end(), reader);
}

interface RecordReader {
  readonly seen: SeenPayloads;
  readonly maxPayloadOctets: number;
}

async function capturesOf(
  items: readonly (WarcRecord | InputFault)[],
  reader: RecordReader,
): Promise<(Capture | InputFault)[]> {
  const captures: (Capture | InputFault)[] = [];
  for (const item of items) {
    const capture = item.kind === 'fault' ? item : captureOf(item, reader);
    captures.push(capture instanceof Promise ? await capture : capture);
  }
  return captures;
}

/** The capture that a record is; a promise if its payload has a content coding. */
function captureOf(record: WarcRecord, { seen, maxPayloadOctets }: RecordReader): Capture | Promise<Capture> {
  const { fields, content } = record;
  const message = readHttpMessage(content);
  if (fields.get('warc-type')?.toLowerCase() === 'revisit') {
    return { ...factsOf(record, message), payload: seen.find(fields), digest: unchecked };
  }
  const body =
    message === undefined
      ? { content, octets: content, isCutOff: false }
      : payloadOf(message, maxPayloadOctets);
  return body instanceof Promise ? body.then(withBody) : withBody(body);

  function withBody(payload: MessagePayload): Capture {
    const capture = captureWith(record, message, payload);
    seen.add(fields, capture.payload);
    return capture;
  }
}

function captureWith(record: WarcRecord, message: HttpMessage | undefined, body: MessagePayload) {
  const { fields, content, contentOctets } = record;
  const isCutOff = content.length < contentOctets || isTruncated(fields);
  const stored = message === undefined ? content : message.body;
  const stated = fields.get('warc-payload-digest');
  return {
    ...factsOf(record, message),
    payload: {
      octets: body.octets,
      mediaType: mediaTypeOf(fields, message),
      isCutOff: isCutOff || body.isCutOff,
    },
    digest: () => (isCutOff ? unchecked() : checkDigest(stated, [stored, body.content, body.octets])),
  };
}

const unchecked = () => 'unchecked' as const;

/** What a record says of a capture beside its payload. */
function factsOf({ offset, offsetInMember, fields }: WarcRecord, message: HttpMessage | undefined) {
  return {
    kind: 'capture',
    offset,
    offsetInMember,
    recordId: fields.get('warc-record-id') ?? null,
    url: targetOf(fields),
    fetchedAt: fields.get('warc-date') ?? null,
    status: message?.status ?? null,
    headers: message?.headers ?? NO_FIELDS,
  } as const;
}

const NO_FIELDS: NamedFields = new Map();

/** The media type that the archive found, else the one of the response, else the one of a record that is not HTTP. */
function mediaTypeOf(fields: NamedFields, message: HttpMessage | undefined): string | null {
  const stated = message === undefined ? fields.get('content-type') : message.headers.get('content-type');
  return fields.get('warc-identified-payload-type') ?? stated ?? null;
}

/** ISO 28500:2017, "WARC-Truncated"; the reason is ignored. */
function isTruncated(fields: NamedFields): boolean {
  return fields.has('warc-truncated');
}

/** The URL of a record. WARC 1.0 puts it in angle brackets in its grammar, and some writers do. */
function targetOf(fields: NamedFields): string {
  const written = fields.get('warc-target-uri') ?? '';
  return written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
}
