/** The records that apply to a caller besides rules: docs/semantics.md §3.4. */
import { describe, expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { firstValue } from './obeyed-groups.js';

const FILE = `crawl-delay: 1
user-agent: a
crawl-delay: 2
user-agent: b
Crawl-Delay: 3
request-rate: 1/5
disallow: /
crawl-delay: 4
user-agent: *
crawl-delay: 5
disallow: /
user-agent: a
crawl-delay: 6
disallow: /x
`;

const document = parseSync(FILE);
const linesFor = (caller: string | string[], name = 'crawl-delay') =>
  document.extensions(caller, name).map(({ line }) => line);

describe('extensions apply to', () => {
  test('the user-agent lines above them in their group, in every group of the caller', () => {
    expect(linesFor('a')).toEqual([3, 5, 8, 13]);
    expect(linesFor('b')).toEqual([5, 8]);
    expect(linesFor(['a', 'b'])).toEqual([3, 5, 8, 13]);
  });

  test('the callers of the group for `*` only if no group names them', () => {
    expect(linesFor('c')).toEqual([10]);
    expect(parseSync('user-agent: a\ncrawl-delay: 1').extensions('b', 'crawl-delay')).toEqual([]);
  });

  test('a field, in any letter case', () => {
    expect(linesFor('a', 'request-rate')).toEqual([6]);
    expect(linesFor('b', 'Crawl-delay')).toEqual(linesFor('b'));
    expect(linesFor('a', 'visit-time')).toEqual([]);
  });
});

test('the first record that can be read counts', () => {
  const file = 'user-agent: a\ncrawl-delay: soon\ncrawl-delay: 0\ncrawl-delay: 7\n';
  expect(parseSync(file).crawlDelay('a')).toBe(0);
  const records = parseSync(file).extensions('a', 'crawl-delay');
  const asked: string[] = [];
  const value = firstValue(records, (text) => {
    asked.push(text);
    return text === '0' ? null : undefined;
  });
  expect([value, asked]).toEqual([null, ['soon', '0']]);
  expect(firstValue(records, () => undefined)).toBeUndefined();
  expect(firstValue([], () => 1)).toBeUndefined();
});

test('the name that a verdict shows is the caller’s, as it is given', () => {
  const agentOf = (agents: string | string[]) => document.matcher({ agents }).check('/').agent;
  expect([agentOf('A'), agentOf(['c', 'B/2']), agentOf('c')]).toEqual(['A', 'B', null]);
});
