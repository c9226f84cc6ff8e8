/** The URL of a request, from what undici passes on. */
import { describe, expect, test } from 'vitest';
import { requestUrl } from '../../src/fetch/request-url.js';

describe('the URL of a request', () => {
  test.each<readonly [string, object, string | undefined, string | undefined]>([
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
    [
      'the origin of the dispatcher',
      { origin: 'https://a.example', path: '/b' },
      'https://c.example',
      'https://c.example/b',
    ],
    [
      'a tunnel',
      { origin: 'https://a.example', path: 'b.example:443', method: 'CONNECT' },
      undefined,
      undefined,
    ],
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
    ...(
      [
        ['white space before it', ' http://a.example'],
        ['one slash', 'http:/a.example'],
        ['backslashes', 'http:\\\\a.example'],
        ['a line feed', 'ht\ntp://a.example'],
        ['a user and a password', 'HTTP://u:p@A.example:80/'],
      ] as const
    ).map(
      ([what, origin]) =>
        [`an origin with ${what}`, { origin, path: '/b' }, undefined, 'http://a.example/b'] as const,
    ),
    [
      'a path that begins with two slashes',
      { origin: 'http://a.example', path: '//b/c' },
      undefined,
      'http://a.example//b/c',
    ],
    [
      'octets beyond ASCII',
      { origin: 'http://a.example', path: '/\xc3\xa9\xe9' },
      undefined,
      'http://a.example/%C3%A9%E9',
    ],
  ])('%s', (_, request, fixed, expected) => {
    expect(requestUrl(request as never, fixed)).toBe(expected);
  });

  test.each([
    ['a whole URL that is none', { origin: 'https://proxy.example', path: 'http://[' }],
    ['a whole URL with a port out of range', { origin: 'https://a.example', path: 'http://x:99999/secret' }],
    ['an origin of another scheme', { origin: 'ws://http://', path: '/b' }],
    ['an origin that is none', { origin: 'https://[', path: '/b' }],
    ['a path with a fragment', { origin: 'https://a.example', path: '/b#/../c' }],
    ['a whole URL with a fragment', { origin: 'https://a.example', path: 'http://a.example/b#c' }],
    ['a tunnel to a path', { origin: 'https://a.example', path: '/b', method: 'CONNECT' }],
  ])('is refused: %s', (_, request) => {
    expect(() => requestUrl(request as never, undefined)).toThrow(TypeError);
  });

  test.each([undefined, null, ''])('is not known without an origin: %j', (origin) => {
    expect(() => requestUrl({ origin, path: '/b' } as never, undefined)).toThrow(
      'The request has no origin, because the dispatcher has one (a Client or a Pool): pass robotsInterceptor(client, { origin })',
    );
  });
});
