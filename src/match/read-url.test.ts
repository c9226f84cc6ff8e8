import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { urlsFor } from '../../test/match/arbitrary-rules.js';
import { naivePath } from '../../test/match/naive-decision.js';
import { requestPath } from '../../test/match/request-path.js';
import { googleUrlNear } from '../../test/reference/arbitraries.js';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import { checkProperty } from '../../test/support/property.js';
import { OCTET_KINDS } from './octet-forms.js';
import { isRobotsTxt, readRequestPath } from './read-url.js';
import { RequestPath } from './request-path.js';

test('an origin that begins like that of the text before, or ends with it in memory, is another', () => {
  const texts = [
    ['https://example.com/a', '/a'],
    ['https://example.com.au/b', '/b'],
    ['https://example.com/c', '/c'],
    ['https://example.com', '/'],
    ['https://example.com?d', '/?d'],
    ['https://example.co/e', '/e'],
    ['https://example.org/f', '/f'],
    ['http://example.org/g', '/g'],
    ['https://user@example.org/h', '/h'],
    [`https://${'example.'.repeat(8)}com/i`, '/i'],
    ['/https://example.org/j', '/https://example.org/j'],
    ['https://example.org:80/k', '/k'],
    ['https://example.org/l', '/l'],
  ];
  expect(texts.map(([text]) => requestPath(text, 'canonical'))).toEqual(texts.map(([, path]) => path));
  expect(requestPath('https://example.com/abc', 'canonical')).toBe('/abc');
  expect(() => requestPath('https://', 'canonical')).toThrow(TypeError);
  expect(requestPath('https://example', 'canonical')).toBe('/');
  const long = `/cdefghi/${'a'.repeat(8_200)}`;
  expect(requestPath('https://example.com/a', 'canonical')).toBe('/a');
  expect(requestPath(`https://a.b${long}`, 'canonical') === long).toBe(true);
  expect(requestPath('/a', 'canonical')).toBe('/a');
  expect(() => requestPath('//h/a', 'canonical')).toThrow(TypeError);
});

test.each([
  ['/a/.well-known/../b', '/a/b'],
  ['http://h/a/.well-known/../b?/.a/../c', '/a/b?/.a/../c'],
  ['/a/.b/./c/..', '/a/.b/'],
  ['http://h//.a/../', '//'],
])('the dot segments of %s are removed after a segment that begins with a dot', (url, path) => {
  expect(requestPath(url, 'canonical')).toBe(path);
  expect(requestPath(url, 'decoded')).toBe(path);
});

describe('the same text again', () => {
  test('is not read again', () => {
    requestPath('/another', 'canonical');
    const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    try {
      for (const text of ['/a', '/a', '/b', '/b', '/a']) requestPath(text, 'canonical');
      expect(encodeInto).toHaveBeenCalledTimes(3);
    } finally {
      encodeInto.mockRestore();
    }
  });

  test('is read again in another form', () => {
    const forms = ['canonical', 'decoded', 'as-written', 'canonical'] as const;
    const paths = forms.map((form) => requestPath('http://h/%2f%2a', form));
    expect(paths).toEqual(['/%2F%2A', '/%2F*', '/%2f%2a', '/%2F%2A']);
  });

  test('has a number of its own only if another text or form was read in between', () => {
    const numbers = ['/a', '/a', '/b', '/a'].map((text) => {
      const request = readRequestPath(text, OCTET_KINDS.canonical);
      return request.number;
    });
    expect(numbers[1]).toBe(numbers[0]);
    expect(new Set(numbers).size).toBe(3);
  });

  test('is read again after a text that is refused', () => {
    expect(requestPath('/a', 'canonical')).toBe('/a');
    expect(() => requestPath('http://', 'canonical')).toThrow(TypeError);
    expect(requestPath('/a', 'canonical')).toBe('/a');
  });

  test.each([8_192, 8_193, 131_072])(
    'is read once if it has %i characters: its octets are kept anyway',
    (length) => {
      const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
      try {
        for (let nth = 0; nth < 3; nth++) {
          const text = `/${'a'.repeat(length - 1)}`;
          expect(requestPath(text, 'canonical')).toBe(text);
        }
        expect(encodeInto).toHaveBeenCalledTimes(1);
      } finally {
        encodeInto.mockRestore();
      }
    },
  );
});

