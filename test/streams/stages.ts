/** Every kind of first stage that a pipeline can have, over the same chunks. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { streamOf } from '../support/web-streams.js';
import { fileWith } from './files.js';
import { serve } from './loopback.js';

/** What `stream.pipeline` takes as its first stage. */
export type Stage =
  | NodeJS.ReadableStream
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | ReadableStream<Uint8Array>;

export type OpenStage = (chunks: Generator<Uint8Array>) => Promise<Stage> | Stage;

/** The response to a request by `node:http`. */
export async function request(url: string): Promise<IncomingMessage> {
  const [response] = await once(get(url), 'response');
  return response;
}

/** The body of a response to `fetch`. */
export async function fetchBody(url: string): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetch(url);
  if (body === null) throw new Error('no body');
  return body;
}

/** Stages of chunks that may be endless. Each returns from the generator when it is cancelled. */
export const ENDLESS_STAGES: { readonly [kind: string]: OpenStage } = {
  'an http response': async (chunks) => request((await serve(chunks)).url),
  'a fetch body': async (chunks) => fetchBody((await serve(chunks)).url),
  'Readable.fromWeb of a fetch body': async (chunks) =>
    Readable.fromWeb((await fetchBody((await serve(chunks)).url)) as NodeReadableStream),
  'a Web stream': (chunks) => streamOf(chunks, () => chunks.return(undefined)),
  'a Readable of octets': (chunks) => Readable.from(chunks, { objectMode: false }),
  'a Readable of objects': (chunks) => Readable.from(chunks),
  'an async generator': async function* (chunks) {
    yield* chunks;
  },
  'an iterator': (chunks) => chunks,
};

export const STAGES: { readonly [kind: string]: OpenStage } = {
  ...ENDLESS_STAGES,
  'a file': (chunks) => createReadStream(fileWith(Buffer.concat([...chunks]))),
  'a file in chunks of 5 octets': (chunks) =>
    createReadStream(fileWith(Buffer.concat([...chunks])), { highWaterMark: 5 }),
  'a Readable with an encoding': (chunks) => Readable.from(chunks, { objectMode: false }).setEncoding('utf8'),
};
