/** Serves the inputs of a fleet run: each is made when it is asked for, and none is on the disk. */
import { createServer, type Server } from 'node:http';
import type { Archives } from './archive.js';

/** Of so many inputs, one breaks off in the middle the first time it is sent. */
const BROKEN_EVERY = 100;

/** How many inputs are kept between HEAD and GET. */
const KEPT_INPUTS = 16;

export function inputName(input: number): string {
  return `${input}.warc.gz`;
}

/** Answers `GET /N.warc.gz`, also for a range from an octet on. It is not listening yet. */
export function inputServer({ octetsOf }: Archives, inputs: number): Server {
  const broken = new Set<number>();
  const kept = new Map<number, Buffer>();
  const made = (input: number): Buffer => {
    const octets = kept.get(input) ?? octetsOf(input);
    kept.delete(input);
    return octets;
  };
  return createServer((request, reply) => {
    const input = Number(/^\/([0-9]+)\.warc\.gz$/.exec(request.url ?? '')?.[1] ?? Number.NaN);
    if (!(input < inputs)) {
      reply.writeHead(404).end();
      return;
    }
    const etag = `"${input}"`;
    const octets = made(input);
    if (request.method === 'HEAD') {
      kept.set(input, octets);
      for (const oldest of kept.keys()) if (kept.size > KEPT_INPUTS) kept.delete(oldest);
      reply.writeHead(200, { etag, 'content-length': octets.length }).end();
      return;
    }
    const from = Number(/^bytes=([0-9]+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const headers = { etag, 'content-length': octets.length - from };
    if (from > 0)
      reply.writeHead(206, {
        ...headers,
        'content-range': `bytes ${from}-${octets.length - 1}/${octets.length}`,
      });
    else reply.writeHead(200, headers);
    if (input % BROKEN_EVERY === BROKEN_EVERY - 1 && !broken.has(input)) {
      broken.add(input);
      reply.write(octets.subarray(from, octets.length >> 1), () => request.socket.destroy());
    } else reply.end(octets.subarray(from));
  });
}
