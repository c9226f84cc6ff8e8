/** Which URLs are plain, so that the platform's URL parser, which takes many times as long, is not asked about them, and where their paths begin. */
import { describe, expect, test, vi } from 'vitest';
import { googlePath } from '../../test/reference/canonical.js';
import { utf8 } from '../../test/support/octets.js';
import { OCTET_KINDS } from './octet-forms.js';
import { asWrittenPath, plainPathStart, readRequestPath } from './read-url.js';

/**
 * What a plain URL has after its authority; null for a URL that only the URL parser can read. The octets before and after the URL would
 * change the answer if they were read.
 */
function afterAuthority(url: string, after: string, before = '//'): string | null {
  const octets = utf8(before + url + after);
  const end = octets.length - after.length;
  const start = plainPathStart(octets, before.length, end);
  return start < 0 ? null : new TextDecoder().decode(octets.subarray(start, end));
}

test.each([
  ['/a', '/a'],
  ['/', '/'],
  ['http://h/a', '/a'],
  ['https://h/a', '/a'],
  ['ftp://h/a', '/a'],
  ['http://h', ''],
  ['http://h?a/b', '?a/b'],
  ['http://h#a', '#a'],
  ['http://www.Example.com/', '/'],
  ['http://a-b.example-1/', '/'],
  ['http://1.2.3.a/', '/'],
  ['http://h:8/a', '/a'],
  ['http://h:0080?', '?'],
  ['http://h:9999', ''],
  ['http://h:65535/a', '/a'],
  ['http://h:00443/a', '/a'],
])('%s is plain; after its authority it has %j', (url, expected) => {
  for (const after of ['', '/', 'a', '.', ':', '0', '-']) expect(afterAuthority(url, after)).toBe(expected);
});

test.each([
  ['nothing', ''],
  ['no scheme', 'h/a'],
  ['two slashes at the start', '//h/a'],
  ['a path without its slash', '?a'],
  ['another scheme', 'ws://h/'],
  ['a scheme of one letter', 'a://h/'],
  ['a scheme that is cut', 'http'],
  ['another scheme of as many letters', 'hftp://h/'],
  ['a scheme that begins like http', 'httpx://h/'],
  ['a scheme that differs from http in its first letter', 'xttp://h/'],
  ['a scheme that differs from http in its second letter', 'hxtp://h/'],
  ['a scheme that differs from http in its third letter', 'htxp://h/'],
  ['a scheme that differs from http in its last letter', 'httx://h/'],
  ['a scheme that differs from ftp in its first letter', 'xtp://h/'],
  ['a scheme that differs from ftp in its second letter', 'fxp://h/'],
  ['a scheme that differs from ftp in its last letter', 'ftx://h/'],
  ['a scheme in upper case', 'HTTP://h/'],
  ['a scheme with one upper-case letter', 'httpS://h/'],
  ['a scheme without a colon', 'http///h/'],
  ['a scheme without its first slash', 'http:x/h/'],
  ['a scheme without its second slash', 'http:/h/'],
  ['a backslash for a slash', 'http:/\\h/'],
  ['a scheme that ends', 'http:/'],
  ['no host', 'http://'],
  ['an empty host', 'http:///a'],
  ['an empty host before a query', 'http://?a'],
  ['an empty first label', 'http://.a/'],
  ['an empty label', 'http://a..b/'],
  ['an empty last label', 'http://a./'],
  ['a number, which is an IPv4 address', 'http://1/'],
  ['a number as last label', 'http://a.1/'],
  ['a hyphen before the last label', 'http://a.-b/'],
  ['a hyphen at the start of a label', 'http://-a.b/'],
  ['a hyphen at the end of the host', 'http://a-/b'],
  ['two hyphens, as in labels of international names', 'http://xn--a/'],
  ['an underscore', 'http://a_b/'],
  ['an escape', 'http://%61/'],
  ['an octet that is not ASCII', 'http://é/'],
  ['an IPv6 address', 'http://[::1]/'],
  ['a user', 'http://u@h/'],
  ['a user with a password', 'http://u:1@h/'],
  ['white space', 'http://h /'],
  ['a backslash after the host', 'http://h\\a'],
  ['a port without digits', 'http://h:/'],
  ['a port that is too large', 'http://h:65536/'],
  ['a port of six digits', 'http://h:000080/'],
  ['a port with a letter', 'http://h:8a/'],
  ['two ports', 'http://h:80:80/'],
])('not plain: %s', (_, url) => {
  for (const after of ['', '/h/', '0/', 'a/', '://h/']) {
    expect(afterAuthority(url, after)).toBeNull();
    expect(afterAuthority(url, after, '')).toBeNull();
  }
});

/** Where the path of a URL that is not parsed begins and ends: docs/semantics.md §5.7.1. */

/** Every text of up to four of the octets that mean something where a path begins, and a letter. */
const TEXTS = textsOf([...'/?;:#a'], 4);

function textsOf(characters: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = textsOf(characters, length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => characters.map((character) => text + character))];
}

test('every short text has the path of the specification', () => {
  const wrong = TEXTS.filter((text) => {
    const path = text.slice(...asWrittenPath(text));
    return (path.startsWith('/') ? path : `/${path}`) !== googlePath(text);
  });
  expect(wrong).toEqual([]);
});

/** How often the URL parser is asked while a URL is read. */
function timesParsed(url: string, form: 'canonical' | 'decoded'): number {
  readRequestPath('/another', OCTET_KINDS[form]);
  let times = 0;
  const counted = new Proxy(URL, {
    construct(target, given) {
      times++;
      return Reflect.construct(target, given);
    },
  });
  vi.stubGlobal('URL', counted);
  try {
    readRequestPath(url, OCTET_KINDS[form]);
    return times;
  } finally {
    vi.unstubAllGlobals();
  }
}

const LONG = 'a'.repeat(9_000);

/** Each URL with a title of a usual length. */
const titled = (urls: readonly string[]) => urls.map((url) => [url.slice(0, 40), url] as const);

describe.each(['canonical', 'decoded'] as const)('in the form %s, the URL parser', (form) => {
  test.each(
    titled([
      ...'/|http://h|https://h.example:8080/a?b|/%41%c3%a9|/a%2|/*"$|/é|/a\x7F|/.well-known/%41'.split('|'),
      ...'/.%41|/a.b/%41|/a./%41|/a?b/./%2e|/a%41#/../'.split('|'),
      `/${LONG}`,
      `http://h/${LONG}%41`,
    ]),
  )('is not asked about %j', (_, url) => {
    expect(timesParsed(url, form)).toBe(0);
  });

  test.each(
    titled([
      ...'/a/./b|/a/..|/.?a|/.#a|/.\\a|/%2e/|/.%2E|/a b|/a\tb|/a\\b'.split('|'),
      ...'HTTP://h/|http://u@h/|http://1.2.3.4/'.split('|'),
      `/../${LONG}`,
      `http://u@h/${LONG}`,
    ]),
  )('is asked once about %j', (_, url) => {
    expect(timesParsed(url, form)).toBe(1);
  });
});
