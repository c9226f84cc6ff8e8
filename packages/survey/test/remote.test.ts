/** Files at http and https URLs: one request, and what happens when it fails. */

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type RunEvent, survey, surveyAll } from '../src/index.js';
import { HostPace, type Pace } from '../src/remote/pace.js';
import { type RemoteOptions, remoteFile } from '../src/remote/remote-options.js';
import { openRemote, type RemoteSourceOptions } from '../src/remote/remote-source.js';
import { serve } from './support/serve.js';

const OCTETS = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i & 0xff));
const CAPTURE = '{"url": "https://a.example/robots.txt", "status": 404}\n';

const firstOctetOf = (headers: IncomingHttpHeaders) =>
  Number(/^bytes=([0-9]+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

/** A server that ends each connection after so many octets. */
function octetsEach(count: number, { ranges = true, etag = (): string => '"1"' } = {}): RequestListener {
  return ({ headers }, reply) => {
    const from = ranges ? firstOctetOf(headers) : 0;
    reply.writeHead(from > 0 ? 206 : 200, { 'content-length': OCTETS.length - from, etag: etag() });
    const part = OCTETS.subarray(from, from + count);
    if (from + part.length === OCTETS.length) reply.end(part);
    else reply.write(part, () => reply.destroy());
  };
}

type ReadOptions = Partial<RemoteSourceOptions> & Pick<RemoteOptions, 'headers'>;

const opened = (url: string, options: ReadOptions = {}) =>
  openRemote(remoteFile(url, options), { pace: new HostPace(undefined), firstWaitMs: 1, ...options });

async function read(url: string, options: ReadOptions = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await opened(url, options)).octets) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** For attempts that are not repeated: the second would wait longer than any test may take. */
const ONCE = { firstWaitMs: 2 ** 30 };

describe('a lost connection', () => {
  test('is continued by ranges', async () => {
    expect((await read(await serve(octetsEach(100_000)))).equals(OCTETS)).toBe(true);
  });

  test('of a server without ranges begins again', async () => {
    const counts = [100_000, OCTETS.length];
    const url = await serve((...asked) => octetsEach(counts.shift() ?? 0, { ranges: false })(...asked));
    expect((await read(url)).equals(OCTETS)).toBe(true);
    expect(counts).toEqual([]);
  });

  test('to a file that changes while it is read is an error', async () => {
    let version = 0;
    const url = await serve(octetsEach(100_000, { etag: () => `"${version++}"` }));
    await expect(read(url)).rejects.toThrow('the file changed after 100000 octets were read');
  });

  test.each([
    ['is continued from the octets that a range begins with', 0, undefined],
    ['followed by a range that begins too late is an error', 200_000, 'left out octets after'],
  ])('%s', async (_, begins, message) => {
    const url = await serve(({ headers }, reply) => {
      const asked = headers.range !== undefined;
      const from = asked ? begins : 0;
      const range = { 'content-range': `bytes ${from}-${OCTETS.length - 1}/${OCTETS.length}` };
      const length = { 'content-length': OCTETS.length - from, etag: '"1"' };
      reply.writeHead(asked ? 206 : 200, { ...length, ...(asked && range) });
      if (asked) reply.end(OCTETS.subarray(from));
      else reply.write(OCTETS.subarray(0, 100_000), () => reply.destroy());
    });
    if (message !== undefined) await expect(read(url)).rejects.toThrow(message);
    else expect((await read(url)).equals(OCTETS)).toBe(true);
  });

  test('after the last octet is the end', async () => {
    const url = await serve(({ headers }, reply) => {
      if (headers.range !== undefined) reply.writeHead(416).end();
      else reply.write(OCTETS, () => reply.destroy());
    });
    expect((await read(url)).equals(OCTETS)).toBe(true);
  });

  test('of a coded body begins again: a range would be one of the coded octets', async () => {
    const coded = gzipSync(OCTETS, { level: 0 });
    let requests = 0;
    const url = await serve(({ headers }, reply) => {
      const from = firstOctetOf(headers);
      const rest = coded.subarray(from);
      reply.writeHead(from > 0 ? 206 : 200, { 'content-encoding': 'gzip', 'content-length': rest.length });
      if (requests++ === 0) reply.write(rest.subarray(0, 100_000), () => reply.destroy());
      else reply.end(rest);
    });
    expect((await read(url)).equals(OCTETS)).toBe(true);
  });
});

describe('a server that sends nothing', () => {
  /** Timers that the test fires. */
  function stalls(): { readonly fire: () => void; readonly options: ReadOptions } {
    let onStall = (): void => {};
    const startTimer = (run: () => void) => {
      onStall = run;
      return { refresh: () => {}, close: () => {} };
    };
    return { fire: () => onStall(), options: { startTimer } };
  }

  test('is asked again, for the octets that are missing', async () => {
    const { fire, options } = stalls();
    const asked: number[] = [];
    const url = await serve(({ headers }, reply) => {
      const from = firstOctetOf(headers);
      asked.push(from);
      reply.writeHead(from > 0 ? 206 : 200, { 'content-length': OCTETS.length - from });
      if (from === 0) reply.write(OCTETS.subarray(0, 10));
      else reply.end(OCTETS.subarray(from));
    });
    const octets = (await opened(url, options)).octets[Symbol.asyncIterator]();
    const first = await octets.next();
    fire(); // while the reader is busy, which is not the server's fault
    const next = octets.next();
    fire();
    const rest = [await next];
    while (!rest.at(-1)?.done) rest.push(await octets.next());
    const all = Buffer.concat([first, ...rest].map(({ value }) => value ?? new Uint8Array()));
    expect([asked, all.equals(OCTETS)]).toEqual([[0, 10], true]);
  });

  test('not even headers, is an error in the end', async () => {
    const { fire, options } = stalls();
    let requests = 0;
    const url = await serve(() => void (++requests && fire()));
    await expect(read(url, options)).rejects.toThrow(`${url}: the server sends nothing`);
    expect(requests).toBe(6);
  });
});

describe('the pace', () => {
  /** A pace that notes what is asked of it. */
  function noted(): { readonly asked: string[]; readonly pace: Pace } {
    const asked: string[] = [];
    const pace: Pace = {
      turn: async () => void asked.push('turn'),
      hold: (_, ms) => asked.push(`hold ${Math.round(ms / 1000)}`),
    };
    return { asked, pace };
  }

  test.each([429, 503])('keeps Retry-After of status %i, and gives each request a turn', async (status) => {
    const { asked, pace } = noted();
    let requests = 0;
    const url = await serve((_, reply) => {
      if (requests++ === 0) reply.writeHead(status, { 'retry-after': '7' }).end();
      else reply.end(OCTETS);
    });
    expect((await read(url, { pace })).length).toBe(OCTETS.length);
    expect(asked).toEqual(['turn', 'hold 7', 'turn']);
  });

  test('a server that asks for more than an hour is an error at once', async () => {
    const { asked, pace } = noted();
    const url = await serve((_, reply) => reply.writeHead(503, { 'retry-after': '7200' }).end());
    const refused = read(url, { pace, ...ONCE });
    await expect(refused).rejects.toThrow('status 503, and asks to wait for 7200 seconds');
    expect(asked).toEqual(['turn']);
  });

  test('gives a host so many turns a second, and none while the host is to be left alone', async () => {
    let now = 0;
    let during = (): void => {};
    const wait = async (ms: number) => {
      during();
      now += ms;
    };
    const pace = new HostPace(4, { now: () => now, wait });
    const { signal } = new AbortController();
    const at = async (host: string) => {
      await pace.turn(host, signal);
      return now;
    };
    expect([await at('a'), await at('b'), await at('a'), await at('a')]).toEqual([0, 0, 250, 500]);
    pace.hold('a', 10_000);
    pace.hold('a', 5);
    expect([await at('b'), await at('a'), await at('a')]).toEqual([500, 10_500, 10_750]);
    // Also if it is to be left alone while a request waits for its turn.
    during = () => {
      pace.hold('a', 60_000);
      during = () => {};
    };
    expect(await at('a')).toBe(70_750);
  });
});

describe('headers', () => {
  test('go to the server, and not to another that it redirects to', async () => {
    const seen: (string | undefined)[][] = [];
    const note = (place: string, { headers }: { readonly headers: IncomingHttpHeaders }) =>
      seen.push([place, headers['x-key']?.toString(), headers.authorization, headers['user-agent']]);
    const other = await serve((request, reply) => {
      note('other', request);
      reply.writeHead(302, { location: `${home}?again` }).end();
    });
    const home: string = await serve((request, reply) => {
      note(`home ${request.url}`, request);
      if (request.url === '/a.warc.gz') reply.writeHead(307, { location: '/moved' }).end();
      else if (request.url === '/moved') reply.writeHead(301, { location: other }).end();
      else reply.end(OCTETS);
    });
    const headers = { 'X-Key': 'k', Authorization: 'Bearer s', 'User-Agent': 'Mine/1' };
    expect((await read(home, { headers })).equals(OCTETS)).toBe(true);
    expect(seen).toEqual([
      ['home /a.warc.gz', 'k', 'Bearer s', 'Mine/1'],
      ['home /moved', 'k', 'Bearer s', 'Mine/1'],
      ['other', undefined, undefined, 'Mine/1'],
      ['home /a.warc.gz?again', undefined, undefined, 'Mine/1'],
    ]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a name that is none', { 'a b': 'x' }, /headers has "a b", which is no name of a header/],
    ['a line break', { 'X-Key': 'secret\r\nHost: b' }, /^headers\.X-Key is no value of a header/],
    ['one that the survey sets', { Range: 'bytes=0-1' }, /headers has Range, which the survey sets itself/],
  ])('with %s are refused, and no value is shown', async (_, headers, message) => {
    await expect(survey('http://127.0.0.1:1/', { headers }).next()).rejects.toThrow(message);
  });
});

describe('errors', () => {
  test.each([
    ['to no http URL', { location: 'ftp://a.example/x' }, 'to no http or https URL'],
    ['without a target', {}, 'to no http or https URL'],
    ['without an end', { location: '/a.warc.gz' }, 'more than 20 times'],
  ])('redirects %s are an error at once', async (_, headers, message) => {
    const url = await serve((_request, reply) => reply.writeHead(302, headers).end());
    await expect(read(url, ONCE)).rejects.toThrow(message);
  });

  test('a URL with a password, and a malformed one, are refused at once', async () => {
    await expect(read('http://user:secret@127.0.0.1/a.warc.gz', ONCE)).rejects.toThrow('credentials');
    await expect(read('http://[/a.warc.gz', ONCE)).rejects.toThrow('Invalid URL');
  });

  test('a request that fails says why, and a status is an error at once', async () => {
    const url = await serve((_, reply) => reply.destroy());
    await expect(read(url)).rejects.toThrow(/^(?!fetch failed)/);
    const none = await serve((_, reply) => reply.writeHead(404).end());
    await expect(read(none, ONCE)).rejects.toThrow('status 404');
  });

  test('a signal ends a request to a server that never answers', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error('stopped')));
    await expect(read(url, { signal: controller.signal })).rejects.toThrow('stopped');
  });
});

