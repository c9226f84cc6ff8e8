import { describe, expect, test } from 'vitest';
import { type Explanation, type ProfileName, parseSync } from '../../core.js';

function explain(
  file: string,
  url: string,
  { agents = 'FooBot', profile }: { agents?: string | string[]; profile?: ProfileName } = {},
): Explanation {
  return parseSync(file).matcher({ agents, profile }).explain(url);
}

describe('user-agent lines', () => {
  function linesOf(...args: Parameters<typeof explain>): [number, string, string][] {
    return explain(...args).agentLines.map(({ userAgent, reason, explanation }) => [
      userAgent.line,
      reason,
      explanation,
    ]);
  }

  test('say which name the caller, and which name others', () => {
    const file = `User-agent: foobot/2.1
User-agent: MJ12bot
Disallow: /a
User-agent: *
User-agent:
Disallow: /b
User-agent: FooBot
Disallow: /c
User-agent: a\x01
`;
    expect(linesOf(file, '/')).toEqual([
      [1, 'names-caller', 'names FooBot'],
      [2, 'other-name', 'names another crawler: MJ or MJ12bot'],
      [4, 'wildcard-not-needed', 'does not count, because a group names this crawler'],
      [5, 'no-name', 'names no crawler'],
      [7, 'names-caller', 'names FooBot'],
      [9, 'no-name', 'names no crawler'],
    ]);
    expect(explain(file, '/').groups.map(({ rules }) => rules.map(({ pattern }) => pattern))).toEqual([
      ['/a'],
      ['/c'],
    ]);
  });

  test('say that the wildcard counts', () => {
    expect(linesOf('User-agent: a\nDisallow: /\nUser-agent: *\nDisallow: /b', '/')).toEqual([
      [1, 'other-name', 'names another crawler'],
      [3, 'wildcard', 'is for every crawler that no group names'],
    ]);
  });

  test('say that a profile obeys only the first group', () => {
    const file = 'User-agent: FooBot\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n';
    const later = [4, 'not-the-first-group', 'does not count, because only the first such group does'];
    expect(linesOf(file, '/', { profile: 'koster-1996' })[1]).toEqual(later);
    const wildcards = file.replaceAll('FooBot', '*');
    expect(linesOf(wildcards, '/', { profile: 'draft-koster-rep-00' })[1]).toEqual(later);
  });

  test.each([
    ['rfc9309', ': a- or a-1.x or a-1.x/2 y'],
    ['google', ': a-'],
    ['draft-koster-rep-00', ''],
    ['koster-1996', ': a-1.x'],
  ] as const)('show the names that %s reads', (profile, names) => {
    expect(linesOf('User-agent: a-1.x/2 y\nDisallow: /', '/', { profile })).toEqual([
      [1, 'other-name', `names another crawler${names}`],
    ]);
  });

  test('say which tokens a crawler falls back to, and that some ignore the wildcard', () => {
    const file =
      'User-agent: Googlebot\nUser-agent: Googlebot-News\nDisallow: /a\nUser-agent: *\nDisallow: /';
    const reasonsFor = (crawler: 'Googlebot-News' | 'AdsBot-Google'): string[] =>
      parseSync(file)
        .matcher({ crawler })
        .explain('/')
        .agentLines.map(({ reason, explanation }) => `${reason}: ${explanation}`);
    expect(reasonsFor('Googlebot-News')).toEqual([
      'fallback-not-needed: names Googlebot, but another line names a token that this crawler prefers',
      'names-caller: names Googlebot-News',
      'wildcard-not-needed: does not count, because a group names this crawler',
    ]);
    expect(reasonsFor('AdsBot-Google')).toEqual([
      'other-name: names another crawler',
      'other-name: names another crawler',
      'wildcard-ignored: does not count, because this crawler ignores groups for "*"',
    ]);
  });

  test('say whether they count, and which names they have', () => {
    const file = `user-agent: MJ12bot
user-agent: Foo-Bot/1
user-agent: *
user-agent: 360
disallow: /
`;
    const { agentLines } = explain(file, '/', { agents: ['mj12bot', 'FOO-BOT'] });
    expect(agentLines.map(({ counts, agent, names }) => [counts, agent, names])).toEqual([
      [true, 'mj12bot', ['MJ', 'MJ12bot']],
      [true, 'FOO-BOT', ['Foo-Bot', 'Foo-Bot/1']],
      [false, null, []],
      [false, null, ['360']],
    ]);
    const forAll = explain(file, '/', { agents: 'QuxBot' }).agentLines;
    expect(forAll.map(({ counts, agent }) => [counts, agent])).toEqual([
      [false, null],
      [false, null],
      [true, null],
      [false, null],
    ]);
  });

  test('have the name as the caller gave it', () => {
    const { agentLines } = explain('User-agent: BARBOT\nDisallow: /', '/', {
      agents: ['FooBot', 'BarBot/3'],
    });
    expect(agentLines[0]?.agent).toBe('BarBot/3');
  });
});

