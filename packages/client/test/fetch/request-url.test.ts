/** The URL of a request, from what undici passes on. */
import { describe, expect, test } from 'vitest';
import { requestUrl } from '../../src/fetch/request-url.js';

describe('the URL of a request', () => {
  const origin = 'https://a.example';
  const spelled = (what: string, other: string): [string, object, string] => [
    `an origin with ${what}`,
    { origin: other, path: '/b' },
    'http://a.example/b',
  ];

  test.each<[string, object, expected?: string, ofDispatcher?: string]>([
    ['origin and path', { origin, path: '/b' }, `${origin}/b`],
    ['an origin with a slash', { origin: `${origin}/`, path: '/b' }, `${origin}/b`],
    ['an origin as a URL', { origin: new URL('http://a.example:81'), path: '/b' }, 'http://a.example:81/b'],
    ['with a query', { origin, path: '/b', query: { c: 'd e' } }, `${origin}/b?c=d%20e`],
    ['with an empty query', { origin, path: '/b', query: {} }, `${origin}/b`],
    ['with a query that is none', { origin, path: '/b', query: 'c' }, `${origin}/b`],
    ['with null as a query', { origin, path: '/b', query: null }, `${origin}/b`],
    ['a whole URL as its path', { origin, path: 'HTTP://other.example/b' }, 'HTTP://other.example/b'],
    ['the origin of the dispatcher', { origin, path: '/b' }, 'https://c.example/b', 'https://c.example'],
    ['a tunnel', { origin, path: 'b.example:443', method: 'CONNECT' }],
    ['no path', { origin }],
    ['the path of OPTIONS', { origin, path: '*', method: 'OPTIONS' }],
    ['a path with a URL in it', { origin, path: '/?u=http://b.example' }, `${origin}/?u=http://b.example`],
    spelled('white space before it', ' http://a.example'),
    spelled('one slash', 'http:/a.example'),
    spelled('backslashes', 'http:\\\\a.example'),
    spelled('a line feed', 'ht\ntp://a.example'),
    spelled('a user and a password', 'HTTP://u:p@A.example:80/'),
    ['a path that begins with two slashes', { origin, path: '//b/c' }, `${origin}//b/c`],
    ['octets beyond ASCII', { origin, path: '/\xc3\xa9\xe9' }, `${origin}/%C3%A9%E9`],
  ])('%s', (_, request, expected, ofDispatcher) => {
    expect(requestUrl(request as never, ofDispatcher)).toBe(expected);
  });

  const NO_URL = 'which is not an http or https URL';
  const FRAGMENT = 'has a "#", which no request can have';
  test.each([
    ['a whole URL that is none', { origin, path: 'http://[' }, NO_URL],
    ['a whole URL with a port out of range', { origin, path: 'http://x:99999/s' }, NO_URL],
    ['an origin of another scheme', { origin: 'ws://http://', path: '/b' }, NO_URL],
    ['an origin that is none', { origin: 'https://[', path: '/b' }, NO_URL],
    ['a path with a fragment', { origin: 'https://a.example', path: '/b#/../c' }, FRAGMENT],
    ['a whole URL with a fragment', { origin: 'https://a.example', path: 'http://a.example/b#c' }, FRAGMENT],
    [
      'a tunnel to a path',
      { origin, path: '/b', method: 'CONNECT' },
      'is /b; a host and a port are expected',
    ],
  ])('is refused: %s', (_, request, why) => {
    expect(() => requestUrl(request as never, undefined)).toThrow(TypeError);
    expect(() => requestUrl(request as never, undefined)).toThrow(why);
  });

  test.each([undefined, null, ''])('is not known without an origin: %j', (origin) => {
    expect(() => requestUrl({ origin, path: '/b' } as never, undefined)).toThrow(
      'The request has no origin, because the dispatcher has one (a Client or a Pool): pass robotsInterceptor(client, { origin })',
    );
  });
});
