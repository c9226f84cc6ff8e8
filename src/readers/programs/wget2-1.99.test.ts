import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('wget2-1.99');
const ALL = 'User-agent: *\n';

test.each([
  ['any rule that matches forbids', 'Disallow: /b\nDisallow: /a', '/ab', 'disallowed by 3'],
  ['allow rules mean nothing', 'Disallow: /a\nAllow: /ab', '/ab', 'disallowed by 2'],
  ['a rule without a value drops the others', 'Disallow: /a\nDisallow: \r\nDisallow: /b', '/a', 'allowed'],
  ['and ends the group', 'Disallow:\nDisallow: /a', '/a', 'allowed'],
  ['a value ends at white space', 'Disallow: /a # x', '/a', 'disallowed by 2'],
  ['a comment is a value', 'Disallow: # x', '/a', 'disallowed by 2'],
  ['an empty value may be followed by white space', 'Disallow: \v\nDisallow: /a', '/a', 'disallowed by 3'],
  ['the first octet of a value is not compared', 'Disallow: xa', '/a', 'disallowed by 2'],
  ['a star is a character', 'Disallow: /*a', '/ba', 'allowed'],
  ['white space before a field hides it', ' Disallow: /a', '/a', 'allowed'],
  ['URLs are decoded', 'Disallow: /a/b', '/%61%2Fb', 'disallowed by 2'],
  ['patterns are not', 'Disallow: /%61', '/%61', 'allowed'],
  ['queries are not compared', 'Disallow: /a?', '/a?b', 'allowed'],
  ['a NUL ends a URL', 'Disallow: /a$', '/a%00$', 'allowed'],
  ['and a file', '\0Disallow: /a', '/a', 'allowed'],
  ['dot segments stay', 'Disallow: /b', '/a/../b', 'allowed'],
  ['/robots.txt is open', 'Disallow: /', '/robots.txt', 'allowed'],
  ['with a query it is not', 'Disallow: /', '/robots.txt?', 'disallowed by 2'],
])('%s', (_, rules, url, expected) => {
  expect(verdict(ALL + rules, url)).toBe(expected);
});

test.each([
  [
    'the first group for it or for all is obeyed',
    `${ALL}Disallow: /b\nUser-agent: wget2\nDisallow: /`,
    'allowed',
  ],
  ['by the start of its name', 'User-agent: WGET2/1 x\nDisallow: /', 'disallowed by 2'],
  ['or of "*"', 'User-agent: *bot\nDisallow: /', 'disallowed by 2'],
  ['a name after that ends it', 'User-agent: *\nUser-agent: foo\nDisallow: /', 'allowed'],
  ['one before does not', 'User-agent: foo\nUser-agent: *\nDisallow: /', 'disallowed by 3'],
  ['blank lines and other records end nothing', 'User-agent: *\n\nx: y\nDisallow: /', 'disallowed by 4'],
  ['a byte order mark hides a line', `\ufeff${ALL}Disallow: /`, 'allowed'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test('patterns are octets', () => {
  expect(verdict(octetsOf(`${ALL}Disallow: /\xe9`), '/%E9')).toBe('disallowed by 2');
  expect(verdict(`${ALL}Disallow: /é`, '/é')).toBe('disallowed by 2');
});
