/** Where docs/semantics.md settles something, or leaves a choice: how the reference reads it, clause by clause. */
import { describe, expect, test } from 'vitest';
import { byEffort } from '../support/effort.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from './lines.js';
import { matches, matchesCanonical } from './match.js';
import { toOctets } from './octets.js';
import {
  type ReferenceProfile,
  referenceGroups,
  referenceLines,
  referenceRecords,
  referenceVerdict,
} from './reference.js';

const PROFILES: ReferenceProfile[] = ['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'];
const BUT_GOOGLE: ReferenceProfile[] = ['rfc9309', 'draft-koster-rep-00', 'koster-1996'];
const BUT_1996: ReferenceProfile[] = ['rfc9309', 'google', 'draft-koster-rep-00'];

/** All bodies here are octet strings. */
function verdict(body: string, url: string, profile: ReferenceProfile, ...agents: string[]) {
  return referenceVerdict(toOctets(body), agents.length > 0 ? agents : ['FooBot'], url, profile);
}

function records(body: string, profile: ReferenceProfile): [number, string, string, string][] {
  return referenceRecords(toOctets(body), profile).map(({ line, directive, field, value }) => [
    line,
    directive,
    field,
    value,
  ]);
}

/** The profiles under which this line decides. */
function decidedUnder(body: string, url: string, line: number): ReferenceProfile[] {
  return PROFILES.filter((profile) => verdict(body, url, profile).line === line);
}

function applies(pattern: string, url: string, profile: ReferenceProfile): boolean {
  return verdict(`user-agent: *\ndisallow: ${pattern}`, url, profile).line === 2;
}

