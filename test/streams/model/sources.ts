/** Every kind of source of the model, over given chunks. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { Duplex, PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createGunzip, gzipSync } from 'node:zlib';
import { fileWith, useFiles } from '../files.js';
import { useServer } from '../loopback.js';

/** What the shells of the model read. */
export type Source = Readable | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface OpenSource {
  readonly source: Source;
  /** Whether the source has ended or has been cancelled: nothing of it stays open. */
  isReleased(): boolean;
}

type Open = (chunks: readonly Uint8Array[]) => Promise<OpenSource> | OpenSource;

export const SOURCES = {
  'a file': (chunks) => released(createReadStream(fileWith(Buffer.concat(chunks)))),
  'a file in small chunks': (chunks) =>
    released(createReadStream(fileWith(Buffer.concat(chunks)), { highWaterMark: 1000 })),
  'an http response': async (chunks) => {
    const { url, isReleased } = serve(chunks);
    const [response] = (await once(get(url), 'response')) as [IncomingMessage];
    return { source: response, isReleased };
  },
  'a fetch body': async (chunks) => {
    const { url, isReleased } = serve(chunks);
    return { source: await fetchBody(url), isReleased };
  },
  'Readable.fromWeb of a fetch body': async (chunks) => {
    const { url, isReleased } = serve(chunks);
    return { source: Readable.fromWeb((await fetchBody(url)) as NodeReadableStream), isReleased };
  },
  gunzip: (chunks) => {
    const gunzip = Readable.from(cutAgain(gzipSync(Buffer.concat(chunks)))).pipe(createGunzip());
    return released(gunzip);
  },
  'a PassThrough': (chunks) => released(Readable.from(chunks).pipe(new PassThrough())),
  'Readable.from octets': (chunks) => released(Readable.from(chunks, { objectMode: false })),
  'Readable.from objects': (chunks) => released(Readable.from(chunks)),
  'Duplex.from': (chunks) => released(Duplex.from(chunks) as unknown as Readable),
  'a Readable that pushes all at once': (chunks) => {
    const source = new Readable({ objectMode: true, read() {} });
    for (const chunk of chunks) source.push(chunk);
    source.push(null);
    return released(source);
  },
  'an iterator': (chunks) => generated(chunks),
  'an async generator': (chunks) => {
    const { source, isReleased } = generated(chunks);
    const later = async function* (): AsyncGenerator<Uint8Array> {
      for (const chunk of source as Iterable<Uint8Array>) {
        await new Promise(setImmediate);
        yield chunk;
      }
    };
    return { source: later(), isReleased };
  },
  'a Web stream': (chunks) => webStream(chunks),
  'a Web stream of octets': (chunks) =>
    webStream(
      chunks.filter(({ length }) => length > 0),
      'bytes',
    ),
  'a Blob': (chunks) => ({
    source: new Blob(chunks.map((chunk) => chunk.slice())).stream(),
    isReleased: () => true,
  }),
} satisfies { readonly [kind: string]: Open };

export type SourceKind = keyof typeof SOURCES;

function released(source: Readable): OpenSource {
  return { source, isReleased: () => source.closed };
}

function generated(chunks: readonly Uint8Array[]): OpenSource {
  let isDone = false;
  function* all(): Generator<Uint8Array> {
    try {
      yield* chunks;
    } finally {
      isDone = true;
    }
  }
  return { source: all(), isReleased: () => isDone };
}

function webStream(chunks: readonly Uint8Array[], type?: 'bytes'): OpenSource {
  let isDone = false;
  let next = 0;
  const source = new ReadableStream<Uint8Array>({
    type: type as undefined,
    pull(controller) {
      const chunk = chunks[next++];
      // A stream of octets takes the memory of a chunk over.
      if (chunk !== undefined) controller.enqueue(chunk.slice());
      else {
        isDone = true;
        controller.close();
      }
    },
    cancel() {
      isDone = true;
    },
  });
  return { source, isReleased: () => isDone };
}

/** gunzip gets its input in awkward pieces. */
function* cutAgain(zipped: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < zipped.length; at += 777) yield zipped.subarray(at, at + 777);
}

async function fetchBody(url: string): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetch(url);
  if (body === null) throw new Error('no body');
  return body;
}

/** One server for all cases: each registers a body under a path of its own. */
const bodies = new Map<string, { readonly chunks: readonly Uint8Array[]; isClosed: boolean }>();
let server: { readonly origin: string } | undefined;

/** Starts what the sources need before the tests of a file, and ends it after them. */
export function useSources(): void {
  useFiles();
  server = useServer(async (request, response) => {
    const body = bodies.get(request.url ?? '');
    if (body === undefined) throw new Error(`no body for ${request.url}`);
    response.on('close', () => {
      body.isClosed = true;
    });
    // A consumer may close the connection at any point.
    await pipeline(body.chunks, response).catch(() => {});
  });
}

function serve(chunks: readonly Uint8Array[]): { readonly url: string; isReleased(): boolean } {
  if (server === undefined) throw new Error('the tests of this file have no sources: call useSources()');
  const path = `/${bodies.size}`;
  const body = { chunks, isClosed: false };
  bodies.set(path, body);
  return { url: server.origin + path, isReleased: () => body.isClosed };
}