test('paths share memory, and those without an octet in another form stay where the text was written', () => {
  const read = (url: string) => readRequestPath(url, OCTET_KINDS.canonical);
  const [plain, rewritten] = [read('/a').octets, read('/%7E').octets];
  for (const url of [`/${'a'.repeat(8_191)}`, 'http://h/a.b/c'])
    expect(read(url).octets === plain).toBe(true);
  expect(read('http://h/a.b/c').start).toBe('http://h'.length);
  for (const url of ['/a%7E', '/.well-known']) expect(read(url).octets === rewritten).toBe(true);
});

describe('canonical', () => {
  test.each([
    // RFC 9309 §2.2.2, the table
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/\u30C4', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    // RFC 9309 §2.2.3, the second table
    ['https://www.example.com/path/file-with-a-*.html', '/path/file-with-a-%2A.html'],
    ['https://www.example.com/path/foo-$', '/path/foo-%24'],
    // docs/semantics.md §5
    ['http://h', '/'],
    ['http://h?a', '/?a'],
    ['http://h#a', '/'],
    ['http://h/p?', '/p?'],
    ['http://h/p?#', '/p?'],
    ['http://h/p#?', '/p'],
    ['http://h/a/../b/./%2e%2E/c', '/c'],
    ['http://h/a%2Fb?c%2Fd', '/a%2Fb?c/d'],
    ['http://h/a\\b?c\\d', '/a/b?c%5Cd'],
    ['http://h/a%2?%', '/a%252?%25'],
    ['http://h//h/p', '//h/p'],
    [' HTTP:\\\\u:p@h:80/a\tb ', '/ab'],
    ['ftp://h/.well-known/a..b/...', '/.well-known/a..b/...'],
    ['/.', '/'],
    ['/a/.', '/a/'],
    ['/.?a', '/?a'],
    ['/.#a', '/'],
    ['/.\\a', '/a'],
    ['/a/.%2e/b', '/b'],
    ['/a?/./%2e', '/a?/./.'],
    ['http://h./a./b.?c./d', '/a./b.?c./d'],
    ['http://h.', '/'],
    ['http://h.?a', '/?a'],
  ])('%s is %s', (url, path) => {
    expect(requestPath(url, 'canonical')).toBe(path);
  });

  test('of a URL object', () => {
    expect(requestPath(new URL('https://h/a?b#c'), 'canonical')).toBe('/a?b');
  });

  test.each([
    ...'|a|?a|h/a|//h/a|//|///h/a|/\\h/a|/\t/h/a|http://'.split('|'),
    ...'http:///|http://1.2.3.256/|http://h.0x/|http://h:65536/|http://[::1/'.split('|'),
    ...'mailto:a@h|ws://h/|file:///a|blob:http://h/a|https-a://h/'.split('|'),
  ])('refuses %j', (url) => {
    expect(() => requestPath(url, 'canonical')).toThrow(TypeError);
    expect(() => requestPath(url, 'canonical')).toThrow(`url is ${JSON.stringify(url)}; `);
  });

  // Engines differ: Chromium accepts both, contrary to the URL Standard.
  test.each(['http://a b/', 'http://xn--a/'])('%j: as the engine reads it', (url) => {
    const path = (): string => requestPath(url, 'canonical');
    if (URL.canParse(url)) expect(path()).toBe('/');
    else expect(path).toThrow(TypeError);
  });

  test.each([null, undefined, 1, {}])('refuses %j', (url) => {
    // @ts-expect-error not a URL
    expect(() => requestPath(url, 'as-written')).toThrow(TypeError);
  });
});

