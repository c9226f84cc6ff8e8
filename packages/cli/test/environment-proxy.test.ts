/** The proxy that the environment sets for the command. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { environmentProxy } from '../src/with-client.js';

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