describe('docs/semantics.md §1 lines', () => {
  test('LF, CR and CRLF end a line; the end of input ends the last', () => {
    expect(referenceLines(toOctets('a\r\nb\rc\n\n\rd')).lines).toEqual([
      { number: 1, start: 0, end: 1, terminatorEnd: 3 },
      { number: 2, start: 3, end: 4, terminatorEnd: 5 },
      { number: 3, start: 5, end: 6, terminatorEnd: 7 },
      { number: 4, start: 7, end: 7, terminatorEnd: 8 },
      { number: 5, start: 8, end: 8, terminatorEnd: 9 },
      { number: 6, start: 9, end: 10, terminatorEnd: 10 },
    ]);
    expect(referenceLines(toOctets('')).lines).toEqual([]);
    expect(referenceLines(toOctets('\xEF\xBB\xBF')).lines).toEqual([]);
  });

  test('a byte order mark is skipped; an incomplete one is skipped under google only', () => {
    const withStart = (start: string) => `${start}user-agent: *\ndisallow: /a`;
    expect(decidedUnder(withStart('\xEF\xBB\xBF'), '/a', 2)).toEqual(PROFILES);
    expect(decidedUnder(withStart('\xEF\xBB'), '/a', 2)).toEqual(['google']);
    expect(decidedUnder(withStart('\xEF'), '/a', 2)).toEqual(['google']);
    expect(decidedUnder(withStart('\xEF\xBB\xBF\xEF'), '/a', 2)).toEqual([]);
    expect(decidedUnder(withStart('\xEF\xEF'), '/a', 2)).toEqual([]);
    expect(decidedUnder(withStart('\n\xEF'), '/a', 3)).toEqual([]);
    expect(referenceLines(toOctets('\xEF\xBB\xBFa\n')).lines).toEqual([
      { number: 1, start: 3, end: 4, terminatorEnd: 5 },
    ]);
  });

  test('a line that the parsing limit cuts is dropped; a terminator just before the limit ends one', () => {
    const limit = PARSING_LIMIT_OCTETS;
    const upTo = (octets: number, last: string) => `${'#'.padEnd(octets - last.length - 1, 'c')}\n${last}`;
    const read = (body: string) => {
      const { lines, truncated } = referenceLines(toOctets(body));
      return { lines: lines.length, lastEnd: lines.at(-1)?.terminatorEnd, truncated };
    };
    expect(limit).toBe(512_000);
    expect(read(upTo(limit, 'ab'))).toEqual({ lines: 2, lastEnd: limit, truncated: false });
    expect(read(`${upTo(limit, 'ab')}c`)).toEqual({ lines: 1, lastEnd: limit - 2, truncated: true });
    expect(read(`${upTo(limit, 'ab')}\n`)).toEqual({ lines: 1, lastEnd: limit - 2, truncated: true });
    expect(read(`${upTo(limit, 'a\r')}\n`)).toEqual({ lines: 2, lastEnd: limit, truncated: true });
    expect(read(`${upTo(limit, 'a\n')}b`)).toEqual({ lines: 2, lastEnd: limit, truncated: true });
  });

  test('octets of a line after the 16,663rd are discarded', () => {
    const endingAt = (octets: number) => `user-agent: *\n${'disallow: /a'.padStart(octets)}`;
    expect(LINE_LIMIT_OCTETS).toBe(16_663);
    for (const profile of PROFILES) {
      expect(verdict(endingAt(16_663), '/b', profile)).toMatchObject({ allowed: true, line: 0 });
      expect(verdict(endingAt(16_664), '/b', profile)).toMatchObject({ allowed: false, line: 2 });
    }
    // An incomplete mark does not count towards them.
    const [, , , value] = records(`\xEF${'disallow: /'.padEnd(16_662)}ab`, 'google')[0] ?? [];
    expect(value).toBe(`/${' '.repeat(16_651)}a`);
  });

  test('a comment runs from the first #, and white space is SP, HTAB, VT, FF', () => {
    const body = '\v\fuser-agent\f:\t\v* # c\n disallow:/a#b:\v\n\xA0disallow: /c';
    for (const profile of PROFILES) {
      expect(records(body, profile)).toEqual([
        [1, 'user-agent', 'user-agent', '*'],
        [2, 'disallow', 'disallow', '/a'],
        [3, 'other', '\xA0disallow', '/c'],
      ]);
    }
  });

  test('a NUL ends the content under google; a control octet makes the line invalid elsewhere', () => {
    const body = 'user-agent: *\ndisallow: /a\0b\ndisallow: /a\x01\ndisallow: /c #\x01\ndisallow: /d\x7F';
    expect(records(body, 'google').map(([line, , , value]) => [line, value])).toEqual([
      [1, '*'],
      [2, '/a'],
      [3, '/a\x01'],
      [4, '/c'],
      [5, '/d\x7F'],
    ]);
    for (const profile of BUT_GOOGLE) {
      expect(records(body, profile).map(([line]) => line)).toEqual([1, 4, 5]);
    }
  });

  test('a control octet makes the name of a user-agent line unusable, not the line', () => {
    const wildcard = 'user-agent: *\ndisallow: /a\nuser-agent: *\t\x01\ndisallow: /b';
    for (const profile of BUT_GOOGLE) expect(verdict(wildcard, '/b', profile).reason).toBe('no-rule');
    expect(verdict(wildcard, '/b', 'google')).toMatchObject({ line: 4 });
    const named = 'user-agent: FooBot\ndisallow: /a\nuser-agent: FooBot\x01\ndisallow: /b';
    for (const profile of BUT_GOOGLE) expect(verdict(named, '/b', profile).reason).toBe('no-rule');
    expect(verdict(named, '/b', 'google')).toMatchObject({ line: 4 });
  });

  test('a line with a control octet in its field is not a user-agent line, except under google, which reads the beginning', () => {
    expect(decidedUnder('user-agent\x01: *\ndisallow: /a', '/a', 2)).toEqual(['google']);
  });

  test('a line dropped for a control octet is not a rule: the group continues', () => {
    const body = 'user-agent: FooBot\ndisallow: /x\x01\nuser-agent: BarBot\ndisallow: /a';
    expect(decidedUnder(body, '/a', 4)).toEqual(BUT_GOOGLE);
  });
});

