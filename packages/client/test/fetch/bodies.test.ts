/** Bodies: the parsing limit (RFC 9309 §2.5), and how little memory a body takes. */
import type { Socket } from 'node:net';
import { createBrotliDecompress, createGunzip, gzipSync } from 'node:zlib';
import { Agent, MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from '../../../../src/index.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { type Bomb, brotliBomb, emptyGzip, gzipBomb, PIECE_OCTETS } from './support/bombs.js';
import { FILE, get, getFrom, inWords, mayFetch } from './support/fetching.js';
import { always, answer, flood, head, Peer } from './support/peer.js';

const GIBIBYTE = 1024 ** 3;

/**
 * How much memory a fetch may take in addition to the baseline: the document, chunks in progress, and Node's buffers for
 * sockets and zlib.
 */
const MEMORY_OCTETS = 16 * 1024 * 1024;

/** A file of a given size whose last line is a rule. */
function fileOf(octets: number): string {
  const end = '\nDisallow: /end\n';
  return `${FILE}#${'x'.repeat(octets - FILE.length - end.length - 1)}${end}`;
}

/** Runs a function, and watches how much memory buffers take meanwhile. */
async function memoryOf<Value>(run: () => Promise<Value>): Promise<{ value: Value; octets: number }> {
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  let isOver = false;
  const watch = (): void => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers);
    if (!isOver) setImmediate(watch);
  };
  watch();
  const value = await run();
  isOver = true;
  return { value, octets: peak - before };
}

describe('a body', () => {
  test.each([0, 1, 4095, 65_536, PARSING_LIMIT_OCTETS - 1, PARSING_LIMIT_OCTETS])(
    'of %i octets is read whole',
    async (size) => {
      const text = size > 100 ? fileOf(size) : '#'.repeat(size);
      const peer = await Peer.start(always(200, text));
      const result = await getFrom(peer);
      expect(inWords(result)).toBe('success, rules');
      expect(result).toMatchObject({ octets: size, encodedOctets: size });
      expect(result.outcome === 'success' && result.document.truncated).toBe(false);
      expect(mayFetch(result, '/end')).toBe(size <= 100);
      expect(result.timings.bodyMs).not.toBe(null);
    },
  );

  test('that never ends is read up to the limit', async () => {
    let server: Socket | undefined;
    const line = Buffer.alloc(64 * 1024, `#${'x'.repeat(62)}\n`);
    const peer = await Peer.start((socket) => {
      server = socket;
      socket.write(head(200) + FILE);
      flood(socket, () => line);
    });
    const { value: result, octets } = await memoryOf(() => getFrom(peer));
    expect(result.outcome === 'success' && result.document.truncated).toBe(true);
    expect(mayFetch(result, '/private')).toBe(false);
    expect(octets).toBeLessThan(MEMORY_OCTETS);
    expect(server?.destroyed).toBe(true);
  });

  test('has the limit that the caller sets', async () => {
    const maxOctets = 2 * PARSING_LIMIT_OCTETS;
    const peer = await Peer.start(always(200, fileOf(maxOctets + 1)));
    const result = await getFrom(peer, { maxOctets });
    expect(result.octets).toBe(maxOctets);
    const whole = await getFrom(peer, { maxOctets: Infinity });
    expect(whole.octets).toBe(maxOctets + 1);
    expect(mayFetch(whole, '/end')).toBe(false);
  });

  test('that a dispatcher gives in one chunk is parsed up to the limit', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    dispatcher.get('http://site.example').intercept({ path: '/robots.txt' }).reply(200, fileOf(5_000_000));
    const result = await get('http://site.example/', { dispatcher });
    expect(result).toMatchObject({ octets: PARSING_LIMIT_OCTETS, encodedOctets: 5_000_000 });
    expect(result.outcome === 'success' && result.document.truncated).toBe(true);
    expect(mayFetch(result, '/private')).toBe(false);
    await dispatcher.close();
  });

  test('in chunks of one octet is read whole', async () => {
    const chunks = [...FILE].map((octet) => `1\r\n${octet}\r\n`).join('');
    const peer = await Peer.start((socket) => {
      socket.write(`${head(200, { 'Transfer-Encoding': 'chunked' })}${chunks}0\r\nTrailer: x\r\n\r\n`);
    });
    const result = await getFrom(peer);
    expect(result.octets).toBe(FILE.length);
    expect(mayFetch(result, '/private')).toBe(false);
  });
});

