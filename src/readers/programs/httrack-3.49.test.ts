import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('httrack-3.49');
const ALL = 'User-agent: *\n';

test.each([
  ['any rule that matches forbids', 'Disallow: /b\nDisallow: /a', '/ab', 'disallowed by 3'],
  ['allow rules mean nothing', 'Disallow: /a\nAllow: /ab', '/ab', 'disallowed by 2'],
  ['a rule without a value means nothing', 'Disallow: /a\nDisallow:', '/a', 'disallowed by 2'],
  ['letters do not differ in case', 'Disallow: /A', '/aB', 'disallowed by 2'],
  ['a value without a slash is found anywhere', 'Disallow: *b', '/x/a*b', 'disallowed by 2'],
  ['one with a slash is not', 'Disallow: /a', '/x/a', 'allowed'],
  ['white space before a field hides it', ' Disallow: /a', '/a', 'allowed'],
  ['so does white space before the colon', 'Disallow : /a', '/a', 'allowed'],
  ['a comment needs no space', 'Disallow: /a#b', '/a', 'disallowed by 2'],
  ['CR is dropped', 'Dis\rallow: /\ra', '/a', 'disallowed by 2'],
  ['NUL ends a line', 'x\0Disallow: /a', '/a', 'disallowed by 2'],
  ['escapes of most characters are decoded', 'Disallow: /a b', '/%61%20b', 'disallowed by 2'],
  ['special ones stay', 'Disallow: /a%2Fb', '/a%2fb', 'disallowed by 2'],
  ['those of UTF-8 become octets', 'Disallow: /é', '/%C3%A9', 'disallowed by 2'],
  ['unless a character is not complete', 'Disallow: /%C3', '/%C3', 'disallowed by 2'],
  ['queries are escaped', 'Disallow: /?%20%c3%a9', '/? é', 'disallowed by 2'],
  ['and not decoded', 'Disallow: /?%61', '/?%61', 'disallowed by 2'],
  ['dot segments are resolved', 'Disallow: /b', '/a/.././b', 'disallowed by 2'],
  ['two dots before a query stay', 'Disallow: /a/..?', '/a/..?x', 'disallowed by 2'],
  ['a backslash is a slash', 'Disallow: /a/b', '/a\\b', 'disallowed by 2'],
  ['/robots.txt is open', 'Disallow: /', '/robots.txt', 'allowed'],
])('%s', (_, rules, url, expected) => {
  expect(verdict(ALL + rules, url)).toBe(expected);
});

test.each([
  ['it obeys the group for itself', `${ALL}Disallow: /\nUser-agent: WinHTTrack/3\nDisallow: /b`, 'allowed'],
  ['the last of several', 'User-agent: httrack\nDisallow: /\nUser-agent: httrack\nDisallow: /b', 'allowed'],
  [
    'and groups for all that follow it',
    'User-agent: httrack\nUser-agent: x\nDisallow: /b\nUser-agent: *x\nDisallow: /',
    'disallowed by 5',
  ],
  ['the last of several names decides', `${ALL}User-agent: x\nDisallow: /`, 'allowed'],
  ['blank lines and other records end nothing', `${ALL}\nCrawl-delay: 1\nDisallow: /`, 'disallowed by 4'],
  ['a byte order mark hides a line', `\ufeff${ALL}Disallow: /`, 'allowed'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test('after 1,022 octets, one is lost and a line begins', () => {
  const line = '#'.padEnd(1022, 'x');
  expect(verdict(`${ALL}${line}.Disallow: /a`, '/a')).toBe('disallowed by 2');
  expect(verdict(`${ALL}${line}Disallow: /a`, '/a')).toBe('allowed');
});

test('after 200 octets of a value, one is lost and a rule begins', () => {
  const value = '/'.padEnd(200, 'x');
  expect(verdict(`${ALL}Disallow: ${value}./a`, '/a')).toBe('disallowed by 2');
  expect(verdict(`${ALL}Disallow: ${value}/a`, '/a')).toBe('disallowed by 2');
  expect(verdict(`${ALL}Disallow: ${value}\nDisallow: /a`, '/a')).toBe('disallowed by 3');
});

test('a rule of 201 octets is the last', () => {
  expect(verdict(`${ALL}Disallow: ${'/'.padEnd(201, 'x')}\nDisallow: /a`, '/a')).toBe('allowed');
});

test('4,094 octets of rules are too many', () => {
  const rules = (octets: number) =>
    `${`Disallow: /${'x'.repeat(98)}\n`.repeat(40)}Disallow: ${'/a'.padEnd(octets - 1, 'b')}\n`;
  expect(verdict(`${ALL}Disallow: /a\n${rules(90)}`, '/a')).toBe('disallowed by 2');
  expect(verdict(`${ALL}Disallow: /a\n${rules(91)}`, '/a')).toBe('allowed');
});

test('patterns are octets', () => {
  expect(verdict(octetsOf(`${ALL}Disallow: /\xe9`), '/%E9')).toBe('allowed');
  expect(verdict(`${ALL}Disallow: /é`, '/é')).toBe('disallowed by 2');
});
