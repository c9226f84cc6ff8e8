/** The server of `robotstream inspect`: what it serves, and what it answers attackers, over real sockets. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { siteFetcher } from '../../src/inspect/command.js';
import type { FetchSite } from '../../src/inspect/fetch-endpoint.js';
import { readPage } from '../../src/inspect/page.js';
import { serveInspector } from '../../src/inspect/server.js';
import { useSites } from '../support/sites.js';
import { ask, askFetch, STATIC_POLICY, useInspector } from './support.js';

const start = useInspector();
const site = useSites();

/** The address with another token. */
function withToken(address: string, token: string): URL {
  return new URL(`/${token}/`, address);
}

describe('the page', () => {
  test('is served at the address, with a policy by header and by tag that allows its own server alone', async () => {
    const { address } = await start();
    const { status, headers, body } = await ask(address);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = `${STATIC_POLICY}; connect-src 'self'`;
    expect(headers['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`);
    expect(body).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
    expect(body).not.toContain(`"${STATIC_POLICY}"`);
    expect(body).toContain('<meta name="robotstream-server"');
  });

  test('HEAD has the headers of GET and no body', async () => {
    const { address } = await start();
    const { headers, body } = await ask(address, { method: 'HEAD' });
    expect([headers['content-length'], body]).toEqual([(await ask(address)).headers['content-length'], '']);
  });

  test('without the slash at its end, the address leads to it', async () => {
    const { address } = await start();
    const { status, headers } = await ask(address.slice(0, -1));
    expect([status, headers.location]).toEqual([308, new URL(address).pathname]);
  });

  test('gets what the command line opens', async () => {
    const file = { name: 'robots.txt', octets: '__4', notes: [] };
    const opening = { file, url: null, agents: ['ExampleBot'], profile: 'google' };
    const { address } = await start({ opening });
    expect(JSON.parse((await ask(new URL('opening', address))).body)).toEqual(opening);
  });

  test.each(['', 'opening', 'nothing', '../'])(
    'no answer to %j may be read by another site',
    async (path) => {
      const { address } = await start();
      const { headers } = await ask(new URL(path, address));
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  test('has another address each time', async () => {
    const tokens = await Promise.all([start(), start()]);
    const [one, other] = tokens.map(({ address }) => new URL(address).pathname);
    expect(one).toMatch(/^\/[\w-]{32}\/$/);
    expect(one).not.toBe(other);
  });

  test.each([
    '../page.ts',
    '..%2f..%2fpackage.json',
    '%2e%2e/inspector.html',
    'inspector.html',
    '/etc/passwd',
    '.',
    'constructor',
  ])('%s is no file of it', async (path) => {
    const { address } = await start();
    const { status } = await ask(address, { path: `${new URL(address).pathname}${path}` });
    expect(status).toBe(404);
  });
});

describe('a request is refused', () => {
  test.each([
    ['no token', ''],
    ['a wrong token', `${'A'.repeat(32)}/`],
    ['a part of the token', null],
  ])('with %s', async (_, path) => {
    const { address } = await start();
    const token = new URL(address).pathname.slice(1, -1);
    const url = path === null ? withToken(address, token.slice(0, -1)) : new URL(`/${path}`, address);
    for (const method of ['GET', 'POST']) {
      const headers = { origin: new URL(address).origin };
      const { status, body } = await ask(url, { method, headers });
      expect(status).toBe(404);
      expect(body).not.toContain(token);
    }
  });

  test.each(['attacker.example', '127.0.0.1', 'localhost:1', '127.0.0.1:1', '[::1]', '0.0.0.0'])(
    'with the Host %j, as a rebound name of an attacker has',
    async (host) => {
      const { address } = await start();
      expect((await ask(address, { headers: { host } })).status).toBe(403);
    },
  );

  test('with the Host of an attacker on the right port', async () => {
    const { address } = await start();
    const host = `attacker.example:${new URL(address).port}`;
    expect((await ask(address, { headers: { host, origin: `http://${host}` } })).status).toBe(403);
  });

  test('without a Host, as in HTTP/1.0', async () => {
    const { address } = await start();
    const { port, pathname } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${pathname} HTTP/1.0\r\n\r\n`);
    let reply = '';
    for await (const chunk of socket) reply += chunk;
    expect(reply).toMatch(/^HTTP\/1\.1 403 /);
  });

  test.each<[string, { [name: string]: string }]>([
    ['another origin', { origin: 'https://attacker.example' }],
    ['no origin, as in a sandboxed frame or of a file', { origin: 'null' }],
    ['the same host by https', { origin: 'https://127.0.0.1' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }],
  ])('that comes from %s', async (_, headers) => {
    const { address } = await start();
    expect((await ask(address, { headers })).status).toBe(403);
    const { status } = await ask(new URL('fetch', address), { method: 'POST', headers, body: '{}' });
    expect(status).toBe(403);
  });

  test('that fetches and has no Origin, which browsers always send', async () => {
    const { address } = await start();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'http://a.example/', profile: 'rfc9309' });
    expect((await ask(new URL('fetch', address), { method: 'POST', headers, body })).status).toBe(403);
  });

  test.each([
    ['PUT', '', 'GET, HEAD'],
    ['OPTIONS', 'fetch', 'POST'],
    ['POST', '', 'GET, HEAD'],
    ['POST', 'opening', 'GET, HEAD'],
    ['GET', 'fetch', 'POST'],
  ])('with the method %s for %j', async (method, path, allow) => {
    const { address } = await start();
    const { origin } = new URL(address);
    const { status, headers } = await ask(new URL(path, address), { method, headers: { origin } });
    expect([status, headers.allow]).toEqual([405, allow]);
  });

  test('with too long a line or headers', async () => {
    const { address } = await start();
    expect((await ask(`${address}?${'a'.repeat(16 * 1024)}`)).status).toBe(431);
    expect((await ask(address, { headers: { cookie: 'a'.repeat(16 * 1024) } })).status).toBe(431);
  });

  test('in the absolute form of a proxy', async () => {
    const { address } = await start();
    expect((await ask(address, { path: address })).status).toBe(404);
  });
});

test('a user who opens the address is admitted, by its number and by localhost', async () => {
  const { address } = await start();
  const headers = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
  expect((await ask(address, { headers })).status).toBe(200);
  const host = `LOCALHOST:${new URL(address).port}`;
  expect((await ask(address, { headers: { ...headers, host } })).status).toBe(200);
});

describe('fetch', () => {
  const CONTEXT = process;
  const REQUEST = {
    userAgent: 'ExampleBot/1',
    agents: ['*'],
    profile: 'rfc9309',
    cache: undefined,
    maxOctets: undefined,
    totalMs: undefined,
  } as const;
  const publicOnly = siteFetcher(REQUEST, CONTEXT, 'public');
  /** The test's sites are on loopback, which the command's policy refuses. */
  const anywhere = siteFetcher(REQUEST, CONTEXT, 'any');

  test('answers the octets of the site, and where they come from', async () => {
    const octets = 'User-agent: *\nDisallow: /\ud7ff\r\n';
    const { origin, requests } = await site({ body: octets });
    const { address } = await start({ fetchSite: anywhere });
    const { status, body } = await askFetch(address, { url: `${origin}/page`, profile: 'google' });
    const { name, octets: base64, notes } = JSON.parse(body);
    expect([status, name]).toEqual([200, `${origin}/robots.txt`]);
    expect(Buffer.from(base64, 'base64url')).toEqual(Buffer.from(octets));
    expect(notes).toEqual([
      expect.stringMatching(/robots\.txt, fetched just now: success \(status 200\).*\.$/),
    ]);
    expect(requests.map(({ headers }) => headers['user-agent'])).toEqual(['ExampleBot/1']);
  });

  test('asks the site again each time', async () => {
    const { origin, requests } = await site({ body: '' });
    const { address } = await start({ fetchSite: anywhere });
    for (let i = 0; i < 2; i++) await askFetch(address, { url: origin, profile: 'rfc9309' });
    expect(requests).toHaveLength(2);
  });

  test('explains a site without a file', async () => {
    const { origin } = await site({ status: 404 });
    const { address } = await start({ fetchSite: anywhere });
    const { status, body } = await askFetch(address, { url: origin, profile: 'rfc9309' });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      octets: null,
      notes: [
        expect.stringContaining('there is no robots.txt for this crawler (status 404)'),
        expect.anything(),
      ],
    });
  });

  test('says what a status means to crawlers of other readings, unless a profile is chosen', async () => {
    const { origin, requests } = await site({ status: 429 });
    const { address } = await start({ fetchSite: anywhere });
    const notesUnder = async (profile: string | null) =>
      JSON.parse((await askFetch(address, { url: origin, profile })).body).notes;
    expect(await notesUnder(null)).toEqual([
      'Allowed: there is no robots.txt for this crawler (status 429).',
      expect.stringContaining('unavailable (status 429)'),
      expect.stringMatching(/^For crawlers that read by google: Disallowed: the robots.txt is unreachable/),
    ]);
    expect(requests).toHaveLength(1);
    expect(await notesUnder('google')).toEqual([
      expect.stringMatching(/^Disallowed: the robots.txt is unreachable/),
      expect.anything(),
      expect.anything(),
    ]);
  });

  test.each([
    'http://127.0.0.1:%d/',
    'http://localhost:%d/',
    'http://[::1]:%d/',
    'http://2130706433:%d/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
  ])('does not connect to %s', async (url) => {
    const { port, requests } = await site({ body: 'secret' });
    const { address } = await start({ fetchSite: publicOnly });
    const { status, body } = await askFetch(address, {
      url: url.replace('%d', String(port)),
      profile: 'rfc9309',
    });
    expect([status, requests]).toEqual([200, []]);
    expect(JSON.parse(body)).toMatchObject({
      octets: null,
      notes: [
        expect.stringContaining('address-refused'),
        expect.anything(),
        expect.stringContaining('The page fetches from public addresses only.'),
      ],
    });
  });

  test.each([
    ['a path', '/robots.txt', '"/robots.txt" is not an absolute http, https or ftp URL'],
    ['a file', 'file:///etc/passwd', '"file:///etc/passwd" is not an absolute http, https or ftp URL'],
    ['a script', 'javascript:alert(1)', '"javascript:alert(1)" is not'],
    ['nothing', '', '"" is not'],
    ['a URL without a host', 'http://', '"http://" is not'],
  ])('%s is no URL', async (_, url, error) => {
    const { address } = await start({ fetchSite: publicOnly });
    const { status, body } = await askFetch(address, { url, profile: 'rfc9309' });
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toContain(error);
  });

  test.each<[string, number, string, string]>([
    ['no JSON', 400, 'application/json', '{'],
    ['JSON of another shape', 400, 'application/json', '{"url":1}'],
    ['null', 400, 'application/json', 'null'],
    ['an unknown profile', 400, 'application/json', '{"url":"http://a.example/","profile":"none"}'],
    ['the type of a form, which other sites may send', 400, 'text/plain', '{}'],
    ['too much', 400, 'application/json; charset=utf-8', `"${'a'.repeat(16 * 1024)}"`],
  ])('a body with %s has status %i', async (_, expected, type, body) => {
    const { address } = await start({ fetchSite: publicOnly });
    const headers = { origin: new URL(address).origin, 'content-type': type };
    const reply = await ask(new URL('fetch', address), { method: 'POST', headers, body });
    expect(reply.status).toBe(expected);
    expect(JSON.parse(reply.body).error).toMatch(/\S/);
  });

  test('an endless body ends with its connection', async () => {
    const { address } = await start({ fetchSite: publicOnly });
    const { port, pathname, host, origin } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = later();
    socket.on('error', () => {}); // a reset is an end
    socket.once('close', () => closed.resolve());
    socket.write(
      `POST ${pathname}fetch HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `1000\r\n${'a'.repeat(0x1000)}\r\n`;
    const writeOn = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', writeOn);
    writeOn();
    socket.resume();
    await closed.promise;
  });

  test('runs eight at once and no more, and is aborted when its page is closed', async () => {
    const page = new AbortController();
    const all = later();
    const aborted = later();
    let running = 0;
    const fetchSite: FetchSite = (_, signal) => {
      if (++running === 8) all.resolve();
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          if (--running === 0) aborted.resolve();
          reject(signal.reason);
        });
      });
    };
    const { address } = await start({ fetchSite });
    const fetches = Array.from({ length: 8 }, () =>
      askFetch(address, { url: '', profile: '' }, page.signal).catch((error: Error) => error.name),
    );
    await all.promise;
    const { status, body } = await askFetch(address, { url: '', profile: '' });
    expect([status, JSON.parse(body).error]).toEqual([400, '8 fetches are in progress; try again later']);
    page.abort();
    expect(new Set(await Promise.all(fetches))).toEqual(new Set(['AbortError']));
    await aborted.promise;
  });

  test('closing the server aborts it', async () => {
    const running = later();
    const aborted = later();
    const fetchSite: FetchSite = (_, signal) => {
      signal.addEventListener('abort', () => aborted.resolve());
      running.resolve();
      return new Promise(() => {});
    };
    const server = await start({ fetchSite });
    const reply = askFetch(server.address).catch((error: Error) => error.message);
    await running.promise;
    await server.close();
    await aborted.promise;
    expect(await reply).toContain('hang up');
  });
});

test('a port that is in use is an error that says so', async () => {
  const { address } = await start();
  const { port } = new URL(address);
  const served = {
    page: { octets: new Uint8Array(), contentPolicy: '' },
    opening: {} as never,
    fetchSite: {} as never,
  };
  await expect(serveInspector(served, Number(port))).rejects.toThrow(`--port ${port}: the port is in use`);
});

test('a page without a policy is refused', async () => {
  await expect(readPage(Buffer.from('<!doctype html>'))).rejects.toThrow('no Content-Security-Policy');
});
