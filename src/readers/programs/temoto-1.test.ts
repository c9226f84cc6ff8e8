import { expect, test } from 'vitest';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('temoto-1');
const ALL = 'User-agent: *\n';

test.each([
  ['white space separates, too', 'Disallow /a', '/a', 'disallowed by 2'],
  ['a colon after white space is a value', 'Disallow : /a', '/a', 'allowed'],
  ['a line may have two records', 'Note: x Disallow /a', '/a', 'disallowed by 2'],
  ['a field without a value takes the line end', 'Disallow:\n/a', '/', 'allowed'],
  ['a comment begins where a word could', 'Disallow: /a#b', '/a', 'allowed'],
  ['a space is one place', 'Disallow: /a #b', '/a', 'disallowed by 2'],
  ['a pattern gets a slash', 'Disallow: a', '/a', 'disallowed by 2'],
  ['patterns with a star are found anywhere', 'Disallow: /a*c', '/x/abc', 'disallowed by 2'],
  ['so are those with a dollar sign', 'Disallow: /c$', '/x/c', 'disallowed by 2'],
  ['stars at the end count for nothing', 'Disallow: /a**', '/x/a', 'allowed'],
  ['a pattern of stars matches nothing', 'Disallow: **', '/a', 'allowed'],
  ['nothing follows a dollar sign', 'Disallow: /a$b', '/a$b', 'allowed'],
  ['but another, or a star', 'Disallow: /a$*$', '/a', 'disallowed by 2'],
  ['the first of two equally long patterns decides', 'Disallow: /a\nAllow: /a', '/a', 'disallowed by 2'],
  ['a star counts twice', 'Disallow: /aaa\nAllow: /a*a', '/aaa', 'allowed by 3'],
  ['and so does a dot in a pattern with one', 'Disallow: /a.aa\nAllow: /a.*a', '/a.aa', 'allowed by 3'],
  ['/robots.txt is judged', 'Disallow: /', '/robots.txt', 'disallowed by 2'],
  ['an empty path starts with a slash', 'Disallow: /', 'http://h', 'disallowed by 2'],
  ['escapes are compared as they are', 'Disallow: /%2a', '/%2A', 'allowed'],
  ['unless the path needs to be escaped', 'Disallow: /%21%20', '/! ', 'disallowed by 2'],
  ['parameters are sorted', 'Disallow: /?a=2&b=1$', '/?b=1&a=2', 'disallowed by 2'],
  ['and escaped', 'Disallow: /?x=%2Fa+%C3%A9$', '/?x=/a%20é&;&%zz', 'disallowed by 2'],
])('%s', (_, rules, url, expected) => {
  expect(verdict(`${ALL}${rules}\n`, url)).toBe(expected);
});

test.each([
  ['a rule before any name closes the site', `Allow: /\n${ALL}`, 'disallowed'],
  ['a delay that is no number does', `${ALL}Crawl-delay: 5s\n`, 'disallowed'],
  ['an infinite one, too', `${ALL}Crawl-delay: inf\n`, 'disallowed'],
  ['one below zero, too', `${ALL}Crawl-delay: -1\n`, 'disallowed'],
  [
    'numbers of Go are numbers',
    `${ALL}Crawl-delay: 1_0e1\nCrawl-delay: 0x_1p-2\nCrawldelay: -0\n`,
    'allowed',
  ],
  ['the last field needs a value', `${ALL}Crawl-delay:`, 'allowed'],
  ['a comment at the end is none', `${ALL}Crawl-delay: # x\n`, 'allowed'],
  ['a line end is', `${ALL}Crawl-delay:\n`, 'disallowed'],
  [
    'groups of a name are one',
    'User-agent: foo\nAllow: /b\nUser-agent: foo\nDisallow: /a\n',
    'disallowed by 4',
  ],
  [
    'other records do not end user-agent lines',
    'User-agent: foo\nHost: x\n\nUseragent: x\nDisallow: /\n',
    'disallowed by 5',
  ],
  ['a delay does', 'User-agent: foo\nCrawl-delay: 1\nUser-agent: bar\nDisallow: /\n', 'allowed'],
  ['a name without rules has no group', `${ALL}Disallow: /\nUser-agent: foo\n`, 'disallowed by 2'],
  ['a rule without a value makes one', `${ALL}Disallow: /\nUser-agent: foo\nAllow:\n`, 'allowed'],
  ['a byte order mark is skipped', '\ufeffUser-agent: foo\nDisallow: /\n', 'disallowed by 2'],
  ['a dotted I is an i', 'User-agent: foo\nDİsallow: /\n', 'disallowed by 2'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test.each([
  ['FO', 'foo/1', 'disallowed by 4'],
  ['foobar', 'foo', 'allowed'],
  ['f', 'foo', 'allowed'],
  ['é', 'écureuil', 'disallowed by 4'],
  ['foo/1.0 x', 'foo/1.0', 'disallowed by 4'],
])('a name is the start of the crawler’s, and longer than "*": %j for %j', (value, agent, expected) => {
  expect(verdict(`${ALL}Allow: /\nUser-agent: ${value}\nDisallow: /\n`, '/', agent)).toMatch(expected);
});

test('without a group for all, one letter is enough', () => {
  expect(verdict('User-agent: f\nDisallow: /\n', '/')).toBe('disallowed by 2');
});
