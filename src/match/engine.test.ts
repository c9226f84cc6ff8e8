/** Profiles whose files another engine reads: verdicts and explanations go by what it finds. `src/readers` has the tests of each reader. */
import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import type { ReaderName } from '../readers/reader-names.js';
import '../readers/readers.js';

function explain(file: string, url: string, profile: ReaderName, agents: string[] = ['a']) {
  return parseSync(file).matcher({ agents, profile }).explain(url);
}

// Heritrix adds the rules below a name that has a group already to that group.
const TWICE = 'User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n\nUser-agent: A\nDisallow: /c';

test.each([
  ['/a', ['a'], 'the group of line 1 names a; line 2 decides: disallow /a', [2, 7]],
  ['/a', ['a', 'b'], 'the group of line 1 names a; line 2 decides: disallow /a', [2, 7]],
  ['/b', ['a', 'b'], 'the group of line 4 names b; line 5 decides: disallow /b', [4, 5]],
  ['/c', ['b', 'a'], 'the group of line 1 names a; line 8 decides: disallow /c', [7, 8]],
  ['/c', ['b'], 'the group of line 4 names b, and none of its rules matches.', [4]],
])(
  'of a group with lines below another, %s for %j is decided by the rule and a name of its group',
  (url, agents, because, lines) => {
    const { agentLines, decidedBy, verdict } = explain(TWICE, url, 'heritrix-3', agents);
    expect(verdict.explanation).toContain(because);
    expect(decidedBy.map(({ line }) => line)).toEqual(lines);
    expect(agentLines.map(({ userAgent }) => userAgent.line)).toEqual([1, 4, 7]);
  },
);

test('the URL and the rules are shown as the engine compares them', () => {
  const { url, rules } = explain('User-agent: *\nDisallow: /\nDisallow: /é*', '/é*b', 'python-3.11');
  expect(url).toEqual({ given: '/é*b', compared: '/%C3%A9%2Ab', changes: [] });
  expect(rules.map(({ rule, compared, octets, decides }) => [rule.line, compared, octets, decides])).toEqual([
    [2, '/', 1, true],
    [3, '/%C3%A9%2A', 10, false],
  ]);
});

test('a URL that the engine does not accept is allowed', () => {
  expect(explain('User-agent: *\nDisallow: /', 'https://h/%zz', 'temoto-1').verdict.explanation).toMatch(
    /^Allowed: .* does not accept this URL, and applies no rule to it\.$/,
  );
});
