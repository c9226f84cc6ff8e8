/** Inputs other than WARC: NDJSON, tar archives, folders, URLs; and how they are recognized. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { httpSource, remoteFacts } from '../../src/survey/input/http-source.js';
import { inputFacts, readInput } from '../../src/survey/input/read-input.js';
import { captures, faultsOf, urlsOf } from './support/read.js';
import { tarFile } from './support/tar-writer.js';
import { capture } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

const ndjson = (...lines: readonly unknown[]) =>
  Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));

describe('NDJSON', () => {
  test('a body as text, and as base64', async () => {
    const body = Buffer.from(RULES).toString('base64');
    const items = await captures(
      ndjson({ url: URL_A, status: 200, body: RULES }, { url: URL_A, bodyBase64: body }),
    );
    expect(items).toMatchObject([
      { status: 200, text: RULES, offset: 0 },
      { status: null, text: RULES },
    ]);
  });

  test('a body in gzip, whose header says so', async () => {
    const bodyBase64 = gzipSync(RULES).toString('base64');
    const headers = { 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' };
    expect(await captures(ndjson({ url: URL_A, headers, bodyBase64 }))).toMatchObject([{ text: RULES }]);
  });

  test('compressed, cut anywhere, with empty lines and CR LF', async () => {
    const file = gzipSync(
      Buffer.concat([ndjson({ url: URL_A, body: RULES }), Buffer.from('\r\n\r\n'), ndjson({ url: URL_A })]),
    );
    for (const size of [1, 7, 65_536]) {
      expect(await captures(file, { size })).toMatchObject([{ text: RULES }, { text: null }]);
    }
  });

  test.each<[unknown, string]>([
    ['{', 'is not JSON'],
    ['[]', '"url" is not a string'],
    [{ url: 1 }, '"url" is not a string'],
    [{ url: URL_A, status: 1000 }, '"status"'],
    [{ url: URL_A, id: 1 }, '"id"'],
    [{ url: URL_A, fetchedAt: 1 }, '"fetchedAt"'],
    [{ url: URL_A, headers: { a: 1 } }, '"headers"'],
    [{ url: URL_A, bodyBase64: '*' }, '"bodyBase64"'],
    [{ url: URL_A, body: 1 }, '"body"'],
  ])('a line that is no capture is a fault, and reading goes on: %j', async (line, message) => {
    const items = await captures(ndjson({ url: URL_A }, line, { url: URL_A }));
    expect(items.map((item) => ('fault' in item ? item.fault : 'capture'))).toEqual([
      'capture',
      'not-a-capture',
      'capture',
    ]);
    expect(items[1]).toMatchObject({ message: expect.stringContaining(message) });
  });

  test('captures of other URLs are left out, unless all are wanted', async () => {
    const file = ndjson({ url: 'https://a.example/other' });
    expect(urlsOf(await captures(file))).toEqual([]);
    expect(urlsOf(await captures(file, { all: true }))).toHaveLength(1);
  });
});

describe('tar', () => {
  const files = [
    ['a.example.txt', RULES],
    ['sites/b.example/robots.txt', `${RULES}#b`],
    [`long/${'x'.repeat(150)}/c.example`, RULES],
  ] as const;

  test.each([
    ['ustar', {}],
    ['pax', { longNames: 'pax' }],
    ['GNU', { longNames: 'gnu' }],
  ] as const)('%s: each file is a capture of the host that it is named by', async (_, options) => {
    const file = tarFile(files, options);
    for (const octets of [file, gzipSync(file)]) {
      expect(urlsOf(await captures(octets, { size: 1000 }))).toEqual([
        URL_A,
        'https://b.example/robots.txt',
        'https://c.example/robots.txt',
      ]);
    }
  });

  test('a damaged header, and an input that is cut off, are faults', async () => {
    const file = tarFile(files, {});
    const damaged = Buffer.from(file);
    damaged[1030] = (damaged[1030] as number) ^ 1;
    expect(faultsOf(await captures(damaged))).toEqual(['tar-header']);
    expect(faultsOf(await captures(file.subarray(0, 520)))).toEqual(['tar-cut-off']);
  });
});

test('an input of no known format is one fault, and an empty one none', async () => {
  expect(faultsOf(await captures(Buffer.from('<html>')))).toEqual(['unknown-input']);
  expect(await captures(Buffer.alloc(0))).toEqual([]);
  expect(await captures(gzipSync(''))).toEqual([]);
});

describe('by name', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-inputs-'));
    mkdirSync(join(folder, 'files', 'b.example'), { recursive: true });
    writeFileSync(join(folder, 'files', 'a.example.txt'), RULES);
    writeFileSync(join(folder, 'files', 'b.example', 'robots.txt'), RULES);
    writeFileSync(join(folder, 'files', '.hidden'), RULES);
    writeFileSync(join(folder, 'one.warc'), capture('a.example', RULES));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const urls = async (name: string) => {
    const found: string[] = [];
    let octets = 0;
    for await (const batch of readInput(name, { onOctets: (count) => (octets += count) })) {
      for (const item of batch) if (item.kind === 'capture') found.push(item.url);
    }
    return { found, octets };
  };

  test('a file, and a folder of files named by their hosts', async () => {
    expect(await urls(join(folder, 'one.warc'))).toEqual({
      found: [URL_A],
      octets: capture('a.example', RULES).length,
    });
    expect(await urls(join(folder, 'files'))).toEqual({
      found: [URL_A, 'https://b.example/robots.txt'],
      octets: 2 * RULES.length,
    });
  });

  test('facts of a file; a file that is not there', async () => {
    const name = join(folder, 'one.warc');
    expect(await inputFacts(name)).toEqual({
      name,
      size: capture('a.example', RULES).length,
      version: expect.any(String),
    });
    await expect(inputFacts(join(folder, 'none'))).rejects.toThrow('ENOENT');
  });
});

describe('at a URL', () => {
  const OCTETS = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i & 0xff));

  /** A server that ends each connection after so many octets. */
  async function startServer(
    octetsEach: number,
    { ranges = true, etag = (): string => '"1"' } = {},
  ): Promise<string> {
    const server: Server = createServer((request, reply) => {
      const from = ranges ? Number(/^bytes=([0-9]+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
      reply.writeHead(from > 0 ? 206 : 200, { 'content-length': OCTETS.length - from, etag: etag() });
      if (request.method === 'HEAD') {
        reply.end();
        return;
      }
      const part = OCTETS.subarray(from, from + octetsEach);
      if (from + part.length === OCTETS.length) reply.end(part);
      else reply.write(part, () => reply.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.warc.gz`;
  }

  const read = async (url: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of httpSource(url, { firstWaitMs: 1 })) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  test('a connection that is lost is continued by ranges', async () => {
    expect((await read(await startServer(100_000))).equals(OCTETS)).toBe(true);
  });

  test('a whole file in one response', async () => {
    expect((await read(await startServer(OCTETS.length, { ranges: false }))).equals(OCTETS)).toBe(true);
  });

  test('a server that never gets further is an error', async () => {
    await expect(read(await startServer(100_000, { ranges: false }))).rejects.toThrow();
  });

  test('a file that changes while it is read is an error', async () => {
    let version = 0;
    await expect(read(await startServer(100_000, { etag: () => `"${version++}"` }))).rejects.toThrow(
      'changed',
    );
  });

  test('facts are those of the server', async () => {
    expect(await remoteFacts(await startServer(1))).toEqual({ size: OCTETS.length, version: '"1"' });
  });

  test('a status that is no success is an error at once', async () => {
    const server = createServer((_, reply) => reply.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    await expect(read(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).rejects.toThrow(
      'status 404',
    );
  });
});
