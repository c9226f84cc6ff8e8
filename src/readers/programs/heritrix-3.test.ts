import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { verdictsOf } from '../../../test/support/reader-verdicts.js';
import { parseSync } from '../../parse.js';
import { READERS } from '../readers.js';

const verdict = verdictsOf('heritrix-3');
const ALL = 'User-agent: *\n';

test.each([
  ['a colon follows the field', 'Disallow : /a', '/a', 'allowed'],
  ['white space does not separate', 'Disallow /a', '/a', 'allowed'],
  ['tags are removed', '<p>Disallow: /<b>a</b>', '/a', 'disallowed by 2'],
  ['but not from a comment on', '#<p>\nDisallow: /a<b#>', '/a', 'disallowed by 3'],
  ['a line with U+2028 is none', 'Disallow: /a\u2028', '/a', 'allowed'],
  ['unless that is in a comment', 'Disallow: /a#\u2028', '/a', 'disallowed by 2'],
  ['the longest pattern decides', 'Disallow: /a\nAllow: /ab', '/ab', 'allowed by 3'],
  ['allow wins a tie', 'Disallow: /a\nAllow: /a', '/a', 'allowed by 3'],
  ['one star at the end counts for nothing', 'Disallow: /a*\nAllow: /a', '/a', 'allowed by 3'],
  ['another one counts', 'Disallow: /a**\nAllow: /a', '/a', 'disallowed by 2'],
  ['a shorter prefix is not tried', 'Disallow: /a\nDisallow: /ab0', '/ab1', 'allowed'],
  ['unless none is between it and the path', 'Disallow: /a\nDisallow: /ab2', '/ab1', 'disallowed by 2'],
  ['prefixes that allow are others', 'Disallow: /a\nAllow: /ab0', '/ab1', 'disallowed by 2'],
  ['what follows a star is taken where it first occurs', 'Disallow: /*a$', '/aba', 'allowed'],
  ['so it matches if that is the end', 'Disallow: /*a$', '/ba', 'disallowed by 2'],
  ['a star before the end takes all', 'Disallow: /a*$', '/ab', 'disallowed by 2'],
  ['URLs are decoded', 'Disallow: /a b', '/a%20b', 'disallowed by 2'],
  ['patterns are not', 'Disallow: /a%20b', '/a%20b', 'allowed'],
  ['a plus sign is a space', 'Disallow: /a b', '/a+b', 'disallowed by 2'],
  ['octets that are no character are replaced', 'Disallow: /�$', '/%ed%a0%80', 'disallowed by 2'],
  ['dot segments are removed before', 'Disallow: /b', '/../a/./../b', 'disallowed by 2'],
  ['escaped dots stay', 'Disallow: /a/../b', '/a/%2e%2e/b', 'disallowed by 2'],
  ['a backslash is a slash', 'Disallow: /a/b', '/a\\b', 'disallowed by 2'],
  ['but not in a query', 'Disallow: /?\\', '/?\\', 'disallowed by 2'],
  ['an empty query is none', 'Disallow: /a$', '/a?#b', 'disallowed by 2'],
  ['/robots.txt is open', 'Disallow: /', '/robots.txt?a', 'allowed'],
])('%s', (_, rules, url, expected) => {
  expect(verdict(ALL + rules, url)).toBe(expected);
});

test.each([
  ['a name in a file is part of the crawler’s', 'fo', 'foo', 'disallowed by 2'],
  ['whose letters are to be small', 'foo', 'Foo', 'allowed'],
  ['letters in the file need not be', 'FOO', 'a foo', 'disallowed by 2'],
  ['an empty name is part of every one', '', 'foo', 'disallowed by 2'],
])('%s: %j for %j', (_, value, agent, expected) => {
  expect(verdict(`User-agent: ${value}\nDisallow: /`, '/', agent)).toBe(expected);
});

test.each([
  ['the first name decides', 'User-agent: o\nAllow: /\nUser-agent: foo\nDisallow: /', 'allowed by 2'],
  [
    'rules of a known name are added to its group',
    'User-agent: foo\nAllow: /b\nUser-agent: x\nUser-agent: foo\nDisallow: /',
    'disallowed by 5',
  ],
  [
    'and to those who share it',
    'User-agent: foo\nUser-agent: x\nAllow: /b\nUser-agent: x\nDisallow: /',
    'disallowed by 5',
  ],
  [
    'a name may leave its group before there are rules',
    'User-agent: x\nAllow: /b\nUser-agent: foo\nUser-agent: x\nUser-agent: foo\nDisallow: /',
    'disallowed by 6',
  ],
  [
    'a delay ends user-agent lines',
    'User-agent: foo\nCrawl-delay: 1s\nUser-agent: x\nDisallow: /',
    'allowed',
  ],
  [
    'one that is no number does not',
    'User-agent: foo\nCrawl-delay: -1\nUser-agent: x\nDisallow: /',
    'disallowed by 4',
  ],
  ['a rule without a value does', 'User-agent: foo\nDisallow:\nUser-agent: x\nDisallow: /', 'allowed'],
  ['a byte order mark is part of the line', '\ufeffUser-agent: foo\nDisallow: /', 'allowed'],
  ['a name without rules hides those of "*"', `${ALL}Disallow: /\nUser-agent: foo`, 'allowed'],
])('%s', (_, body, expected) => {
  expect(verdict(body, '/a')).toBe(expected);
});

test('500 KiB of characters are read, but not the last line', () => {
  const rules = `${ALL}Disallow: /a\n`;
  const filled = (characters: number) => `${rules.padEnd(characters - 13, '#')}\nDisallow: /\n`;
  expect(verdict(filled(512_000), '/')).toBe('allowed');
  expect(verdict(filled(511_999), '/')).toBe('disallowed by 4');
  expect(verdict(filled(600_000), '/a')).toBe('disallowed by 2');
});

test('an encoded half of a surrogate pair is one character', () => {
  expect(verdict(octetsOf(`${ALL}Disallow: /\xed\xa0\x80$`), '/%FF')).toBe('disallowed by 2');
});

test('rules below a name that has a group already are of that group, whichever of its lines names the crawler', () => {
  const file = 'User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n\nUser-agent: A\nDisallow: /c';
  const matcher = parseSync(file).matcher({ agents: 'a', profile: READERS['heritrix-3'] });
  for (const [path, line] of [
    ['/a', 2],
    ['/c', 8],
  ] as const) {
    const verdict = matcher.check(path);
    expect(verdict.explanation).toBe(
      `Disallowed: the group of line 1 names a; line ${line} decides: disallow ${path}`,
    );
    expect(verdict.group?.userAgents.map((agent) => agent.line)).toEqual([1, 7]);
    expect(matcher.explain(path).decidedBy.map((part) => part.line)).toEqual([line, 7].sort((a, b) => a - b));
  }
});
