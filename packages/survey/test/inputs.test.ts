/** Inputs by name: files, folders and URLs; and how formats are recognized. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inputFacts, readInput } from '../src/captures/read-input.js';
import { type InputOptions, survey, surveyAll } from '../src/index.js';
import { httpSource, remoteFacts } from '../src/octets/http-source.js';
import { captures, faultsOf } from './support/read.js';
import { serve } from './support/serve.js';
import { capture } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

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
    mkdirSync(join(folder, 'files', '.git'));
    writeFileSync(join(folder, 'files', '.git', 'HEAD'), RULES);
    writeFileSync(join(folder, 'one.warc'), capture('a.example', RULES));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const urls = async (name: string) => {
    const found: string[] = [];
    let octets = 0;
    for await (const batch of readInput(name, { onOctets: (count) => (octets += count.length) })) {
      for (const item of batch) if (item.kind === 'capture') found.push(item.url);
    }
    return { found, octets };
  };

  test('a folder with an archive is refused: no host has such a name', async () => {
    mkdirSync(join(folder, 'archives'));
    writeFileSync(join(folder, 'archives', 'crawl.warc.gz'), '');
    await expect(urls(join(folder, 'archives'))).rejects.toThrow(
      'the folder has an archive, "crawl.warc.gz"; name the archives themselves as inputs',
    );
  });

  test('of a large file in a folder the first 2 MiB are kept', async () => {
    const limit = 2 * 1024 * 1024;
    mkdirSync(join(folder, 'large'));
    writeFileSync(join(folder, 'large', 'a.example'), Buffer.alloc(limit, '#'));
    writeFileSync(join(folder, 'large', 'b.example'), Buffer.alloc(limit + 1, '#'));
    const kept: unknown[] = [];
    for await (const batch of readInput(join(folder, 'large'))) {
      for (const item of batch)
        if (item.kind === 'capture') kept.push([item.payload?.octets.length, item.payload?.isCutOff]);
    }
    expect(kept).toEqual([
      [limit, false],
      [limit, true],
    ]);
  });

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

  /** The captures' URLs and the faults' messages, in order. */
  async function itemsOf(name: string): Promise<string[]> {
    const read: string[] = [];
    for await (const batch of readInput(join(folder, name)))
      for (const item of batch)
        read.push(item.kind === 'capture' ? item.url : `${item.code}: ${item.message}`);
    return read;
  }

  test('symbolic links in a folder are followed, as find -L does', async () => {
    const linked = join(folder, 'linked');
    mkdirSync(join(linked, 'sites', 'c.example'), { recursive: true });
    writeFileSync(join(linked, 'sites', 'c.example', 'robots.txt'), RULES);
    symlinkSync('../files/a.example.txt', join(linked, 'www.a.example'));
    symlinkSync(join(folder, 'files'), join(linked, 'other'));
    symlinkSync('c.example', join(linked, 'sites', 'www.c.example'));
    symlinkSync('nowhere', join(linked, 'sites', 'broken.example'));
    symlinkSync('itself', join(linked, 'sites', 'itself'));
    symlinkSync('..', join(linked, 'sites', 'up'));
    symlinkSync('.', join(linked, 'sites', 'here'));
    symlinkSync('linked', join(folder, 'link'));
    for (const name of ['linked', 'link', join('linked', 'sites', '..')]) {
      expect(await itemsOf(name)).toEqual([
        URL_A,
        'https://b.example/robots.txt',
        'broken-link: "sites/broken.example" is a symbolic link that leads nowhere',
        'https://c.example/robots.txt',
        'broken-link: "sites/here" is a symbolic link to a folder that contains it',
        'broken-link: "sites/itself" is a symbolic link that leads nowhere',
        'broken-link: "sites/up" is a symbolic link to a folder that contains it',
        'https://www.c.example/robots.txt',
        'https://www.a.example/robots.txt',
      ]);
    }
  });

  test('each link to a folder is followed once, on the path with the fewest links', async () => {
    const many = join(folder, 'many');
    mkdirSync(join(folder, 'shared', 'd.example'), { recursive: true });
    writeFileSync(join(folder, 'shared', 'd.example', 'robots.txt'), RULES);
    symlinkSync('d.example', join(folder, 'shared', 'www.d.example'));
    mkdirSync(many);
    symlinkSync('../shared', join(many, 'all'));
    symlinkSync('../shared', join(many, 'best'));
    expect(await itemsOf('many')).toEqual([
      'https://d.example/robots.txt',
      'https://www.d.example/robots.txt',
      'https://d.example/robots.txt',
      'broken-link: "best/www.d.example" is a symbolic link that was followed as "all/www.d.example"',
    ]);
  });

  test('folders that all link to each other are read once for each link', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `${i}.example`);
    for (const name of names) {
      mkdirSync(join(folder, 'crossed', name), { recursive: true });
      writeFileSync(join(folder, 'crossed', name, 'robots.txt'), RULES);
      for (const other of names) {
        if (other !== name) symlinkSync(join('..', other), join(folder, 'crossed', name, other));
      }
    }
    const items = await itemsOf('crossed');
    const links = names.length * (names.length - 1);
    expect(items.filter((item) => item.startsWith('https:'))).toHaveLength(names.length + links);
    // In each folder that a link leads to, one link leads back and the others were followed before.
    expect(items.filter((item) => item.endsWith('that contains it'))).toHaveLength(links);
    expect(items.filter((item) => item.includes('was followed as'))).toHaveLength(links * (names.length - 2));
  });

  // Only Linux has such names, and a file that every user may open and not read.
  test.runIf(process.platform === 'linux')(
    'a file with a name that is not UTF-8 is read, and one that cannot be read is a fault',
    async () => {
      const odd = join(folder, 'odd');
      const nested = Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0xff])]);
      mkdirSync(odd);
      mkdirSync(nested);
      writeFileSync(join(odd, 'a.example'), RULES);
      writeFileSync(Buffer.concat([nested, Buffer.from('/b\xff.example', 'latin1')]), RULES);
      symlinkSync('/proc/self/mem', join(odd, 'b.example'));
      expect(await itemsOf('odd')).toEqual([
        URL_A,
        expect.stringMatching(/^unreadable-file: "b\.example" cannot be read: EIO/),
        'https://b\ufffd.example/robots.txt',
      ]);
    },
  );

  test('a URL with a password is refused at once', async () => {
    // An attempt that is repeated would wait for longer than a test may take.
    const options = { firstWaitMs: 2 ** 30 };
    const url = 'http://user:secret@127.0.0.1/a.warc.gz';
    await expect(remoteFacts(url, options)).rejects.toThrow('credentials');
    await expect(httpSource(url, options).next()).rejects.toThrow('credentials');
  });

  test('servers are asked under a name and a version of its own, or another one', async () => {
    const agents = new Set<string>();
    const url = await serve((request, reply) => {
      agents.add(`${request.method} ${request.headers['user-agent']}`);
      reply.end('{"url": "https://a.example/robots.txt"}\n');
    });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const own = `robotstream/${version}`;
    const read = async (options: InputOptions) => {
      for await (const _ of survey(url, options));
      return [...agents];
    };
    expect(await read({})).toEqual([`GET ${own}`]);
    agents.clear();
    expect(await read({ userAgent: 'ExampleResearch/1.0 (+https://example.org)' })).toEqual([
      'GET ExampleResearch/1.0 (+https://example.org)',
    ]);
    for (const userAgent of [undefined, 'Mine/2']) {
      agents.clear();
      await surveyAll({ inputs: [url], folder: join(folder, `as-${userAgent}`), userAgent });
      expect([...agents]).toEqual([`HEAD ${userAgent ?? own}`, `GET ${userAgent ?? own}`]);
    }
    await expect(survey(url, { userAgent: 'a\nb' }).next()).rejects.toThrow(/userAgent is "a\\nb"/);
  });

  test('facts of a file; a file that is not there', async () => {
    const name = join(folder, 'one.warc');
    expect(await inputFacts(name)).toEqual({
      id: name,
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

  test('a server that makes no progress is an error', async () => {
    await expect(read(await startServer(100_000, { ranges: false }))).rejects.toThrow();
  });

  test('a file that changes while it is read is an error', async () => {
    let version = 0;
    await expect(read(await startServer(100_000, { etag: () => `"${version++}"` }))).rejects.toThrow(
      'changed',
    );
  });

  test('a content coding that the server adds is removed, and no range is requested', async () => {
    const coded = gzipSync(OCTETS, { level: 0 });
    let requests = 0;
    const url = await serve((request, reply) => {
      const from = Number(/^bytes=([0-9]+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const rest = coded.subarray(from);
      reply.writeHead(from > 0 ? 206 : 200, { 'content-encoding': 'gzip', 'content-length': rest.length });
      if (requests++ === 0) reply.write(rest.subarray(0, 100_000), () => reply.destroy());
      else reply.end(rest);
    });
    expect((await read(url)).equals(OCTETS)).toBe(true);
  });

  test('a range that begins before the octets asked for is cut', async () => {
    const url = await serve((request, reply) => {
      const asked = request.headers.range !== undefined;
      const last = OCTETS.length - 1;
      const headers = { 'content-length': OCTETS.length, etag: '"1"' };
      reply.writeHead(asked ? 206 : 200, {
        ...headers,
        ...(asked ? { 'content-range': `bytes 0-${last}/${OCTETS.length}` } : {}),
      });
      if (asked) reply.end(OCTETS);
      else reply.write(OCTETS.subarray(0, 100_000), () => reply.destroy());
    });
    expect((await read(url)).equals(OCTETS)).toBe(true);
  });

  test('a range that begins after the octets asked for is an error', async () => {
    const url = await serve((request, reply) => {
      const asked = request.headers.range !== undefined;
      const from = asked ? 200_000 : 0;
      reply.writeHead(asked ? 206 : 200, {
        'content-length': OCTETS.length - from,
        ...(asked ? { 'content-range': `bytes ${from}-${OCTETS.length - 1}/${OCTETS.length}` } : {}),
      });
      if (asked) reply.end(OCTETS.subarray(from));
      else reply.write(OCTETS.subarray(0, 100_000), () => reply.destroy());
    });
    await expect(read(url)).rejects.toThrow('left out octets after');
  });

  test('the facts of a file are null if the server refuses HEAD', async () => {
    const url = await serve((request, reply) => reply.writeHead(request.method === 'HEAD' ? 405 : 200).end());
    expect(await remoteFacts(url)).toEqual({ size: null, version: null });
  });

  test('a server that is busy is asked again', async () => {
    let requests = 0;
    const url = await serve((_, reply) => {
      reply.writeHead(requests++ < 2 ? 503 : 200, { etag: '"1"', 'content-length': 5 }).end();
    });
    expect(await remoteFacts(url, { firstWaitMs: 1 })).toEqual({ size: 5, version: '"1"' });
  });

  test('a signal ends a request to a server that never answers', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error('stopped')));
    await expect(inputFacts(url, { signal: controller.signal })).rejects.toThrow('stopped');
  });

  test('facts are those of the server', async () => {
    expect(await remoteFacts(await startServer(1))).toEqual({ size: OCTETS.length, version: '"1"' });
  });

  test('a malformed URL is an error at once', async () => {
    // No attempt but the first: the second would wait longer than any test may take.
    await expect(remoteFacts('http://[/a.warc.gz', { firstWaitMs: 2 ** 30 })).rejects.toThrow('Invalid URL');
  });

  test('a request that fails says why', async () => {
    const url = await serve((_, reply) => reply.destroy());
    await expect(remoteFacts(url, { firstWaitMs: 1 })).rejects.toThrow(/^(?!fetch failed)/);
  });

  test('a status other than a success is an error at once', async () => {
    const url = await serve((_, reply) => reply.writeHead(404).end());
    await expect(read(url)).rejects.toThrow('status 404');
    await expect(remoteFacts(url)).rejects.toThrow('status 404');
  });
});