describe('docs/semantics.md §2 records', () => {
  test('without a colon: exactly two runs separated by SP or HTAB, except under koster-1996', () => {
    const body = 'user-agent *\ndisallow \t/a\ndisallow /b c\ndisallow\v/d\ndisallow\v \v/e\ndisallow';
    for (const profile of BUT_1996) {
      expect(records(body, profile)).toEqual([
        [1, 'user-agent', 'user-agent', '*'],
        [2, 'disallow', 'disallow', '/a'],
        [5, 'disallow', 'disallow', '/e'],
      ]);
    }
    expect(records(body, 'koster-1996')).toEqual([]);
  });

  test('the first colon separates; an empty field is not a record', () => {
    expect(records(': /a\n : b\ndisallow::/c', 'rfc9309')).toEqual([[3, 'disallow', 'disallow', ':/c']]);
  });

  const SPELLINGS: [string, ReferenceProfile[], string][] = [
    ['USER-Agent', PROFILES, 'user-agent'],
    ['useragent', BUT_1996, 'user-agent'],
    ['User Agent', BUT_1996, 'user-agent'],
    ['user-agents', ['google'], 'user-agent'],
    ['Allow', PROFILES, 'allow'],
    ['allowed', ['google'], 'allow'],
    ['disallow', PROFILES, 'disallow'],
    ['dissallow', BUT_1996, 'disallow'],
    ['dissalow', BUT_1996, 'disallow'],
    ['disalow', BUT_1996, 'disallow'],
    ['diasllow', BUT_1996, 'disallow'],
    ['disallaw', BUT_1996, 'disallow'],
    ['disallowed', ['google'], 'disallow'],
    ['Sitemap', BUT_1996, 'sitemap'],
    ['site-map', BUT_1996, 'sitemap'],
    ['sitemaps', ['google'], 'sitemap'],
    ['crawl-delay', PROFILES, 'other'],
    ['user_agent', PROFILES, 'other'],
  ];
  test.each(SPELLINGS)('%s is known to %j as %s', (field, profiles, directive) => {
    for (const profile of PROFILES) {
      const expected = profiles.includes(profile) ? directive : 'other';
      expect(records(`${field}: x`, profile)).toEqual([[1, expected, field, 'x']]);
    }
  });
});

describe('docs/semantics.md §3 groups', () => {
  const groups = (body: string, profile: ReferenceProfile) =>
    referenceGroups(toOctets(body), profile).map((group) => [
      group.userAgents.map(({ line }) => line),
      group.rules.map(({ line }) => line),
    ]);

  test('other records and comments do not end a group; an empty rule is a rule; rules before the first group are ignored', () => {
    const body =
      'disallow: /0\nuser-agent: a\n#\nsitemap: x\nuser-agent: b\ndisallow:\nhost: y\nallow: /c\nuser-agent: d\ncrawl-delay: 1';
    for (const profile of PROFILES) {
      expect(groups(body, profile)).toEqual([
        [
          [2, 5],
          [6, 8],
        ],
        [[9], []],
      ]);
    }
  });

  test('a blank line ends the record under koster-1996 only; a comment does not', () => {
    const body = 'user-agent: a\n \t\nuser-agent: b\n#\ndisallow: /c\n\ndisallow: /d';
    expect(groups(body, 'koster-1996')).toEqual([
      [[1], []],
      [[3], [5]],
    ]);
    for (const profile of BUT_1996) {
      expect(groups(body, profile)).toEqual([
        [
          [1, 3],
          [5, 7],
        ],
      ]);
    }
  });

  test('koster-1996: a record without rules can be the first that names the caller', () => {
    const body = 'user-agent: FooBot\n\nuser-agent: FooBot\ndisallow: /';
    expect(verdict(body, '/', 'koster-1996')).toMatchObject({ allowed: true, reason: 'no-rule' });
    expect(verdict(body, '/', 'rfc9309')).toMatchObject({ allowed: false, line: 4 });
  });
});

