/** docs/semantics.md §3: from records to groups, and to whom other records belong. The verdicts are in `conformance/semantics/3-groups.json`. */
import { describe, expect, test } from 'vitest';
import type { ProfileName } from '../../src/core.js';
import { ALL_PROFILES, diagnosticsOf, groupsOf, read } from './judging.js';

describe('docs/semantics.md §3.1', () => {
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
  test('it is a group of the document, and is reported', () => {
    expect(groupsOf('user-agent:\ndisallow: /a')).toEqual([[[''], [2]]]);
    expect(diagnosticsOf('user-agent:\ndisallow: /a')).toEqual(['1 empty-user-agent']);
  });
});

describe('docs/semantics.md §3.4', () => {
  test('one group for a and b; the delay is a’s alone', () => {
    const body = 'user-agent: a\ncrawl-delay: 5\nuser-agent: b\ndisallow: /x';
    expect(groupsOf(body)).toEqual([[['a', 'b'], [4]]]);
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
