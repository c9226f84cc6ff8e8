import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('wget-1.21');
const ALL = 'User-agent: *\n';

test.each([
  ['the first rule that matches decides', 'Disallow: /a\nAllow: /ab', '/ab', 'disallowed by 2'],
  ['a rule without a value allows all', 'Disallow:\nDisallow: /', '/a', 'allowed by 2'],
  ['a star is a character', 'Disallow: /*a', '/ba', 'allowed'],
  ['and so is a dollar sign', 'Disallow: /a$', '/a$b', 'disallowed by 2'],
  ['a slash at the start may be missing', 'Disallow: a', '/a', 'disallowed by 2'],
  ['or doubled, in both', 'Disallow: //a', 'http://h//a', 'disallowed by 2'],
  ['white space may precede the field and the colon', ' \tDisallow\v: /a', '/a', 'disallowed by 2'],
  ['white space within a value counts', 'Disallow: /a b', '/a%20b', 'disallowed by 2'],
  ['a comment follows white space', 'Disallow: /a #b', '/a', 'disallowed by 2'],
  ['otherwise it is none', 'Disallow: /a#b', '/a', 'allowed'],
  ['escapes are decoded', 'Disallow: /%61%25', '/a%', 'disallowed by 2'],
  ['but not those of slashes', 'Disallow: /a%2Fb', '/a/b', 'allowed'],
  ['whose case counts', 'Disallow: /a%2Fb', '/a%2fb', 'allowed'],
  ['the query is not compared', 'Disallow: /a?b', '/a?b', 'allowed'],
  ['dot segments are resolved', 'Disallow: /b', '/a/.././b', 'disallowed by 2'],
  ['a NUL ends a pattern', 'Disallow: /a\0b', '/a', 'disallowed by 2'],
  ['CR does not end a line', 'Allow: /b\rDisallow: /a', '/a', 'allowed'],
  ['/robots.txt is judged', 'Disallow: /', '/robots.txt', 'disallowed by 2'],
])('%s', (_, rules, url, expected) => {
  expect(verdict(ALL + rules, url)).toBe(expected);
});

test.each([
  ['it obeys the groups for wget', `${ALL}Disallow: /\nUser-agent: WGET\nAllow: /`, 'allowed by 4'],
  ['all of them', 'User-agent: wget\nAllow: /b\nUser-agent: wget\nDisallow: /', 'disallowed by 4'],
  ['but not one for a version', `${ALL}Disallow: /\nUser-agent: wget/1.21\nAllow: /`, 'disallowed by 2'],
  [
    'the first of several names decides',
    `${ALL}User-agent: wget\nDisallow: /a\nUser-agent: wget\nAllow: /b`,
    'allowed',
  ],
  ['a name without rules hides those of "*"', `${ALL}Disallow: /\nUser-agent: wget`, 'allowed'],
  ['other records end nothing', `${ALL}\nCrawl-delay: 1\nUser-agent: x\nDisallow: /`, 'disallowed by 5'],
  ['a byte order mark hides a line', `\ufeff${ALL}Disallow: /`, 'allowed'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test('patterns are octets', () => {
  expect(verdict(octetsOf(`${ALL}Disallow: /\xe9`), '/%E9')).toBe('disallowed by 2');
  expect(verdict(`${ALL}Disallow: /é`, '/%c3%a9')).toBe('disallowed by 2');
});
