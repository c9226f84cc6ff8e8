/** docs/semantics.md §3: from records to groups. Answers are in the order rfc9309, google, draft-koster-rep-00, koster-1996. */
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../src/core.js';
import {
  ALL_PROFILES,
  type Answer,
  diagnosticsOf,
  everywhere,
  groupsOf,
  judgeUnderAll,
  read,
} from './judging.js';

describe('docs/semantics.md §3.1', () => {
  test.each<[string, string, string, Answer[]]>([
    [
      'a user-agent line after a rule begins a new group',
      'user-agent: FooBot\ndisallow: /x\nuser-agent: BarBot\ndisallow: /a',
      '/a',
      everywhere('no rule'),
    ],
    [
      'a user-agent line after a user-agent line does not',
      'user-agent: FooBot\nuser-agent: BarBot\ndisallow: /a',
      '/a',
      everywhere('disallow 3'),
    ],
    [
      'a comment line changes nothing',
      'user-agent: FooBot\n# c\nuser-agent: BarBot\n \t# c\ndisallow: /x\n#\ndisallow: /a',
      '/a',
      everywhere('disallow 7'),
    ],
    [
      'an other record changes nothing',
      'user-agent: FooBot\nfoo: a\nuser-agent: BarBot\nfoo: a\ndisallow: /x\nfoo: a\ndisallow: /a',
      '/a',
      everywhere('disallow 7'),
    ],
    [
      'a line that is no record changes nothing',
      'user-agent: FooBot\nfoo\nuser-agent: BarBot\n: a\ndisallow: /x\na b c\ndisallow: /a',
      '/a',
      everywhere('disallow 7'),
    ],
  ])('%s', (_, body, url, answers) => {
    expect(judgeUnderAll(body, url)).toEqual(answers);
  });

  describe.each(['', ' ', '\t', ' \v\f\t'])(
    'a line of %j alone changes nothing, but in 1996 it ends the record',
    (blank) => {
      test.each<[string, string, Answer[]]>([
        [
          'between rules',
          `user-agent: FooBot\ndisallow: /x\n${blank}\ndisallow: /a`,
          ['disallow 4', 'disallow 4', 'disallow 4', 'no rule'],
        ],
        [
          'between user-agent line and rules',
          `user-agent: FooBot\n${blank}\ndisallow: /a`,
          ['disallow 3', 'disallow 3', 'disallow 3', 'no rule'],
        ],
        [
          'between user-agent lines',
          `user-agent: FooBot\n${blank}\nuser-agent: BarBot\ndisallow: /a`,
          ['disallow 4', 'disallow 4', 'disallow 4', 'no rule'],
        ],
        [
          'and another after a comment',
          `user-agent: FooBot\n# c\n${blank}\n# c\ndisallow: /a`,
          ['disallow 5', 'disallow 5', 'disallow 5', 'no rule'],
        ],
        [
          'before the group',
          `disallow: /a\n${blank}\nuser-agent: FooBot\ndisallow: /b`,
          everywhere('no rule'),
        ],
      ])('%s', (_, body, answers) => {
        expect(judgeUnderAll(body, '/a')).toEqual(answers);
      });
    },
  );

  test('koster-1996: rules after a blank line belong to no record, not even to the one above', () => {
    const body = 'user-agent: a\ndisallow: /1\n\ndisallow: /2\nuser-agent: b\ndisallow: /3';
    expect(groupsOf(body, 'koster-1996')).toEqual([
      [['a'], [2]],
      [['b'], [6]],
    ]);
    expect(groupsOf(body, 'rfc9309')).toEqual([
      [['a'], [2, 4]],
      [['b'], [6]],
    ]);
  });
});

describe('docs/semantics.md §3.3', () => {
  test.each<[string, string, Answer[]]>([
    ['no caller selects its group', 'user-agent:\ndisallow: /a', everywhere('no group')],
    [
      'it opens a group',
      'user-agent: FooBot\ndisallow: /x\nuser-agent:\ndisallow: /a',
      everywhere('no rule'),
    ],
    ['among other names', 'user-agent:\nuser-agent: FooBot\ndisallow: /a', everywhere('disallow 3')],
    ['before or after a name', 'user-agent: FooBot\nuser-agent: # c\ndisallow: /a', everywhere('disallow 3')],
    ['* still holds', 'user-agent:\ndisallow: /\n\nuser-agent: *\ndisallow: /a', everywhere('disallow 5')],
    ['white space is no name', 'user-agent: \t\v\f\ndisallow: /a', everywhere('no group')],
    ['a version is no name', 'user-agent: /1.0\ndisallow: /a', everywhere('no group')],
  ])('%s: %j', (_, body, answers) => {
    expect(judgeUnderAll(body, '/a')).toEqual(answers);
  });

  test('it is a group of the document, and is reported', () => {
    expect(groupsOf('user-agent:\ndisallow: /a')).toEqual([[[''], [2]]]);
    expect(diagnosticsOf('user-agent:\ndisallow: /a')).toEqual(['1 empty-user-agent']);
  });
});

