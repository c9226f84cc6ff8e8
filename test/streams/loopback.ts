/**
 * Real HTTP servers on the loopback interface.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

export interface Loopback {
  readonly url: string;
  /** The first response. */
  readonly response: Promise<ServerResponse>;
  /** Whether the first response was sent to its end; resolves when it is closed. */
  readonly sentAll: Promise<boolean>;
}

/** A server for the tests of a file. */
export function useServer(listener: RequestListener): { readonly origin: string } {
  const server = createServer(listener);
  let origin = '';
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    get origin() {
      return origin;
    },
  };
}

/** For one test: serves one body, chunk by chunk, each after the one before was sent. Stops when the client closes the connection. */
export async function serve(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Loopback> {
  let resolveResponse: (response: ServerResponse) => void;
  const response = new Promise<ServerResponse>((resolve) => {
    resolveResponse = resolve;
  });
  const sentAll = response.then(async (first) => {
    if (!first.closed) await once(first, 'close');
    return first.writableFinished;
  });
  const server = createServer(async (_, answer) => {
    resolveResponse(answer);
    answer.on('error', () => {});
    answer.writeHead(200, { 'content-type': 'text/plain' });
    let isClosed = false;
    answer.on('close', () => {
      isClosed = true;
    });
    for await (const chunk of chunks) {
      if (isClosed) return;
      // A write to a closed connection calls back with an error, or never.
      isClosed = await new Promise<boolean>((resolve) => {
        const onClose = (): void => resolve(true);
        answer.once('close', onClose);
        answer.write(chunk, (error) => {
          answer.off('close', onClose);
          resolve(error !== undefined && error !== null);
        });
      });
    }
    if (isClosed) return;
    answer.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/robots.txt`, response, sentAll };
}

/** Octets in pieces of awkward sizes: one, two, three, five, … octets, none larger than `most`. */
export function* awkwardChunks(octets: Uint8Array, most = 89): Generator<Uint8Array> {
  let [size, next] = [1, 2];
  for (let at = 0; at < octets.length; ) {
    yield octets.subarray(at, at + size);
    at += size;
    [size, next] = next > most ? [1, 2] : [next, size + next];
  }
}