describe('a bomb of 10 GiB', () => {
  const pieces = Math.ceil((10 * GIBIBYTE) / PIECE_OCTETS);

  /** Sends a bomb as fast as the client reads it, and returns how many octets were sent. */
  async function send(coding: string, bomb: Bomb): Promise<{ peer: Peer; sent: () => number }> {
    let sent = 0;
    const peer = await Peer.start((socket) => {
      socket.write(head(200, { 'Content-Encoding': coding }));
      socket.write(bomb.first);
      flood(socket, () => {
        if (++sent < pieces) return bomb.next;
        socket.end();
        return bomb.next;
      });
    });
    return { peer, sent: () => sent };
  }

  test.each([
    ['gzip', gzipBomb, createGunzip],
    ['br', brotliBomb, createBrotliDecompress],
  ] as const)('in %s is read up to the limit', async (coding, make, createDecoder) => {
    const bomb = await make();
    // It is a bomb: three chunks of it decode to three times the size.
    let decoded = 0;
    const decoder = createDecoder().on('data', (chunk: Uint8Array) => {
      decoded += chunk.length;
    });
    await new Promise((resolve) => decoder.write(Buffer.concat([bomb.first, bomb.next, bomb.next]), resolve));
    expect(decoded).toBe(3 * PIECE_OCTETS);
    decoder.destroy();

    const { peer } = await send(coding, bomb);
    const { value: result, octets } = await memoryOf(() => getFrom(peer));
    expect(inWords(result)).toBe('success, rules');
    expect(result.octets).toBe(PARSING_LIMIT_OCTETS);
    expect(result.outcome === 'success' && result.document.truncated).toBe(true);
    expect(octets).toBeLessThan(MEMORY_OCTETS);
  });

  test('that stalls after the parsing limit is not waited for', async () => {
    const { first } = await gzipBomb();
    const peer = await Peer.start((socket) => {
      socket.write(head(200, { 'Content-Encoding': 'gzip' }));
      socket.write(first);
    });
    // The clock does not move, so no time limit ends the fetch.
    const result = await getFrom(peer, { clock: new ManualClock() });
    expect(result.octets).toBe(PARSING_LIMIT_OCTETS);
  });

  test('that decodes to nothing ends by the octet limit', async () => {
    const { peer } = await send('gzip', emptyGzip());
    const { value: result, octets } = await memoryOf(() => getFrom(peer));
    expect(inWords(result)).toBe('unreachable, disallow-all (bad-encoding)');
    expect(result.cause?.message).toMatch(/: the body has more than \d+ octets, and decodes to less$/);
    expect(result.octets).toBe(0);
    expect(result.encodedOctets).toBeLessThan(3 * PARSING_LIMIT_OCTETS);
    expect(octets).toBeLessThan(MEMORY_OCTETS);
  });

  test('in codings on top of each other is read up to the limit', async () => {
    const { first, next } = await gzipBomb();
    const body = gzipSync(Buffer.concat([first, ...Array.from({ length: 100 }, () => next)]));
    const peer = await Peer.start((socket) => {
      socket.write(answer(200, body, { 'Content-Encoding': 'gzip, gzip' }));
    });
    const { value: result, octets } = await memoryOf(() => getFrom(peer));
    expect(result.octets).toBe(PARSING_LIMIT_OCTETS);
    expect(octets).toBeLessThan(MEMORY_OCTETS);
  });
});

test.each([
  ['headers', 'HTTP/1.1 200 OK\r\n', `X-${'a'.repeat(60)}: ${'b'.repeat(60)}\r\n`],
  ['a header', 'HTTP/1.1 200 OK\r\nX: ', 'x'.repeat(1024)],
  ['white space before a response', '', '\r\n'.repeat(32_768)],
  ['interim responses', '', head(102).repeat(1000)],
  ['interim responses with headers', '', head(103, { Link: '</a>; rel=preload' }).repeat(1000)],
  ['headers of an interim response', 'HTTP/1.1 103 Early Hints\r\n', 'Link: </a>\r\n'.repeat(1000)],
])('%s without end: the response is malformed', async (_, start, more) => {
  const peer = await Peer.start((socket) => {
    socket.write(start);
    flood(socket, () => Buffer.from(more));
  });
  const { value: result, octets } = await memoryOf(() => getFrom(peer));
  expect(inWords(result)).toBe('unreachable, disallow-all (malformed-response)');
  expect(octets).toBeLessThan(MEMORY_OCTETS);
});

test('a response that ends while it is not read does not end the process (nodejs/undici#5360)', async () => {
  // Many small chunks of gzip, then the end of the connection, while zlib is still working on the first.
  const body = gzipSync(Buffer.from(fileOf(400_000)), { level: 0 });
  const peer = await Peer.start((socket) =>
    socket.end(Buffer.concat([Buffer.from(head(200, { 'Content-Encoding': 'gzip' })), body])),
  );
  const agent = new Agent();
  for (const options of [{}, { dispatcher: agent }]) {
    expect(inWords(await get(peer.robotsUrl, options))).toBe('success, rules');
  }
  await agent.destroy();
});