// docs/semantics.md §5.7.1: as the reference matcher's `GetPathParamsQuery` does
test.each([
  ['', '/'],
  ['http://www.example.com', '/'],
  ['http://www.example.com/', '/'],
  ['http://www.example.com/a', '/a'],
  ['http://www.example.com/a/', '/a/'],
  ['http://www.example.com/a/b?c=http://d.e/', '/a/b?c=http://d.e/'],
  ['http://www.example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
  ['example.com', '/'],
  ['example.com/', '/'],
  ['example.com/a', '/a'],
  ['example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
  ['a', '/'],
  ['a/', '/'],
  ['/a', '/a'],
  ['a/b', '/b'],
  ['example.com?a', '/?a'],
  ['example.com/a;b#c', '/a;b'],
  ['//a/b/c', '/b/c'],
  ['///a', '/a'],
  ['://a', '/'],
  ['h#://a/b', '/'],
  ['a:/b', '/b'],
  ['a:b/c', '/c'],
  ['http:/', '/'],
  ['h;://a/b', '/;://a/b'],
  ['//h://a/b', '/b'],
  ['/a\0b', '/a'],
])('as written, the path of %j is %j', (url, path) => {
  expect(requestPath(url, 'as-written')).toBe(path);
});

checkProperty(
  'the path of a URL is that of the naive reading of docs/semantics.md §5, in every form',
  fc.property(
    fc.constantFrom('canonical' as const, 'decoded' as const, 'as-written' as const),
    urlsFor([]),
    (form, urls) => {
      for (const url of urls) expect(requestPath(url, form)).toBe(naivePath(url, form));
    },
  ),
);

checkProperty(
  'as written, any string has a path',
  fc.property(googleUrlNear(), (url) => {
    expect(requestPath(url, 'as-written')).toBe(naivePath(url, 'as-written'));
  }),
);

checkProperty(
  'a plain URL is read as the URL parser reads it, or refused like it',
  fc.property(nearlyPlainUrls(), (url) => {
    let expected: string | null;
    try {
      expected = naivePath(url, 'canonical');
    } catch {
      expected = null;
    }
    if (expected === null) expect(() => requestPath(url, 'canonical')).toThrow(TypeError);
    else expect(requestPath(url, 'canonical')).toBe(expected);
  }),
);

checkProperty(
  'a nearly plain URL after others, as written',
  fc.property(fc.array(nearlyPlainUrls(), { minLength: 1, maxLength: 4 }), fc.string(), (urls, tail) => {
    for (const url of urls.flatMap((one) => [one, one + tail, `/${tail}`, one]))
      expect(requestPath(url, 'as-written')).toBe(naivePath(url, 'as-written'));
  }),
);

test('nothing of one URL remains in the next', () => {
  expect(requestPath('http://aa/xx%41zz', 'canonical')).toBe('/xxAzz');
  expect(requestPath('http://aa/xx%4', 'canonical')).toBe('/xx%254');
  expect(requestPath('http://aa', 'canonical')).toBe('/');
  expect(() => requestPath('http://a%/', 'canonical')).toThrow(TypeError);
  expect(() => requestPath('http://a', 'canonical')).not.toThrow();
  expect(() => requestPath('http:', 'canonical')).toThrow(TypeError);
  expect(requestPath('http://aa:80/x', 'canonical')).toBe('/x');
  expect(() => requestPath('http://aa:8', 'canonical')).not.toThrow();
  expect(requestPath('ab/cd#e', 'as-written')).toBe('/cd');
  expect(requestPath('http://aa/x', 'as-written')).toBe('/x');
  expect(requestPath('http://aa', 'as-written')).toBe('/');
  expect(requestPath('http://aa/x', 'as-written')).toBe('/x');
  expect(requestPath('http:/', 'as-written')).toBe('/');
  expect(requestPath('a', 'as-written')).toBe('/');
});

describe.each(['canonical', 'decoded', 'as-written'] as const)('a long URL in the form %s', (form) => {
  const beginnings = '/a|/%41?|/../|/.well-known/|http://h/|http://h?|http://u@h/|HTTP://H/./|/é"*'.split(
    '|',
  );

  /** From more than 8,192 characters on, a URL has memory of its own. */
  test.each([8_192, 8_193])('is read as a short one is: %d characters', (length) => {
    for (const tail of ['a', '\u30C4', '%']) {
      for (const beginning of beginnings) {
        const short = requestPath(beginning + tail, form);
        const formOfTail = requestPath(`/${tail}`, form).slice(1);
        const expected = short + formOfTail.repeat(length - beginning.length - 1);
        expect(requestPath(beginning.padEnd(length, tail), form) === expected, beginning + tail).toBe(true);
      }
    }
  });
});

test('a long URL without a path has the path /', () => {
  const query = `?${'a'.repeat(8_200)}`;
  expect(requestPath(`http://h${query}`, 'canonical') === `/${query}`).toBe(true);
  expect(requestPath(`http://${'h'.repeat(8_200)}`, 'canonical')).toBe('/');
});

test.each([8_192, 8_193, 24_578])(
  'a path of %i characters is read whole, and a short one after it',
  (length) => {
    const url = `/${'ー'.repeat(length - 1)}`;
    for (const [form, last] of [
      ['canonical', '%E3%83%BC'],
      ['as-written', '\xe3\x83\xbc'],
      ['decoded', '\xe3\x83\xbc'],
    ] as const) {
      const { octets, start, end } = readRequestPath(url, OCTET_KINDS[form]);
      expect(end - start).toBe(1 + last.length * (length - 1));
      expect(toOctetString(octets.subarray(end - last.length, end))).toBe(last);
      expect(requestPath('/a', form)).toBe('/a');
    }
  },
);

/** URLs that are plain except for a character or two in the scheme, the host, the port or the path. */
function nearlyPlainUrls(): fc.Arbitrary<string> {
  const schemes = 'http://|https://|ftp://|http:/|HTTP://|https:|ws://|httpss://| http://'.split('|');
  const labels = 'a|B|1|0x|0xa|1a|xn--|xn--a|xn--mnchen-3ya|-|a-|--|_|é||%41|999'.split('|');
  const ports = ['', '', '', ':', ':80', ':65535', ':65536', ':00080', ':000080', ':8a', ':80:80', '@'];
  const parts = [..."/|/|.|a|%2e|%2E|?|#|\\| |\t|%41|*|^|é|\x7F|\0|'|[|]|{".split('|'), '|'];
  const host = fc.array(fc.constantFrom(...labels), { maxLength: 4 }).map((some) => some.join('.'));
  const path = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(''));
  return fc
    .tuple(fc.constantFrom(...schemes), host, fc.constantFrom(...ports), path)
    .map((parts) => parts.join(''));
}

describe('/robots.txt', () => {
  test.each([
    ['/robots.txt', true],
    ['/robots.txt?', true],
    ['/robots.txt?a', true],
    ['/robots.txt/', false],
    ['/robots.txt;a', false],
    ['/robots.txtx', false],
    ['/robots.tx', false],
    ['/robots_txt', false],
    ['/Robots.txt', false],
    ['/xobots.txt', false],
    ['/a/robots.txt', false],
    ['/', false],
  ])('is recognized with or without a query: %s', (path, expected) => {
    // What follows the path in memory is not part of it.
    for (const after of ['', '?', 't', 't?', 'obots.txt', 'robots.txt?']) {
      const octets = octetsOf(`/r${path}${after}`);
      const asked = new RequestPath(octets, 2, 2 + path.length);
      expect(isRobotsTxt(asked)).toBe(expected);
    }
  });
});
