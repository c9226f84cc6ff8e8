/**
 * Captures out of a WARC file.
 */

import type { Block } from '../../../decoding/src/block.js';
import { type NamedFields, NO_FIELDS } from '../archives/record-header.js';
import { RecordParser, type WarcRecord, withoutBrackets } from '../archives/record-parser.js';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import { type Capture, type DigestCheck, MAX_DECODED_BATCH_OCTETS, type Payload } from './capture.js';
import { captureDate, DATE_EXPECTED } from './capture-date.js';
import { type HttpMessage, type MessagePayload, payloadOf, readHttpMessage } from './http-message.js';
import { checkDigest } from './payload-digest.js';
import { SeenPayloads, WarcPayload } from './seen-payloads.js';

/** The types of records with a server's response, or with something derived from it (ISO 28500:2017, "WARC Record Types"). */
const CAPTURE_TYPES: ReadonlySet<string | undefined> = new Set([
  'response',
  'resource',
  'revisit',
  'conversion',
]);

/** Reads the captures of a WARC file whose URLs are of interest, in order, in batches. */
export async function* warcCaptures(
  blocks: AsyncIterable<Block | InputFault>,
  wantsUrl: (url: string) => boolean,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const wants = (fields: NamedFields) => CAPTURE_TYPES.has(typeOf(fields)) && wantsUrl(targetOf(fields));
  const parser = new RecordParser(wants);
  const seen = new SeenPayloads();
  for await (const block of blocks) {
    if (block.kind === 'fault') {
      yield* batchesOf(parser.interrupt(), seen);
      yield [block];
    } else {
      yield* batchesOf(parser.push(block), seen);
    }
  }
  yield* batchesOf(parser.end(), seen);
}

/** The captures of records in one batch, or in several if a few octets of the archive decode to many. */
async function* batchesOf(
  items: readonly (WarcRecord | InputFault)[],
  seen: SeenPayloads,
): AsyncGenerator<(Capture | InputFault)[], void> {
  let batch: (Capture | InputFault)[] = [];
  let decodedOctets = 0;
  for (const item of items) {
    if (item.kind === 'fault') {
      batch.push(item);
      continue;
    }
    const found = captureOf(item, seen);
    const capture = found instanceof Promise ? await found : found;
    batch.push(capture);
    if (capture.dateFault !== undefined) batch.push(capture.dateFault);
    if (!(found instanceof Promise)) continue;
    decodedOctets += capture.payload?.octets.length ?? 0;
    if (decodedOctets < MAX_DECODED_BATCH_OCTETS) continue;
    yield batch;
    batch = [];
    decodedOctets = 0;
  }
  yield batch;
}

/** The capture that a record is; a promise if its payload has a content coding. */
function captureOf(record: WarcRecord, seen: SeenPayloads): WarcCapture | Promise<WarcCapture> {
  const { content, fields } = record;
  const message = readHttpMessage(content);
  if (typeOf(fields) === 'revisit') {
    const found = seen.find(fields);
    return new WarcCapture(record, message ?? found?.message, found?.payload ?? null, undefined);
  }
  if (message === undefined ? isHttp(fields) : !message.headerEnds)
    return new WarcCapture(record, message, null, undefined);
  const body = message === undefined ? { content, octets: content, isCutOff: false } : payloadOf(message);
  return body instanceof Promise ? body.then(withPayload) : withPayload(body);

  function withPayload(decoded: MessagePayload): WarcCapture {
    const isCutOff = decoded.isCutOff || isRecordCutOff(record);
    const payload = new WarcPayload(decoded.octets, isCutOff, fields, message?.headers);
    seen.add(record, payload);
    return new WarcCapture(record, message, payload, decoded);
  }
}

/** A capture made from a record. Texts are decoded when they are read, because few tables need them all. */
class WarcCapture implements Capture {
  readonly kind = 'capture';
  readonly url: string;
  readonly payload: Payload | null;
  readonly isRepeated: boolean;
  readonly fetchedAt: string | null;
  /** That the date cannot be read. */
  readonly dateFault: InputFault | undefined;
  readonly #record: WarcRecord;
  readonly #message: HttpMessage | undefined;
  readonly #body: MessagePayload | undefined;

  /** @param body what the payload was made of; undefined if it is that of another record */
  constructor(
    record: WarcRecord,
    message: HttpMessage | undefined,
    payload: Payload | null,
    body: MessagePayload | undefined,
  ) {
    this.url = targetOf(record.fields);
    this.payload = payload;
    this.isRepeated = typeOf(record.fields) === 'revisit';
    const written = record.fields.get('warc-date');
    const date = written === undefined ? undefined : captureDate(written);
    this.fetchedAt = date ?? null;
    if (written !== undefined && date === undefined)
      this.dateFault = inputFault(
        'record-date',
        record.offset,
        `WARC-Date is ${JSON.stringify(written)}; ${DATE_EXPECTED}`,
      );
    this.#record = record;
    this.#message = message;
    this.#body = body;
  }

  get offset(): number {
    return this.#record.offset;
  }

  get offsetInMember(): number {
    return this.#record.offsetInMember;
  }

  get id(): string | null {
    return this.recordId;
  }

  get recordId(): string | null {
    return this.#record.fields.get('warc-record-id') ?? null;
  }

  get status(): number | null {
    return this.#message?.status ?? null;
  }

  get headers(): NamedFields {
    return this.#message?.headers ?? NO_FIELDS;
  }

  get digest(): DigestCheck {
    const body = this.#body;
    if (body === undefined || isRecordCutOff(this.#record)) return 'unchecked';
    const { fields, content } = this.#record;
    const stored = this.#message?.body ?? content;
    return checkDigest(fields.get('warc-payload-digest'), [stored, body.content, body.octets]);
  }
}

/** Whether a record lacks a part of its payload (ISO 28500:2017, "WARC-Truncated"; the reason is ignored). */
function isRecordCutOff({ content, contentOctets, fields }: WarcRecord): boolean {
  return content.length < contentOctets || fields.has('warc-truncated');
}

/** Whether the content is stated to be an HTTP message (ISO 28500:2017, "response"). Such a content without one is no file. */
function isHttp(fields: NamedFields): boolean {
  return HTTP_TYPE.test(fields.get('content-type') ?? '');
}

const HTTP_TYPE = /^application\/http(?![\w.+-])/i;

function typeOf(fields: NamedFields): string | undefined {
  return fields.get('warc-type')?.toLowerCase();
}

function targetOf(fields: NamedFields): string {
  return withoutBrackets(fields.get('warc-target-uri') ?? '');
}
