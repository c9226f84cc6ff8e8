import { expect, test } from 'vitest';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('protego-0.6');
const verdictOfNew = verdictsOf('protego-0.7');
const FILE = 'User-agent: *\nDisallow: /';

/** The octets of a text, a character each. */
const octetsOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['a byte order mark is removed', '\xef\xbb\xbf', 'disallowed by 2'],
  ['a second one is not', '\xef\xbb\xbf\xef\xbb\xbf', 'allowed'],
  ['one after an octet that is no UTF-8 is not', '\xef\xef\xbb\xbf', 'allowed'],
  ['an octet that is no UTF-8 is left out', '\xef', 'disallowed by 2'],
])('%s', (_, start, expected) => {
  expect(verdict(octetsOf(start + FILE), '/a')).toBe(expected);
});

// The changelog of 0.7.0, 2026-09-21.
test.each([
  [
    'a name is found in the middle of a word',
    'User-agent: bot\nDisallow: /',
    '/a',
    'mybot',
    'disallowed by 2',
    'allowed',
  ],
  [
    'a name after another character',
    'User-agent: bot\nDisallow: /',
    '/a',
    'my/bot',
    'disallowed by 2',
    'disallowed by 2',
  ],
  [
    'an escape in a query',
    'User-agent: *\nDisallow: /a?b=%E3%83%84',
    '/a?b=\u30c4',
    'Bot',
    'allowed',
    'disallowed by 2',
  ],
  ['= in a path', 'User-agent: *\nDisallow: /a=b', '/a=b', 'Bot', 'allowed', 'disallowed by 2'],
  ['/robots.txt', FILE, '/robots.txt', 'Bot', 'disallowed by 2', 'allowed'],
  [
    'a sitemap between names',
    'User-agent: *\nSitemap: /s\nUser-agent: a\nDisallow: /',
    '/x',
    'Bot',
    'allowed',
    'disallowed by 4',
  ],
  [
    'a name that is missing',
    'User-agent: *\nAllow: /x\nUser-agent:\nDisallow: /',
    '/a',
    'Bot',
    'disallowed by 4',
    'allowed',
  ],
  ['white space instead of a colon', 'User-agent\t*\nDisallow\t/', '/a', 'Bot', 'allowed', 'disallowed by 2'],
  ['a colon in a value', 'User-agent: *\nDisallow /a:b', '/a:b', 'Bot', 'allowed', 'disallowed by 2'],
])('%s', (_, text, url, crawler, before, since) => {
  const octets = octetsOf(text);
  expect([verdict(octets, url, crawler), verdictOfNew(octets, url, crawler)]).toEqual([before, since]);
});
