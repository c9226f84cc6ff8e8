/** The platform's URL parser is asked only about URLs that this package cannot read by itself: it takes many times as long. */
import { describe, expect, test, vi } from 'vitest';
import { OCTET_KINDS } from './octet-forms.js';
import { readRequestPath } from './read-url.js';

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
      '/',
      'http://h',
      'https://h.example:8080/a?b',
      '/%41%c3%a9',
      '/a%2',
      '/*"$',
      '/é',
      '/a\x7F',
      '/.well-known/%41',
      '/.%41',
      '/a.b/%41',
      '/a./%41',
      '/a?b/./%2e',
      '/a%41#/../',
      `/${LONG}`,
      `http://h/${LONG}%41`,
    ]),
  )('is not asked about %j', (_, url) => {
    expect(timesParsed(url, form)).toBe(0);
  });

  test.each(
    titled([
      '/a/./b',
      '/a/..',
      '/.?a',
      '/.#a',
      '/.\\a',
      '/%2e/',
      '/.%2E',
      '/a b',
      '/a\tb',
      '/a\\b',
      'HTTP://h/',
      'http://u@h/',
      'http://1.2.3.4/',
      `/../${LONG}`,
      `http://u@h/${LONG}`,
    ]),
  )('is asked once about %j', (_, url) => {
    expect(timesParsed(url, form)).toBe(1);
  });
});