describe('the URL', () => {
  function urlOf(url: string, profile?: ProfileName): [string, ...string[]] {
    const { compared, changes } = explain('', url, { ...(profile && { profile }) }).url;
    return [compared, ...changes.map(({ kind, from, to }) => `${kind}: ${from} → ${to}`)];
  }

  test.each<[string, ProfileName, ...string[]]>([
    ['/a?b', 'rfc9309', '/a?b'],
    ['https://x@host:1/a', 'rfc9309', '/a', 'origin: https://x@host:1 → '],
    ['http:/\\host\\a', 'rfc9309', '/a', 'origin: http:/\\host → ', 'backslash: \\ → /'],
    ['https://host', 'rfc9309', '/', 'origin: https://host → ', 'slash:  → /'],
    ['https://host?a', 'rfc9309', '/?a', 'origin: https://host → ', 'slash:  → /'],
    ['/a#b#c', 'rfc9309', '/a', 'fragment: #b#c → '],
    ['/a/./b/%2E./c/..', 'rfc9309', '/a/', 'dot-segments: /a/./b/%2E./c/.. → /a/'],
    [' https://host/a\tb\n ', 'rfc9309', '/ab', 'white-space:  \t\n  → ', 'origin: https://host → '],
    [
      '/%61%c3%a9',
      'rfc9309',
      '/a%C3%A9',
      'decoded: %61 → a',
      'upper-case: %c3 → %C3',
      'upper-case: %a9 → %A9',
    ],
    [
      '/é é*%',
      'rfc9309',
      '/%C3%A9%20%C3%A9%2A%25',
      'encoded: é → %C3%A9',
      'encoded:   → %20',
      'encoded: * → %2A',
      'encoded: % → %25',
    ],
    ['/%2F?%2F', 'rfc9309', '/%2F?/', 'decoded: %2F → /'],
    ['/%2F%41?%2F', 'koster-1996', '/%2FA?%2F', 'decoded: %41 → A'],
    ['/%2f/é', 'koster-1996', '/%2F/é', 'upper-case: %2f → %2F'],
    ['https://host/a/../%61#b', 'google', '/a/../%61', 'origin: https://host → ', 'fragment: #b → '],
    ['host?a', 'google', '/?a', 'origin: host → ', 'slash:  → /'],
    ['anything', 'google', '/', 'origin: anything → ', 'slash:  → /'],
    ['/a\0b', 'google', '/a', 'nul: \0b → '],
  ])('%j under %s', (url, profile, ...expected) => {
    expect(urlOf(url, profile)).toEqual(expected);
  });
});

describe('the rules', () => {
  function rulesOf(...args: Parameters<typeof explain>): [number, string, number, boolean][] {
    return explain(...args).rules.map(({ rule, compared, octets, decides }) => [
      rule.line,
      compared,
      octets,
      decides,
    ]);
  }

  test('that match are listed longest first, allow before disallow', () => {
    const file = `User-agent: *
Disallow: /
Disallow: /%61/**é*
Allow: /a/b
Disallow: /a/b
Disallow: /x
Disallow: a
Allow: *b$
User-agent: FooBar
Disallow: /a/b/c
`;
    expect(rulesOf(file, '/a/b')).toEqual([
      [4, '/a/b', 4, true],
      [5, '/a/b', 4, false],
      [8, '*b$', 3, false],
      [2, '/', 1, false],
    ]);
    expect(rulesOf(file, '/a/é')).toEqual([
      [3, '/a/**%C3%A9*', 12, true],
      [2, '/', 1, false],
    ]);
  });

  test('are in file order under koster-1996', () => {
    const file = 'User-agent: *\nDisallow: /a\nDisallow:\nDisallow: /a%2f*$\nDisallow: /%61/*$b\n';
    expect(rulesOf(file, '/a/*$b', { profile: 'koster-1996' })).toEqual([
      [2, '/a', 2, true],
      [5, '/a/*$b', 6, false],
    ]);
  });

  test('under google are empty ones, and index.html for its directory', () => {
    const file = 'User-agent: *\nDisallow:\nAllow: /d/index.html\nDisallow: /d\n';
    expect(rulesOf(file, '/d/', { profile: 'google' })).toEqual([
      [3, '/d/$', 4, true],
      [4, '/d', 2, false],
      [2, '', 0, false],
    ]);
    expect(rulesOf(file, '/d/index.html', { profile: 'google' })[0]).toEqual([3, '/d/index.html', 13, true]);
  });

  test.each<[string, string, string, ProfileName?]>([
    ['/a$b*$', '/a$bc', '/a%24b*$'],
    ['/a**$', '/ab', '/a**$'],
    ['*', '/ab', '*'],
    ['**/b*', '/b', '**/b*'],
    ['/*%3a*%3A$', '/?::', '/*%3A*%3A$'],
    ['/é*%c3*', '/é%C3', '/%C3%A9*%C3*'],
    ['/$', '/', '/$'],
    ['/*/index.html', '/x/', '/*/$', 'google'],
    ['/*/index.htm$', '/x/', '/*/$', 'google'],
    ['/*/index.htm$', '/x/index.htm', '/*/index.htm$', 'google'],
    ['/a*%41%c3$', '/ab%41%C3', '/a*%41%C3$', 'google'],
    ['/a$', '/a', '/a$', 'google'],
    ['/%41*$', '/A*$b', '/A*$', 'koster-1996'],
  ])(
    'are shown in the form in which they are compared: %s',
    (pattern, url, compared, profile = 'rfc9309') => {
      const file = `user-agent: *\nallow: ${pattern}\ndisallow: /no*match*at*all\n`;
      expect(rulesOf(file, url, { profile })).toEqual([[2, compared, compared.length, true]]);
    },
  );

  test('under google are shown once, though index.html and its directory both match', () => {
    const file = 'user-agent: *\nallow: /*/index.html\ndisallow: /a\n';
    expect(rulesOf(file, '/a/index.html/', { profile: 'google' })).toEqual([
      [2, '/*/index.html', 13, true],
      [3, '/a', 2, false],
    ]);
  });

  test('are not tried for /robots.txt itself', () => {
    expect(rulesOf('User-agent: *\nDisallow: /', '/robots.txt')).toEqual([]);
    expect(rulesOf('User-agent: *\nDisallow: /', '/robots.txt', { profile: 'google' })).toHaveLength(1);
  });

  test('are found even if that takes many steps, and only they are', () => {
    const pattern = `/*${'a'.repeat(300)}b`;
    const file = `User-agent: *\nDisallow: ${pattern}\nDisallow: ${pattern}*c\n`;
    const path = `/${'a'.repeat(3_000)}b`;
    expect(rulesOf(file, path)).toEqual([[2, pattern, pattern.length, true]]);
  });

  test('are found within bounds in a hostile file', () => {
    const pattern = `/${'*a'.repeat(5000)}*b`;
    const file = `User-agent: *\n${`Disallow: ${pattern}\n`.repeat(20)}Disallow: /\n`;
    expect(rulesOf(file, `/${'a'.repeat(8000)}`)).toEqual([[22, '/', 1, true]]);
  });
});

