/** The URL of a request, from what undici passes on. */
import { describe, expect, test } from 'vitest';
import { requestUrl } from '../../src/access/request-url.js';

describe('the URL of a request', () => {
  test.each<[string, object, string | undefined, string | undefined]>([
    ['origin and path', { origin: 'https://a.example', path: '/b' }, undefined, 'https://a.example/b'],
    [
      'an origin with a slash',
      { origin: 'https://a.example/', path: '/b' },
      undefined,
      'https://a.example/b',
    ],
    [
      'an origin as a URL',
      { origin: new URL('http://a.example:81'), path: '/b' },
      undefined,
      'http://a.example:81/b',
    ],
    [
      'with a query',
      { origin: 'https://a.example', path: '/b', query: { c: 'd e' } },
      undefined,
      'https://a.example/b?c=d%20e',
    ],
    [
      'with an empty query',
      { origin: 'https://a.example', path: '/b', query: {} },
      undefined,
      'https://a.example/b',
    ],
    [
      'with a query that is none',
      { origin: 'https://a.example', path: '/b', query: 'c' },
      undefined,
      'https://a.example/b',
    ],
    [
      'with null as a query',
      { origin: 'https://a.example', path: '/b', query: null },
      undefined,
      'https://a.example/b',
    ],
    [
      'a whole URL as its path',
      { origin: 'https://proxy.example', path: 'HTTP://a.example/b' },
      undefined,
      'HTTP://a.example/b',
    ],
    ['a whole URL that is none', { origin: 'https://proxy.example', path: 'http://[' }, undefined, undefined],
    [
      'the origin of the dispatcher',
      { origin: 'https://a.example', path: '/b' },
      'https://c.example',
      'https://c.example/b',
    ],
    ['a tunnel', { origin: 'https://a.example', path: '/b', method: 'CONNECT' }, undefined, undefined],
    ['no path', { origin: 'https://a.example' }, undefined, undefined],
    [
      'the path of OPTIONS',
      { origin: 'https://a.example', path: '*', method: 'OPTIONS' },
      undefined,
      undefined,
    ],
    [
      'a path with a URL in it',
      { origin: 'https://a.example', path: '/?u=http://b.example' },
      undefined,
      'https://a.example/?u=http://b.example',
    ],
    ['an origin of another scheme', { origin: 'ws://http://', path: '/b' }, undefined, undefined],
    ['an origin that is none', { origin: 'https://[', path: '/b' }, undefined, undefined],
  ])('%s', (_, request, fixed, expected) => {
    expect(requestUrl(request as never, fixed)).toBe(expected);
  });

  test.each([undefined, null, ''])('is not known without an origin: %j', (origin) => {
    expect(() => requestUrl({ origin, path: '/b' } as never, undefined)).toThrow(
      'The request has no origin, because the dispatcher has one (a Client or a Pool): pass robots(client, { origin })',
    );
  });
});
