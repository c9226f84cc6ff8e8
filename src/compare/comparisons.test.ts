import { describe, expect, test } from 'vitest';
import { parseSync } from '../core.js';
import type { ProfileName } from '../profiles.js';
import { differences, reachOf, ruleUses } from './index.js';

function matcherOf(rules: readonly string[], profile: ProfileName = 'rfc9309') {
  return parseSync(['User-agent: *', ...rules].join('\n')).matcher({ agents: 'FooBot', profile });
}

describe('reachOf', () => {
  test.each([
    ['no rules', [], 'everything'],
    ['everything disallowed', ['Disallow: /'], 'nothing'],
    ['everything disallowed by a wildcard', ['Disallow: *'], 'nothing'],
    [
      'all first octets of paths disallowed, but not the root',
      ['Disallow: /?', 'Disallow: /*a'],
      'something',
    ],
    ['an allow of what is disallowed as a whole', ['Disallow: /', 'Allow: /a'], 'something'],
    ['an allow that wins everywhere', ['Disallow: /', 'Allow: /*'], 'everything'],
    ['an allow that wins on a tie', ['Disallow: /', 'Allow: /'], 'everything'],
    ['a pattern that matches no URL', ['Disallow: /a b/../c'], 'everything'],
    ['a pattern that never matches, without a slash', ['Disallow: cart'], 'everything'],
  ] as const)('%s', (_, rules, extent) => {
    expect(reachOf(matcherOf(rules)).extent).toBe(extent);
  });

  test('leaves /robots.txt out, in any spelling and with any query', () => {
    expect(reachOf(matcherOf(['Disallow: /']))).toEqual({
      extent: 'nothing',
      allowedPath: null,
      disallowedPath: '/',
    });
    for (const pattern of ['/robots.txt$', '/robots.txt?', '/%72obots.txt$']) {
      expect(reachOf(matcherOf([`Disallow: ${pattern}`], 'google')).extent).toBe('everything');
    }
    expect(reachOf(matcherOf(['Disallow: /robots.txt'], 'google')).disallowedPath).toBe('/robots.txtx');
  });

  test('says unknown when the steps run out before both answers are found', () => {
    const matcher = matcherOf(['Disallow: /', 'Allow: /*a', 'Disallow: /*a*']);
    expect(reachOf(matcher, { maxSteps: 3 }).extent).toBe('unknown');
    expect(reachOf(matcher).extent).toBe('nothing');
  });
});

describe('ruleUses', () => {
  test('finds rules that never decide, because others decide for every URL', () => {
    const uses = ruleUses(
      matcherOf(['Disallow: /a', 'Disallow: /a*', 'Disallow: /a', 'Allow: /b', 'Disallow: /b']),
    );
    expect(uses.map(({ line, use }) => [line, use])).toEqual([
      [2, 'never'],
      [3, 'decides'],
      [4, 'never'],
      [5, 'decides'],
      [6, 'never'],
    ]);
  });

  test('lists rules that match nothing as well', () => {
    expect(ruleUses(matcherOf(['Disallow:', 'Disallow: cart', 'Disallow: /x']))).toEqual([
      { line: 2, use: 'never', path: null },
      { line: 3, use: 'never', path: null },
      { line: 4, use: 'decides', path: '/x' },
    ]);
  });

  test('knows that only a query can have dot segments', () => {
    const [use] = ruleUses(matcherOf(['Allow: *//.$']));
    expect(use.path).toMatch(/^\/\?/);
  });
});

describe('differences', () => {
  test('lists a path for each pair of deciding lines', () => {
    const before = matcherOf(['Disallow: /private']);
    const after = matcherOf(['Disallow: /private/', 'Disallow: /tmp']);
    expect(differences(before, after)).toEqual({
      opens: [{ path: '/private', before: { allowed: false, line: 2 }, after: { allowed: true, line: 0 } }],
      closes: [{ path: '/tmp', before: { allowed: true, line: 0 }, after: { allowed: false, line: 3 } }],
      isExhaustive: true,
    });
  });

  test('finds where two profiles differ', () => {
    const rules = ['Disallow: /%62'];
    const { opens, closes } = differences(matcherOf(rules), matcherOf(rules, 'google'));
    expect(opens.map(({ path }) => path)).toEqual(['/b']);
    expect(closes).toEqual([]);
  });

  test('stops at maxDifferences, and says that there may be more', () => {
    const rules = ['Disallow: /a', 'Disallow: /b', 'Disallow: /c'];
    const { closes, isExhaustive } = differences(matcherOf([]), matcherOf(rules), { maxDifferences: 2 });
    expect(closes).toHaveLength(2);
    expect(isExhaustive).toBe(false);
  });

  test('tries the patterns as paths when the steps run out', () => {
    const after = matcherOf(['Disallow: /a-rather-long-path/$']);
    expect(differences(matcherOf([]), after, { maxSteps: 1 })).toEqual({
      opens: [],
      closes: [
        {
          path: '/a-rather-long-path/',
          before: { allowed: true, line: 0 },
          after: { allowed: false, line: 2 },
        },
      ],
      isExhaustive: false,
    });
  });
});

test.each([
  ['wildcards in a row', Array.from({ length: 500 }, (_, i) => `Disallow: /*a*a*a*a*${i}`)],
  ['a line of wildcards', [`Disallow: /${'a*'.repeat(8000)}`]],
  ['many prefixes', Array.from({ length: 20_000 }, (_, i) => `Disallow: /${(i * 7919).toString(36)}`)],
])('a hostile file ends: %s', (_, rules) => {
  const matcher = matcherOf(rules);
  const google = matcherOf(rules, 'google');
  const limit = { maxSteps: 20_000 };
  expect(reachOf(matcher, limit).extent).toBe('something');
  expect(ruleUses(matcher, limit)).toHaveLength(rules.length);
  expect(differences(matcher, google, limit).isExhaustive).toBe(false);
});

test('unknown and malformed options are errors that name them', () => {
  const matcher = matcherOf([]);
  expect(() => reachOf(matcher, { maxStep: 1 } as object)).toThrow(/maxStep.*maxSteps/s);
  expect(() => ruleUses(matcher, { maxSteps: 0 })).toThrow(RangeError);
  expect(() => differences(matcher, matcher, { maxDifferences: 1.5 })).toThrow(RangeError);
});