test('an explanation as JSON has the first line of each group, and all else as it is', () => {
  const explanation = explain('User-agent: a\nUser-agent: FooBot\nDisallow: /\n\nUser-agent: foobot', '/');
  const { agentLines, url, rules, verdict, decidedBy } = explanation;
  const groups = [{ line: 1 }, { line: 5 }];
  expect(explanation.toJSON()).toEqual({ agentLines, groups, url, rules, verdict, decidedBy });
});

test('a URL that check refuses is refused', () => {
  expect(() => explain('', 'mailto:a@example.com')).toThrow(TypeError);
});

test('a URL object is read once', () => {
  const fickle = new URL('http://host/');
  let reads = 0;
  Object.defineProperty(fickle, 'href', { get: () => (reads++ === 0 ? 'http://host/a' : 'http://host/b') });
  const { verdict, url } = parseSync('User-agent: *\nDisallow: /b').matcher({ agents: 'a' }).explain(fickle);
  expect([verdict.allowed, url.compared]).toEqual([true, '/a']);
});

describe('the parts of the file that decide', () => {
  const file = 'user-agent: *\ndisallow: /a\nuser-agent: FooBot\nuser-agent: BarBot\ndisallow: /x\nallow:\n';

  /** Each part as its line and its text. */
  function partsOf(url: string, options: Parameters<typeof explain>[2] = {}): string[] {
    const { decidedBy } = explain(file, url, options);
    return decidedBy.map(({ line, start, end }) => `${line} ${file.slice(start, end)}`);
  }

  test('are the name that selects the group and the pattern', () => {
    expect(partsOf('/a', { agents: 'QuxBot' })).toEqual(['1 *', '2 /a']);
    expect(partsOf('/x', { agents: 'BarBot' })).toEqual(['4 BarBot', '5 /x']);
  });

  test('are those of the group of the rule, though later groups apply, too', () => {
    const twice = 'user-agent: a\nuser-agent: c\nuser-agent: b\ndisallow: /x\nuser-agent: a\ndisallow: /y\n';
    const linesFor = (url: string) =>
      explain(twice, url, { agents: ['a', 'b', 'c'] }).decidedBy.map(({ line }) => line);
    expect([linesFor('/x'), linesFor('/y'), linesFor('/z')]).toEqual([[3, 4], [5, 6], [1]]);
  });

  test('are the field of a rule without a pattern', () => {
    expect(partsOf('/c', { profile: 'google' })).toEqual(['3 FooBot', '6 allow']);
  });

  test('are only the name if no rule decides', () => {
    expect(partsOf('/c')).toEqual(['3 FooBot']);
  });

  test('are none if no group applies, or /robots.txt is always allowed', () => {
    expect(explain('user-agent: BarBot\ndisallow: /', '/').decidedBy).toEqual([]);
    expect(partsOf('/robots.txt')).toEqual([]);
  });
});
