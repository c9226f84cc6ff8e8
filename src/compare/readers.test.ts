/** Comparisons with matchers of readers: what they find is true, and they claim no more than is proven. */
import { describe, expect, test } from 'vitest';
import { parseSync } from '../core.js';
import type { AnyProfile } from '../profiles.js';
import { READERS } from '../readers/index.js';
import { differencesByCaller } from './by-caller.js';
import { differences, reachOf, ruleUses } from './index.js';

const PYTHON = READERS['python-3.11'];
const COLLY = READERS['temoto-1'];

function matcherOf(rules: readonly string[], profile: AnyProfile = PYTHON) {
  return parseSync(['User-agent: *', ...rules].join('\n')).matcher({ agents: 'FooBot', profile });
}

describe('differences', () => {
  test('finds where a reader takes "*" literally', () => {
    const rules = ['Disallow: /*.pdf$', 'Disallow: /a'];
    const { opens, closes, isExhaustive } = differences(matcherOf(rules, 'rfc9309'), matcherOf(rules));
    expect(opens.map(({ before, after }) => [before.line, after.line])).toEqual([[2, 0]]);
    expect(closes.map(({ before, after }) => [before.line, after.line])).toContainEqual([0, 2]);
    expect(isExhaustive).toBe(false);
  });

  test('are decided in full against a reader that fetches nothing', () => {
    const refused = parseSync('Disallow: /a\n').matcher({ agents: 'FooBot', profile: COLLY });
    const { opens, closes, isExhaustive } = differences(matcherOf(['Disallow: /a'], 'rfc9309'), refused);
    expect(opens).toEqual([]);
    expect(closes).toEqual([
      { path: '/', before: { allowed: true, line: 0 }, after: { allowed: false, line: 0 } },
    ]);
    expect(isExhaustive).toBe(true);
  });

  test('of callers whose rules a reader reads alike are none, and that is certain', () => {
    const document = parseSync('User-agent: a\nUser-agent: b\nDisallow: /*x\n');
    const [a, b] = document.matchers(['a', 'b'], { profile: PYTHON });
    const callers = ['a', 'b'].map((agent) => ({ agent, before: a, after: b }));
    expect(differencesByCaller(callers)).toEqual([
      { agents: ['a', 'b'], opens: [], closes: [], isExhaustive: true },
    ]);
  });

  test('of equal rules are found if one file is refused', () => {
    const text = 'User-agent: *\nDisallow: /a\n';
    const [read, refused] = [text, `${text}User-agent: b\nAllow: /\xff`].map((file) =>
      parseSync(Uint8Array.from(file, (character) => character.charCodeAt(0))).matcher({
        agents: 'FooBot',
        profile: PYTHON,
      }),
    );
    const [found] = differencesByCaller([{ agent: 'FooBot', before: read, after: refused }]);
    expect(found.closes.map(({ path }) => path)).toEqual(['/']);
  });
});

describe('reachOf', () => {
  test.each([
    ['no rules', [], 'everything'],
    ['allow rules alone', ['Allow: /a'], 'everything'],
    ['a disallow rule', ['Disallow: /a'], 'something'],
    ['a rule for everything, of which only some URLs can be tried', ['Disallow: /'], 'unknown'],
  ] as const)('with %s', (_, rules, extent) => {
    expect(reachOf(matcherOf(rules)).extent).toBe(extent);
  });

  test('of a reader that fetches nothing', () => {
    const refused = parseSync('Disallow: /a\n').matcher({ agents: 'FooBot', profile: COLLY });
    expect(reachOf(refused)).toEqual({ extent: 'nothing', allowedPath: null, disallowedPath: '/' });
  });
});

test('ruleUses never says "never" of a pattern that a reader may match', () => {
  expect(ruleUses(matcherOf(['Disallow: /*.pdf', 'Disallow: /*.pdf', 'Disallow: /a'])).slice(1)).toEqual([
    { line: 3, use: 'unknown', path: null },
    { line: 4, use: 'decides', path: '/a' },
  ]);
  const refused = parseSync('Disallow: /\nUser-agent: *\nDisallow: /a\n');
  const uses = ruleUses(refused.matcher({ agents: 'FooBot', profile: COLLY }));
  expect(uses.every(({ use }) => use === 'never')).toBe(true);
});

test.each([
  ['wildcards in a row', Array.from({ length: 100 }, (_, i) => `Disallow: /*a*a*a*a*${i}`)],
  ['a line of wildcards', [`Disallow: /${'a*'.repeat(1000)}`]],
  ['many prefixes', Array.from({ length: 1000 }, (_, i) => `Disallow: /${(i * 7919).toString(36)}`)],
])('a hostile file ends: %s', (_, rules) => {
  const limit = { maxSteps: 3000 };
  const matcher = matcherOf(rules, READERS['protego-0.6']);
  expect(ruleUses(matcher, limit)).toHaveLength(rules.length);
  expect(reachOf(matcher, limit).extent).toBe('something');
  expect(differences(matcherOf(rules, 'rfc9309'), matcher, limit).isExhaustive).toBe(false);
});
