/** Where docs/semantics.md settles something, or leaves a choice: how the reference reads it, clause by clause. */
import { describe, expect, test } from 'vitest';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from './lines.js';
import { toOctets } from './octets.js';
import { BUT_1996, BUT_GOOGLE, decidedUnder, PROFILES, records, verdict } from './questions.js';
import { type ReferenceProfile, referenceGroups, referenceLines, referenceVerdict } from './reference.js';

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