describe('docs/semantics.md §3.4', () => {
  test('one group for a and b; the delay is a’s alone', () => {
    const body = 'user-agent: a\ncrawl-delay: 5\nuser-agent: b\ndisallow: /x';
    expect(groupsOf(body)).toEqual([[['a', 'b'], [4]]]);
    for (const agent of ['a', 'b'])
      expect(judgeUnderAll(body, '/x', agent)).toEqual(everywhere('disallow 4'));
    for (const profile of ALL_PROFILES) {
      expect(read(body).crawlDelay('a', { profile })).toBe(5);
      expect(read(body).crawlDelay('b', { profile })).toBeUndefined();
      expect(read(body).crawlDelay(['b', 'a'], { profile })).toBe(5);
    }
  });

  test('after all user-agent lines, it applies to all of them, also among the rules', () => {
    for (const body of [
      'user-agent: a\nuser-agent: b\ncrawl-delay: 5\ndisallow: /x',
      'user-agent: a\nuser-agent: b\ndisallow: /x\ncrawl-delay: 5\nallow: /y',
    ]) {
      expect([read(body).crawlDelay('a'), read(body).crawlDelay('b')]).toEqual([5, 5]);
      expect(read(body).crawlDelay('c')).toBeUndefined();
    }
  });

  test('before the first user-agent line, it applies to no caller', () => {
    expect(read('crawl-delay: 5\nuser-agent: *\ndisallow: /').crawlDelay('a')).toBeUndefined();
  });

  test('if a group names the caller, the record of the group for * does not apply', () => {
    const body = 'user-agent: *\ncrawl-delay: 5\ndisallow: /\n\nuser-agent: a\nallow: /';
    expect(read(body).crawlDelay('a')).toBeUndefined();
    expect(read(body).crawlDelay('b')).toBe(5);
  });

  test('it does not belong to the group above, even without a rule in between', () => {
    const body = 'user-agent: a\ndisallow: /x\nuser-agent: b\ncrawl-delay: 5';
    expect(read(body).crawlDelay('a')).toBeUndefined();
    expect(read(body).crawlDelay('b')).toBe(5);
  });

  test.each(['crawl-delay', 'request-rate', 'visit-time', 'content-signal', 'noindex', 'foo'])(
    '%s belongs to agents',
    (field) => {
      const document = read(`user-agent: a\n${field}: 1\nuser-agent: b\ndisallow: /x\n${field}: 2`);
      const values = (agent: string) => document.extensions(agent, field).map(({ value }) => value.text);
      expect(values('a')).toEqual(['1', '2']);
      expect(values('b')).toEqual(['2']);
    },
  );

  test('content-usage belongs to agents, and ends a run of user-agent lines under rfc9309 alone (docs/semantics.md §7.1)', () => {
    const document = read(
      'user-agent: a\ncontent-usage: x=y\nuser-agent: b\ndisallow: /x\ncontent-usage: x=n',
    );
    const under = (profile: ProfileName) => ({
      groups: document.groupsUnder(profile).map(({ userAgents }) => userAgents.map(({ name }) => name)),
      a: document.extensions('a', 'content-usage', { profile }).map(({ line }) => line),
      b: document.extensions('b', 'content-usage', { profile }).map(({ line }) => line),
      mayA: document.matcher({ agents: 'a', profile }).isAllowed('/x'),
    });
    expect(under('rfc9309')).toEqual({ groups: [['a'], ['b']], a: [2], b: [5], mayA: true });
    for (const profile of ['google', 'draft-koster-rep-00', 'koster-1996'] as const) {
      expect(under(profile)).toEqual({ groups: [['a', 'b']], a: [2, 5], b: [5], mayA: false });
    }
    expect(document.records('content-usage').map(({ line }) => line)).toEqual([2, 5]);
    expect([...document.lines()].map(({ type }) => type)[1]).toBe('other');
  });

  test('koster-1996: a blank line also ends the record to which it belongs', () => {
    const body = 'user-agent: a\ndisallow: /x\n\ncrawl-delay: 5';
    expect(read(body).crawlDelay('a')).toBe(5);
    expect(read(body).crawlDelay('a', { profile: 'koster-1996' })).toBeUndefined();
  });

  test.each([
    ['1996: no colon, no record (§2.2)', 'crawl-delay 5', 'koster-1996', 'crawl-delay', []],
    ['google: a NUL ends the value (§1.6)', 'crawl-delay: 5\0x', 'google', 'crawl-delay', ['5']],
    ['google: no other control octet matters (§1.6)', 'foo: 5\x01', 'google', 'foo', ['5\x01']],
    ['RFC 9309: one makes the line invalid (§1.6)', 'foo: 5\x01', 'rfc9309', 'foo', []],
    ['1996: a misspelling is another record (§2.3)', 'dissallow: /x', 'koster-1996', 'dissallow', ['/x']],
  ] as const)('%s', (_, line, profile, field, values) => {
    const records = read(`user-agent: a\n${line}\nallow: /y`).extensions('a', field, { profile });
    expect(records.map(({ value }) => value.text)).toEqual(values);
  });
});

describe('docs/semantics.md §3.5', () => {
  const body =
    'user-agent: a\nsitemap: https://example.com/1.xml\nhost: example.com\nclean-param: b /c\nuser-agent: d\ndisallow: /x\nsitemap: https://example.com/2.xml';

  test('sitemap, host and clean-param belong to the file', () => {
    const document = read(body);
    expect(document.sitemaps.map(({ url }) => url)).toEqual([
      'https://example.com/1.xml',
      'https://example.com/2.xml',
    ]);
    expect(document.host).toBe('example.com');
    expect(document.cleanParams).toMatchObject([{ parameters: ['b'], path: '/c' }]);
  });

  test('they belong to no group under any profile', () => {
    for (const profile of ALL_PROFILES) {
      expect(groupsOf(body, profile)).toEqual([[['a', 'd'], [6]]]);
      const extensions = read(body)
        .groupsUnder(profile)
        .flatMap((group) => group.extensions);
      expect(extensions.map(({ name }) => name)).toEqual([]);
    }
  });

  test('they may be anywhere', () => {
    const outside = read('sitemap: https://example.com/1.xml\nhost: example.com\nclean-param: b&c');
    expect(outside.sitemaps).toHaveLength(1);
    expect(outside.host).toBe('example.com');
    expect(outside.cleanParams).toMatchObject([{ parameters: ['b', 'c'], path: '/' }]);
  });
});
