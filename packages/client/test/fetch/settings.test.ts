/** The options of a fetch: what is refused, with which message, and which settings the others become. */
import { Agent } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressCheck } from '../../src/fetch/addresses.js';
import { ftpPlace } from '../../src/fetch/ftp.js';
import { DEFAULT_TIMEOUTS } from '../../src/fetch/limits.js';
import { FetchRequest } from '../../src/fetch/requests.js';
import { outcomeOfFtpReply } from '../../src/fetch/result.js';
import { readSettings } from '../../src/fetch/settings.js';

const BOT = { userAgent: 'ExampleBot/1.0' };
const read = (options: object) => readSettings({ ...BOT, ...options });

/** A dispatcher that is closed with the test. */
function agent(): Agent {
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  return dispatcher;
}

const AN_ADDRESS_POLICY = '"any", "no-inward-redirects", "public" or a function';
const SOME_HEADERS = 'an object with a string for each header';
const A_HELD_COPY = 'an earlier result, or an object with finalUrl and headers,';
const A_CLOCK = 'an object with the functions now, setTimeout and clearTimeout';
const A_PROXY = 'an http or https URL, or a function that returns one';
const CONNECT_OPTIONS = 'an object with options of net.connect and tls.connect';
const A_USER_AGENT = '; the User-Agent header to send, such as "ExampleBot/1.0';
const now = (): number => 0;

/** The cases of one option whose values are all refused with one message. */
const each = (name: string, values: readonly unknown[], message: string) =>
  values.map((value): [object, string] => [{ [name]: value }, message]);

describe('an invalid option is refused, and the error says what is accepted', () => {
  test.each<[object, string]>([
    ...each('userAgent', [null, 7, '', ' ', 'a\nb', 'a\r\nb: c', 'a\0', 'Bot é', ' a', 'a '], A_USER_AGENT),
    [{ userAgent: undefined }, 'userAgent is undefined'],
    [{ unknown: 1 }, 'fetchRobots'],
    ...each('addresses', ['none', 7, null], AN_ADDRESS_POLICY),
    ...each('dispatcher', [{}, null, 'agent', { dispatch: true }], 'a Dispatcher of undici 6 or later'),
    ...each('clock', [{ now }, { now, setTimeout: now, clearTimeout: 7 }, null, 7], A_CLOCK),
    ...each('proxy', ['a:8080', 'ftp://a.example', 'wss+http:a', 'httpsx://a', 7, ['http://a'], ''], A_PROXY),
    ...each('headers', [null, 'a: b', ['a'], new Headers({ a: 'b' }), new Date(0), 7], SOME_HEADERS),
    ...each('headers', [{ 'a b': 'c' }, { '': 'c' }, { ' a': 'c' }, { 'a ': 'c' }], 'the name of a header'),
    ...each('headers', [{ from: 7 }, { from: '' }, { from: 'é' }, { from: 'a\r\nb' }], 'headers.from is '),
    [{ headers: { from: 7 } }, 'a header value of printable ASCII'],
    ...`User-Agent Accept-Encoding host connection content-length content-type expect if-match if-modified-since If-None-Match if-range
    if-unmodified-since keep-alive proxy-authorization proxy-connection range te trailer transfer-encoding upgrade`
      .split(/\s+/)
      .flatMap((name) =>
        each(
          'headers',
          [{ [name]: 'a' }],
          `headers.${name} cannot be set: userAgent, or the fetch itself, decides it`,
        ),
      ),
    ...each('held', [null, 'a', {}, { finalUrl: 'a' }, { finalUrl: 'a', headers: null }], A_HELD_COPY),
    ...each('held', [{ finalUrl: 7, headers: {} }], A_HELD_COPY),
    ...each('connect', [null, 'a', []], CONNECT_OPTIONS),
    ...[
      'host',
      'port',
      'path',
      'socket',
      'signal',
      'timeout',
      'ALPNProtocols',
      'servername',
      'onread',
    ].flatMap((name) =>
      each(
        'connect',
        [{ [name]: undefined }],
        `connect.${name} cannot be set: the URL and the other options of the fetch decide it`,
      ),
    ),
    [{ connect: { lookup: 'dns' } }, 'connect.lookup is "dns"; a function'],
    [{ probe: 'yes' }, 'probe is "yes"'],
    [{ timeouts: { connectMs: 0 } }, 'connectMs is 0'],
    [{ timeouts: { totalMs: 2 ** 31 } }, 'totalMs is 2147483648'],
    [{ signal: {} }, 'signal is '],
  ])('%o', (options, message) => {
    expect(() => read(options)).toThrow(message);
  });

  test('two options that contradict each other are refused', () => {
    const dispatcher = agent();
    for (const addresses of ['public', () => true]) {
      expect(() => read({ dispatcher, addresses })).toThrow(
        'addresses has no effect on the connections that dispatcher makes; give its agent a connector from addressGuard()',
      );
    }
    for (const [name, value] of [
      ['connect', {}],
      ['proxy', 'http://proxy.example'],
    ] as const) {
      expect(() => read({ dispatcher, [name]: value })).toThrow(
        `${name} has no effect on the connections that dispatcher makes; pass one of them`,
      );
    }
    for (const addresses of ['any', 'no-inward-redirects'] as const) {
      expect(read({ dispatcher, addresses }).addresses).toBe(addresses);
    }
  });
});

