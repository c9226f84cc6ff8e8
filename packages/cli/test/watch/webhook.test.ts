/** Delivering events: what is tried again, and what is given up. */
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { CLOSED_PORT } from '../../../../test/support/ports.js';
import { listen, stop } from '../../../client/test/client/support/site.js';
import { makeCertificates } from '../../../conform/src/servers/certificate.js';
import type { WatchEvent } from '../../src/watch/records.js';
import { deliver, EVENTS_PER_REQUEST } from '../../src/watch/webhook.js';
import { useNamedHosts } from '../support/named-hosts.js';
import { useSites } from '../support/sites.js';

const site = useSites();
const namedHosts = useNamedHosts();
afterEach(() => vi.unstubAllEnvs());

const event = (id: string): WatchEvent => ({
  id,
  url: 'http://a.example/robots.txt',
  at: '',
  kind: 'missing',
  title: 't',
  details: [],
});

function hookAt(origin: string) {
  const pauses: number[] = [];
  const wait = (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
  return { pauses, webhook: { url: new URL(origin), signal: new AbortController().signal, wait } };
}

test.each([500, 503, 429, 408])('status %d is tried three times, with longer pauses', async (status) => {
  const one = await site({ status });
  const { webhook, pauses } = hookAt(one.origin);
  const { sent, failure } = await deliver([event('a')], webhook);
  expect([sent.size, failure, one.requests.length, pauses]).toEqual([0, `status ${status}`, 3, [1000, 2000]]);
});

test.each([301, 400, 404, 410])('status %d is final', async (status) => {
  const one = await site({ status, headers: { location: 'http://127.0.0.1:1/' } });
  const { webhook } = hookAt(one.origin);
  expect(await deliver([event('a')], webhook)).toMatchObject({ failure: `status ${status}` });
  expect(one.requests.length).toBe(1);
});

test('a failure that passes is not seen', async () => {
  let requests = 0;
  const one = await site((_, response) => response.writeHead(++requests < 3 ? 502 : 200).end());
  const { webhook } = hookAt(one.origin);
  expect(await deliver([event('a')], webhook)).toEqual({ sent: new Set(['a']), failure: null });
});

test('nobody there, and nobody who answers', async () => {
  const gone = hookAt(`http://127.0.0.1:${CLOSED_PORT}`);
  expect((await deliver([event('a')], gone.webhook)).failure).toMatch(/ECONNREFUSED/);
  const hanging = await site(() => {});
  const { webhook } = hookAt(hanging.origin);
  const { failure } = await deliver([event('a')], { ...webhook, answerMs: 1 });
  expect(failure).toBe('no answer in time');
});

test.each(['http', 'https'])('a proxy that makes no connection holds up nothing: %s', async (protocol) => {
  const controller = new AbortController();
  const proxy = createProxy().on('connect', (_, socket: Socket) => {
    socket.on('error', () => {}).on('end', () => socket.destroy());
    controller.abort(new Error('enough'));
  });
  vi.stubEnv(`${protocol}_proxy`, `http://127.0.0.1:${await listen(proxy, '127.0.0.1')}`);
  vi.stubEnv('no_proxy', '');
  const { webhook } = hookAt(`${protocol}://hooks.invalid/`);
  await expect(deliver([event('a')], { ...webhook, signal: controller.signal })).rejects.toThrow('enough');
  const { failure } = await deliver([event('a')], { ...webhook, answerMs: 1 });
  expect(failure).toBe('no answer in time');
  await stop(proxy);
});

test('the name and the password of a URL are sent', async () => {
  const one = await site({});
  const { webhook } = hookAt(one.origin.replace('//', '//bot%40x:p%C3%A9%3A@'));
  expect(await deliver([event('a')], webhook)).toMatchObject({ failure: null });
  const { authorization = '' } = one.requests[0]?.headers ?? {};
  expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe('bot@x:pé:');
});

test('many events take several requests, and those before a failure count', async () => {
  let requests = 0;
  const one = await site((_, response) => response.writeHead(++requests === 1 ? 200 : 400).end());
  const events = Array.from({ length: EVENTS_PER_REQUEST + 1 }, (_, i) => event(`e${i}`));
  const { sent, failure } = await deliver(events, hookAt(one.origin).webhook);
  expect([sent.size, failure]).toEqual([EVENTS_PER_REQUEST, 'status 400']);
});

test('the proxy of the environment is used, and failures of it are named', async () => {
  const bodies: string[] = [];
  const one = await site((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => response.writeHead(204).end());
  });
  const { env, asked } = await namedHosts({ 'hooks.invalid:80': one.port });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { webhook } = hookAt('http://hooks.invalid/x?y');
  expect(await deliver([event('a')], webhook)).toEqual({ sent: new Set(['a']), failure: null });
  expect([asked, one.requests.map(({ url }) => url)]).toEqual([['hooks.invalid:80'], ['/x?y']]);
  expect(JSON.parse(bodies.join(''))).toMatchObject({ source: 'robotstream watch', events: [{ id: 'a' }] });
  const { failure } = await deliver([event('b')], hookAt('https://other.invalid/').webhook);
  expect(failure).toMatch(/Proxy response \(502\)/);
});

test('https through the proxy speaks TLS to the webhook', async () => {
  const server = createServer({ ...makeCertificates(['hooks.invalid']).server }, (_, response) =>
    response.writeHead(200).end(),
  );
  const port = await listen(server, '127.0.0.1');
  const { env } = await namedHosts({ 'hooks.invalid:443': port });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  // No known authority has signed the certificate, so TLS fails, and not the connection.
  const { failure } = await deliver([event('a')], hookAt('https://hooks.invalid/').webhook);
  expect(failure).toMatch(/certificate/);
  await stop(server);
});

test('a signal ends it', async () => {
  const controller = new AbortController();
  const one = await site(() => controller.abort(new Error('enough')));
  const { webhook } = hookAt(one.origin);
  await expect(deliver([event('a')], { ...webhook, signal: controller.signal })).rejects.toThrow('enough');
});