describe('a survey into a folder', () => {
  /** A server with files that can change. `conditions` says whether it knows conditional requests. */
  async function shelf({ validator = 'etag', conditions = true } = {}) {
    const requests: string[] = [];
    const files = new Map([
      ['/a', CAPTURE],
      ['/b', CAPTURE.replace('a.example', 'b.example')],
    ]);
    const base = await serve(({ method, url = '', headers }, reply: ServerResponse) => {
      const body = files.get(url) ?? '';
      const tag = createHash('sha256').update(body).digest('hex');
      const date = new Date(Number.parseInt(tag.slice(0, 8), 16) * 1000).toUTCString();
      const version = validator === 'etag' ? `"${tag}"` : date;
      const known = headers['if-none-match'] ?? headers['if-modified-since'];
      requests.push(`${method} ${url}${known === undefined ? '' : ' unless'} ${headers['x-key']}`);
      if (conditions && known === version) reply.writeHead(304, { [validator]: version }).end();
      else reply.writeHead(200, validator === 'none' ? {} : { [validator]: version }).end(body);
    });
    const origin = new URL(base).origin;
    const folder = mkdtempSync(join(tmpdir(), 'robotstream-remote-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const run = async () => {
      const kinds: string[] = [];
      const onEvent = ({ kind }: RunEvent) => kind !== 'progress' && kinds.push(kind);
      const inputs = [`${origin}/a`, `${origin}/b`];
      await surveyAll({ inputs, folder, resume: true, headers: { 'X-Key': 'a-secret' }, onEvent });
      return { kinds: kinds.sort(), requests: requests.splice(0).sort() };
    };
    return { files, run, folder };
  }

  test.each(['etag', 'last-modified'])(
    'sends one GET a file, and on resume one by %s without a body',
    async (validator) => {
      const { files, run, folder } = await shelf({ validator });
      const requests = ['GET /a a-secret', 'GET /b a-secret'];
      expect(await run()).toEqual({ kinds: ['done', 'done'], requests });
      const unless = ['GET /a unless a-secret', 'GET /b unless a-secret'];
      expect(await run()).toEqual({ kinds: ['passed-over', 'passed-over'], requests: unless });
      files.set('/b', CAPTURE.replace('a.example', 'c.example'));
      expect(await run()).toEqual({ kinds: ['done', 'passed-over'], requests: unless });
      expect(await run()).toEqual({ kinds: ['passed-over', 'passed-over'], requests: unless });
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (/\.(?:parquet|json|ndjson)$/.test(file))
          expect(readFileSync(join(folder, file)).includes('a-secret')).toBe(false);
    },
  );

  test('does not read a file again whose server ignores conditions and states the same version', async () => {
    const { run } = await shelf({ conditions: false });
    await run();
    expect((await run()).kinds).toEqual(['passed-over', 'passed-over']);
  });

  test('reads a file again that has no version, and one whose part is missing', async () => {
    const { run } = await shelf({ validator: 'none' });
    await run();
    expect((await run()).requests).toEqual(['GET /a a-secret', 'GET /b a-secret']);
    const other = await shelf();
    await other.run();
    rmSync(join(other.folder, 'verdicts'), { recursive: true });
    expect((await other.run()).kinds).toEqual(['done', 'done']);
  });
});
