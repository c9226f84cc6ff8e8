import { expect, test } from 'vitest';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';

const verdict = verdictsOf('robots-parser-3');
const ALL = 'User-agent: *\n';

test.each([
  ['fields are not misspelled', 'Disalow: /a', '/a', 'allowed'],
  ['white space does not separate', 'Disallow /a', '/a', 'allowed'],
  ['white space of JavaScript is trimmed', '\u00a0Disallow\ufeff:\u2003/a\v', '/a', 'disallowed by 2'],
  ['the longest pattern decides', 'Disallow: /a\nAllow: /a*', '/a', 'allowed by 3'],
  ['allow wins a tie', 'Disallow: /a\nAllow: /a', '/a', 'allowed by 3'],
  ['a pattern gets no slash', 'Disallow: a', '/a', 'allowed'],
  ['escapes differ from characters', 'Disallow: /%61', '/a', 'allowed'],
  ['but not in case', 'Disallow: /%e2%82%AC', '/€', 'disallowed by 2'],
  ['a percent sign stays', 'Disallow: /%zz', '/%zz', 'disallowed by 2'],
  ['a bracket is escaped in a pattern alone', 'Disallow: /[a]', '/[a]', 'allowed'],
  ['an empty query is none', 'Disallow: /a$', '/a?', 'disallowed by 2'],
  ['dot segments are resolved', 'Disallow: /b', '/a/../b#c', 'disallowed by 2'],
  ['a dollar sign is special at the end alone', 'Disallow: /a$b$', '/a$b', 'disallowed by 2'],
  ['stars take as much as the rest needs', 'Disallow: /*a$', '/aba', 'disallowed by 2'],
  ['/robots.txt is judged', 'Disallow: /', '/robots.txt', 'disallowed by 2'],
])('%s', (_, rules, url, expected) => {
  expect(verdict(ALL + rules, url)).toBe(expected);
});

test.each([
  [
    'groups of a name are one',
    'User-agent: foo\nAllow: /b\nUser-agent: foo\nDisallow: /a',
    'disallowed by 4',
  ],
  ['any record ends user-agent lines', 'User-agent: foo\nNote: x\nUser-agent: bar\nDisallow: /', 'allowed'],
  [
    'a line without a field does not',
    'User-agent: foo\n: x\n\nx\nUser-agent: bar\nDisallow: /',
    'disallowed by 6',
  ],
  ['a name without rules has no group', `${ALL}Disallow: /\nUser-agent: foo\nNote: x`, 'disallowed by 2'],
  ['a delay makes one', `${ALL}Disallow: /\nUser-agent: foo\nCrawl-delay: x`, 'allowed'],
  ['a rule without a value does', `${ALL}Disallow: /\nUser-agent: foo\nAllow:`, 'allowed'],
  ['an empty name begins a group', 'User-agent: foo\nDisallow: /b\nUser-agent:\nDisallow: /', 'allowed'],
  ['a byte order mark is trimmed', '\ufeff\ufeffUser-agent: foo\nDisallow: /', 'disallowed by 2'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test.each([
  ['FOO /2', 'foo/1', 'disallowed by 2'],
  ['foobar', 'foo', 'allowed'],
  ['foo bar', 'Foo Bar/3', 'disallowed by 2'],
  ['*/2', 'foo', 'disallowed by 2'],
])('a name counts up to its slash: %j for %j', (value, agent, expected) => {
  expect(verdict(`User-agent: ${value}\nDisallow: /`, '/', agent)).toBe(expected);
});