describe('docs/semantics.md §4 which group applies', () => {
  const NAMES: [value: string, agent: string, profiles: ReferenceProfile[]][] = [
    ['foobot', 'FooBot', PROFILES],
    ['FooBot', ' foobot\t/1.0', PROFILES],
    ['FooBot/1.0', 'FooBot', ['rfc9309', 'google', 'koster-1996']],
    ['FooBot /1.0', 'FooBot', ['rfc9309', 'google', 'koster-1996']],
    ['FooBot 1', 'FooBot', ['rfc9309', 'google']],
    ['FooBot2', 'FooBot', ['rfc9309', 'google']],
    ['FooBot2', 'FooBot2', ['rfc9309', 'draft-koster-rep-00', 'koster-1996']],
    ['MJ12bot', 'MJ', ['rfc9309', 'google']],
    ['MJ12bot v1', 'MJ12bot', ['rfc9309']],
    ['360Spider', '360Spider', ['rfc9309', 'draft-koster-rep-00', 'koster-1996']],
    ['Bot X', 'Bot X', ['rfc9309', 'draft-koster-rep-00', 'koster-1996']],
    ['Bot X/2', 'Bot X/2', ['rfc9309', 'koster-1996']],
    ['Bot X/2', 'Bot X', ['koster-1996']],
    ['FooBot-News', 'FooBot', []],
    ['Foo', 'FooBot', []],
    ['*Foo', '*Foo', ['rfc9309', 'draft-koster-rep-00', 'koster-1996']],
    ['', 'FooBot', []],
  ];
  test.each(NAMES)('%j names %j under %j', (value, agent, profiles) => {
    const body = `user-agent: ${value}\ndisallow: /`;
    expect(PROFILES.filter((profile) => verdict(body, '/', profile, agent).line === 2)).toEqual(profiles);
  });

  test('only A to Z fold to lower case', () => {
    const body = 'user-agent: bot\xC3\xA9\ndisallow: /';
    expect(verdict(body, '/', 'draft-koster-rep-00', 'BOT\u00E9')).toMatchObject({ line: 2 });
    expect(verdict(body, '/', 'draft-koster-rep-00', 'bot\u00C9')).toMatchObject({ line: 0 });
  });

  test('`*`, and `*` before white space, are the wildcard; a group that names the caller takes precedence', () => {
    for (const value of ['*', '* a', '*\tFooBot', '*\va']) {
      expect(decidedUnder(`user-agent: ${value}\ndisallow: /`, '/', 2)).toEqual(PROFILES);
    }
    for (const value of ['**', '*a', '*/1.0']) {
      expect(decidedUnder(`user-agent: ${value}\ndisallow: /`, '/', 2)).toEqual([]);
    }
    const named = 'user-agent: *\ndisallow: /\n\nuser-agent: FooBot\ndisallow: /a';
    for (const profile of PROFILES) expect(verdict(named, '/b', profile).reason).toBe('no-rule');
  });

  test('groups for `*` are combined; under koster-1996 and the draft, only the first is obeyed', () => {
    const body = 'user-agent: *\ndisallow: /a\n\nuser-agent: * x\ndisallow: /b';
    for (const agent of ['FooBot', '*']) {
      for (const profile of ['rfc9309', 'google'] as const) {
        expect(verdict(body, '/b', profile, agent)).toMatchObject({ line: 5 });
      }
      for (const profile of ['draft-koster-rep-00', 'koster-1996'] as const) {
        expect(verdict(body, '/a', profile, agent)).toMatchObject({ line: 2 });
        expect(verdict(body, '/b', profile, agent)).toMatchObject({ line: 0 });
      }
    }
  });

  test('the groups of several names are obeyed together; under koster-1996, the first record that names any of them', () => {
    const body = 'user-agent: a\ndisallow: /a\n\nuser-agent: b\ndisallow: /b';
    for (const profile of PROFILES) {
      const lines = ['/a', '/b'].map((url) => verdict(body, url, profile, 'b', 'a').line);
      expect(lines).toEqual(profile === 'koster-1996' ? [2, 0] : [2, 5]);
    }
  });

  test('no name and an empty name are refused', () => {
    for (const profile of PROFILES) {
      for (const agents of [[], [''], [' '], ['/1.0'], [' \t/'], ['FooBot', '']]) {
        expect(() => referenceVerdict(toOctets(''), agents, '/', profile)).toThrow(TypeError);
      }
    }
  });
});