test('an option whose value is undefined has its default, and an object of a class may hold options', () => {
  const timeouts = { connectMs: undefined, bodyMs: 5 };
  expect(read({ timeouts }).timeouts).toEqual({ ...DEFAULT_TIMEOUTS, bodyMs: 5 });
  const headers = new (class {
    From = 'a@b.example';
  })();
  expect(read({ headers }).headers).toEqual({ from: 'a@b.example' });
});

test('the settings have a proxy for every URL, or the one that a function returns', () => {
  const url = new URL('http://example.com/');
  expect(read({ proxy: 'http://proxy.example' }).proxy?.(url)?.href).toBe('http://proxy.example/');
  expect(read({ proxy: new URL('https://proxy.example') }).proxy?.(url)?.href).toBe('https://proxy.example/');
  for (const [found, href] of [
    ['http://proxy.example', 'http://proxy.example/'],
    [new URL('http://proxy.example'), 'http://proxy.example/'],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const) {
    const asked: URL[] = [];
    const proxy = (of: URL) => {
      asked.push(of);
      return found;
    };
    expect(read({ proxy }).proxy?.(url)?.href).toBe(href);
    expect(asked).toEqual([url]);
    expect(asked[0]).not.toBe(url);
  }
});

describe('addresses', () => {
  const [INSIDE, OUTSIDE] = ['10.0.0.1', '1.1.1.1'];

  test.each<['any' | 'public' | 'no-inward-redirects' | ((address: string) => boolean), string]>([
    ['any', '+++ +++'],
    ['public', '--- +++'],
    ['no-inward-redirects', '++- +++'],
    [(address) => address === INSIDE, '+++ ---'],
    [() => 'yes' as never, '--- ---'],
    [
      () => {
        throw new Error('a mistake');
      },
      '--- ---',
    ],
  ])('under %s', (policy, expected) => {
    const check = addressCheck(policy);
    const answers = [INSIDE, OUTSIDE].map((to) =>
      [null, INSIDE, OUTSIDE].map((from) => (check(to, from) === false ? '-' : '+')).join(''),
    );
    expect(answers.join(' ')).toBe(expected);
  });

  test('of a host have no brackets', () => {
    expect(new FetchRequest(new URL('http://[::1]:81/'), null).hostname).toBe('::1');
    expect(new FetchRequest(new URL('http://example.com/'), null).hostname).toBe('example.com');
  });
});

describe('a file by FTP', () => {
  test.each<[string, object | null]>([
    ['ftp://example.com/robots.txt', { hostname: 'example.com', port: 21, path: 'robots.txt' }],
    ['ftp://[::1]:2121/a/robots.txt', { hostname: '::1', port: 2121, path: 'a/robots.txt' }],
    ['ftp://example.com/a;type=i', { hostname: 'example.com', port: 21, path: 'a' }],
    ['ftp://example.com/a;TYPE=A', { hostname: 'example.com', port: 21, path: 'a' }],
    ['ftp://example.com/a;type=d', { hostname: 'example.com', port: 21, path: 'a' }],
    ['ftp://example.com/a;type=x', { hostname: 'example.com', port: 21, path: 'a;type=x' }],
    ['ftp://example.com/a;type=i/b', { hostname: 'example.com', port: 21, path: 'a;type=i/b' }],
    ['ftp://example.com/%c3%a9%20', { hostname: 'example.com', port: 21, path: 'é ' }],
    ['ftp://example.com/%2fetc', { hostname: 'example.com', port: 21, path: '/etc' }],
    ['ftp://example.com/', null],
    ['ftp://example.com/%e9', null],
    ['ftp://example.com/a%0d%0aDELE%20b', null],
    ['ftp://example.com/a%00', null],
    ['ftp://example.com/a%1f', null],
    ['ftp://example.com/a%7f', null],
  ])('%s', (url, place) => {
    expect(ftpPlace(new URL(url))).toEqual(place);
  });

  test('is unavailable after the reply 550; any other reply means that there is a file', () => {
    expect(outcomeOfFtpReply(550)).toEqual({ outcome: 'unavailable', meaning: 'allow-all' });
    for (const code of [150, 226, 549, 551]) expect(outcomeOfFtpReply(code)).toEqual({ outcome: 'success' });
  });
});
