/** A client for as long as a sub-command needs it, and the proxy that the environment sets for it. */
import { channel } from 'node:diagnostics_channel';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RobotsError } from '../../../src/index.js';
import { InputError } from '../../command-line/src/exit.js';
import { environmentProxy, withClient } from '../src/with-client.js';

const REQUEST = {
  userAgent: 'ExampleBot/1.0',
  agents: ['ExampleBot'],
  profile: 'rfc9309',
  maxOctets: undefined,
  cache: undefined,
  totalMs: undefined,
} as const;

test('a failing store is reported once, in one line, while the client is in use', async () => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const fails = (message: string): void => {
    const error = new RobotsError('store-failed', message);
    channel('robotstream:store').publish({ operation: 'get', error, discarded: null });
  };
  const answer = await withClient(REQUEST, { stderr }, async () => {
    channel('robotstream:store').publish({
      operation: 'get',
      error: null,
      discarded: { key: 'k', reason: 'r' },
    });
    fails('the disk\nis full');
    fails('again');
    return 'done';
  });
  fails('afterwards');
  expect(answer).toBe('done');
  expect(stderr.read()).toMatch(/^robotstream: note: [^\n]*the disk\\x0ais full; continuing without it\n$/);
});

test('an error is passed on, and the client is closed', async () => {
  let question: Promise<unknown> | undefined;
  const failing = withClient(REQUEST, { stderr: new PassThrough() }, async (client) => {
    question = client.isAllowed('http://192.0.2.1/'); // TEST-NET-1 never answers
    question.catch(() => {});
    throw new Error('mine');
  });
  await expect(failing).rejects.toThrow('mine');
  await expect(question).rejects.toMatchObject({ code: 'client-closed' });
});

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']) {
    vi.stubEnv(name, '');
    vi.stubEnv(name.toUpperCase(), '');
  }
});
afterEach(() => vi.unstubAllEnvs());

const proxyOf = (url: string): string | null => environmentProxy(new URL(url));

test('there is none unless the environment names one', () => {
  expect(proxyOf('http://a.example/')).toBeNull();
});

test('it depends on the scheme, and NO_PROXY excepts hosts', () => {
  vi.stubEnv('HTTP_PROXY', 'http://one.example:3128');
  vi.stubEnv('HTTPS_PROXY', 'http://two.example:3128');
  vi.stubEnv('NO_PROXY', 'b.example,.c.example,127.0.0.1');
  expect(proxyOf('http://a.example/robots.txt')).toBe('http://one.example:3128');
  expect(proxyOf('https://a.example/robots.txt')).toBe('http://two.example:3128');
  for (const host of ['b.example', 'www.c.example', '127.0.0.1:8080']) {
    expect(proxyOf(`https://${host}/robots.txt`)).toBeNull();
  }
});

test('ALL_PROXY counts if no other variable does, but FTP uses none', () => {
  vi.stubEnv('ALL_PROXY', 'http://one.example:3128');
  expect(proxyOf('https://a.example/')).toBe('http://one.example:3128');
  expect(proxyOf('ftp://a.example/')).toBeNull();
});

test.each(['HTTPS_PROXY', 'ALL_PROXY'])('one of %s without a scheme is an http proxy', (name) => {
  vi.stubEnv(name, 'one.example:3128');
  expect(proxyOf('https://a.example/')).toBe('http://one.example:3128');
});

test('one with a scheme keeps it, whatever is set for https URLs', () => {
  vi.stubEnv('HTTP_PROXY', 'https://one.example:3128');
  vi.stubEnv('HTTPS_PROXY', 'one.example:3128');
  expect(proxyOf('http://a.example/')).toBe('https://one.example:3128');
});

test.each([':::', 'socks5://user:secret@one.example:1080'])('%s is refused, and not repeated', (proxy) => {
  vi.stubEnv('HTTPS_PROXY', proxy);
  expect(() => proxyOf('https://a.example/')).toThrow(
    new InputError('the proxy that the environment sets for https: URLs is not an http or https URL'),
  );
});