describe('docs/semantics.md §5 matching', () => {
  test('except under google, the URL is as the URL Standard reads it', () => {
    const READINGS: [string, string][] = [
      ['/a/../b', '/b'],
      ['/a/%2e%2E/b', '/b'],
      ['/a\\b', '/a/b'],
      ['/a\tb\n', '/ab'],
      ['/a#b', '/a'],
      ['http://h', '/'],
      ['http://h/p?', '/p?'],
      ['http://h/p?#', '/p?'],
      ['HTTPS://u:p@H:8/p', '/p'],
      ['ftp://h/p', '/p'],
      ['//h/p', '//h/p'],
    ];
    for (const [url, path] of READINGS) {
      for (const profile of ['rfc9309', 'draft-koster-rep-00'] as const) {
        expect([url, applies(`${path}$`, url, profile)]).toEqual([url, true]);
      }
      expect([url, applies(path, url, 'koster-1996')]).toEqual([url, true]);
      expect([url, applies(`${path}$`, url, 'koster-1996')]).toEqual([url, false]);
    }
    for (const profile of BUT_GOOGLE) {
      for (const url of ['', 'p', 'h/p', 'mailto:a', 'file:///p', 'http://', '?a', '\\p', ' /p']) {
        expect(() => verdict('', url, profile)).toThrow(TypeError);
      }
    }
  });

  const FORMS: [pattern: string, url: string, same: boolean][] = [
    ['/%7E%2d%41', '/~-A', true],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2Fb', '/a/b', false],
    ['/a%', '/a%25', true],
    ['/a%zz', '/a%25zz', true],
    ['/%C3%A9', '/\u00E9', true],
    ['/\xC3\xA9', '/%c3%a9', true],
    ['/\xE9', '/%E9', true],
    ['/\x7F', '/%7f', true],
    ['/a b"<>^`{|}', '/a%20b%22%3C%3E%5E%60%7B%7C%7D', true],
    ['/a\\b', '/a%5Cb', true],
    ['/?a=%3A%2F%3f%40%27', "/?a=:/?@'", true],
    ["/?a=:/?@'", '/?a=%3a%2F%3F%40%27', true],
    ['/%3A%40%27', "/:@'", false],
    ['/%3Fa%2F', '/?a/', false],
    ['/%2A', '/*', true],
    ['/a$b', '/a$b', true],
    ['/a$b', '/a%24b', true],
    ['/a$', '/a$', true],
    ['/a%24', '/a$', true],
    ['/a+b', '/a%2Bb', false],
  ];
  test.each(FORMS)('rfc9309: %j and %j: %j', (pattern, url, same) => {
    expect(applies(`${pattern}$`, url, 'rfc9309')).toBe(same);
  });

  test('rfc9309: a pattern begins with / or *, and an empty pattern is not a rule', () => {
    for (const pattern of ['a', '$', '%2Fa', '?', '']) {
      for (const url of ['/', '/a', '/?']) expect(applies(pattern, url, 'rfc9309')).toBe(false);
    }
    expect(applies('*a', '/ba', 'rfc9309')).toBe(true);
  });

  test('rfc9309: the longest canonical form decides, then allow, then the earlier line', () => {
    const lineAt = (url: string, ...rules: string[]) =>
      verdict(['user-agent: *', ...rules].join('\n'), url, 'rfc9309').line;
    expect(lineAt('/\u00E9', 'disallow: /\xC3\xA9', 'allow: /*****')).toBe(2);
    expect(lineAt('/a', 'disallow: /a', 'allow: /%61')).toBe(3);
    expect(lineAt('/a', 'disallow: /a', 'allow: /$', 'disallow: /*')).toBe(2);
    expect(lineAt('/', 'disallow: /*', 'allow: /$')).toBe(3);
    expect(lineAt('/a', 'allow: /', 'disallow: /a', 'disallow: /%61')).toBe(3);
    expect(lineAt('/a', 'allow: /a', 'disallow: /a', 'allow: /a')).toBe(2);
  });

  const GOOGLE_PATHS: [url: string, path: string][] = [
    ['', '/'],
    ['http://www.example.com', '/'],
    ['http://www.example.com/a', '/a'],
    ['http://www.example.com/a/b?c=http://d.e/#f', '/a/b?c=http://d.e/'],
    ['http://www.example.com?a', '/?a'],
    ['http://www.example.com;a', '/;a'],
    ['http://www.example.com#a/b', '/'],
    ['a#://b/c', '/'],
    ['example.com', '/'],
    ['example.com/a', '/a'],
    ['example.com?a', '/?a'],
    ['a/b/c', '/b/c'],
    ['//a/b/c', '/b/c'],
    ['//a', '/'],
    ['///a', '/a'],
    ['/a/../b', '/a/../b'],
    ['/a?u=x://y', '/a?u=x://y'],
    ['a?b://c/d', '/?b://c/d'],
    ['http://a/b\0c', '/b'],
  ];
  test.each(GOOGLE_PATHS)('google: the path of %j is %j', (url, path) => {
    expect(applies(`${path}$`, url, 'google')).toBe(true);
  });

  test('google: patterns are escaped, not decoded, and the line of a match of length 0 is reported', () => {
    expect(applies('/\xC3\xA9', '/%C3%A9', 'google')).toBe(true);
    expect(applies('/\xC3\xA9', '/\u00E9', 'google')).toBe(false);
    expect(applies('/%2f', '/%2F', 'google')).toBe(true);
    expect(applies('/%62', '/b', 'google')).toBe(false);
    expect(verdict('user-agent: *\ndisallow:', '/a', 'google')).toEqual({
      allowed: true,
      line: 2,
      directive: 'disallow',
      reason: 'rule',
    });
    expect(verdict('user-agent: *\ndisallow:\nallow:', '/a', 'google')).toMatchObject({ line: 3 });
    expect(verdict('user-agent: *\nallow:\ndisallow: /a', '/b', 'google')).toMatchObject({ line: 2 });
  });

  test('google: an allow rule for /index.htm… is also tried as its directory', () => {
    const body = 'user-agent: *\ndisallow: /\nallow: /d/index.html';
    expect(verdict(body, '/d/', 'google')).toMatchObject({ allowed: true, line: 3 });
    expect(verdict(body, '/d/a', 'google')).toMatchObject({ allowed: false, line: 2 });
    expect(verdict(body, '/d', 'google')).toMatchObject({ allowed: false, line: 2 });
    const longerThanTheDirectory = 'user-agent: *\ndisallow: /*d*$\nallow: /d/index.html';
    expect(verdict(longerThanTheDirectory, '/d/', 'google')).toMatchObject({ allowed: false, line: 2 });
    expect(verdict('user-agent: *\ndisallow: /d/index.html', '/d/', 'google')).toMatchObject({ line: 0 });
  });

  test('koster-1996: no wildcards, an empty value is not a rule, and decoded octets are not decoded again', () => {
    expect(applies('/*b', '/ab', 'koster-1996')).toBe(false);
    expect(applies('/*b', '/*bc', 'koster-1996')).toBe(true);
    expect(applies('/%2541', '/A', 'koster-1996')).toBe(false);
    expect(applies('/\xC3\xA9', '/\u00E9', 'koster-1996')).toBe(true);
    expect(verdict('user-agent: *\nallow:\ndisallow: /', '/', 'koster-1996')).toMatchObject({ line: 3 });
  });

  test('matches agrees with a regular expression for every short pattern and path', () => {
    const paths = words('ab$', 4);
    for (const pattern of words('ab*$', 4)) {
      const anchor = pattern.endsWith('$') ? '$' : '';
      const unanchored = pattern.slice(0, pattern.length - anchor.length);
      const expression = new RegExp(`^${unanchored.replaceAll('$', '[$]').replaceAll('*', '.*')}${anchor}`);
      const wrong = paths.filter((path) => matches(pattern, path) !== expression.test(path));
      expect([pattern, wrong]).toEqual([pattern, []]);
    }
  });

  test('matchesCanonical agrees with a regular expression for every short pattern and path', () => {
    const decoded: Record<string, string> = { '%3A': ':', '%3F': '[?]' };
    const expressionOf = (token: string): string => {
      if (token === '*') return '.*';
      // An escape, or its octet somewhere after a `?`.
      return token in decoded ? `(?:${token}|(?<=[?].*)${decoded[token]})` : `[${token}]`;
    };
    const paths = words(['%3A', '%3F', ':', '?'], byEffort({ quick: 4, full: 5 }));
    for (const pattern of words(['%3A', '%3F', ':', '?', '*'], 4)) {
      const tokens = pattern.match(/%3A|%3F|./g) ?? [];
      for (const anchor of ['', '$']) {
        const expression = new RegExp(`^${tokens.map(expressionOf).join('')}${anchor}`);
        const wrong = paths.filter(
          (path) => matchesCanonical(pattern + anchor, path) !== expression.test(path),
        );
        expect([pattern, wrong]).toEqual([pattern, []]);
      }
    }
  });
});

/** Every word of some letters, up to a length. A letter may be longer than one character. */
function words(letters: string | readonly string[], maxLength: number): string[] {
  if (maxLength === 0) return [''];
  const shorter = words(letters, maxLength - 1);
  return [
    ...new Set([...shorter, ...shorter.flatMap((word) => [...letters].map((letter) => word + letter))]),
  ];
}
