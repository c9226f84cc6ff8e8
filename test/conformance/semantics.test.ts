/** docs/semantics.md, section by section: what a case of `conformance/` cannot say. */
import { describe, expect, test } from 'vitest';
import {
  LINE_LIMIT_OCTETS,
  LineParser,
  PARSING_LIMIT_OCTETS,
  type ProfileName,
  parse,
  parseSync,
} from '../../src/core.js';
import { ALL_PROFILES, concat, diagnosticsOf, groupsOf, judgeUnder, octets, read } from './judging.js';

describe('docs/semantics.md §1.3 and §1.4', () => {
  /** A file of `octetCount` octets: a group for *, `#` and spaces, and `last`. */
  function endingAt(octetCount: number, last: string): string {
    return `${'user-agent: *\n#'.padEnd(octetCount - last.length - 1)}\n${last}`;
  }

  describe('docs/semantics.md §1.3', () => {
    test('the limit is 500 KiB, 512,000 octets', () => {
      expect(PARSING_LIMIT_OCTETS).toBe(512_000);
    });

    test.each([
      ['the last line', 'disallow: /a'],
      ['the terminator of the last line', 'disallow: /a\n'],
    ])('a file that ends with %s at the limit is whole', (_, last) => {
      expect(parseSync(endingAt(512_000, last)).truncated).toBe(false);
    });

    test('a line that the limit cuts is dropped as a whole', () => {
      const body = `${endingAt(512_000, 'disallow: /')}a`;
      const { truncated, size, lineCount, diagnostics } = parseSync(body);
      expect({ truncated, size, lineCount }).toEqual({ truncated: true, size: 512_000, lineCount: 2 });
      expect(diagnostics.map(({ code, line }) => `${line} ${code}`)).toContain('3 parsing-limit');
    });

    test.each([
      ['LF', 'disallow: /a\n', 'disallow: /'],
      ['CR', 'disallow: /a\r', 'disallow: /'],
      ['CR, followed by the LF of the same terminator', 'disallow: /a\r', '\ndisallow: /'],
    ])('a line whose %s is the last octet within the limit is read', (_, last, beyond) => {
      const { truncated, lineCount } = parseSync(endingAt(512_000, last) + beyond);
      expect({ truncated, lineCount }).toEqual({ truncated: true, lineCount: 3 });
    });

    test('a byte order mark counts', () => {
      expect(parseSync(`\uFEFF${endingAt(512_000 - 3, '\n')}`).truncated).toBe(false);
      expect(parseSync(`\uFEFF${endingAt(512_000 - 2, '\n')}`).truncated).toBe(true);
    });

    test('the caller may set a larger limit, or none', () => {
      const body = `${endingAt(600_000, 'disallow: /a')}\n`;
      for (const [maxOctets, isAllowed] of [
        [599_999, true],
        [600_001, false],
        [Infinity, false],
      ] as const) {
        expect(parseSync(body, { maxOctets }).matcher({ agents: 'FooBot' }).isAllowed('/a')).toBe(isAllowed);
      }
    });

    test.each([511_999, 500_000, 0])('a lower limit is refused: %i', async (maxOctets) => {
      expect(() => parseSync('', { maxOctets })).toThrow(RangeError);
      await expect(parse('', { maxOctets })).rejects.toThrow(RangeError);
    });

    test('the stream says so too, and no event follows', () => {
      const parser = new LineParser();
      const body = new TextEncoder().encode(`${endingAt(512_000, 'disallow: /')}a\ndisallow: /b\n`);
      const events = [...parser.write(body), ...parser.write(body), ...parser.end()];
      expect(events.slice(-2)).toMatchObject([
        { type: 'limit', maxOctets: 512_000, line: 3, span: { start: 511_989, end: 512_000 } },
        { type: 'end', octets: 512_000, lines: 2, truncated: true },
      ]);
      expect(events.filter(({ type }) => type === 'disallow')).toEqual([]);
    });

    test('the source is cancelled', async () => {
      let isCancelled = false;
      const source = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(0x23)),
        cancel: () => {
          isCancelled = true;
        },
      });
      expect((await parse(source)).truncated).toBe(true);
      expect(isCancelled).toBe(true);
    });
  });

  describe('docs/semantics.md §1.4', () => {
    test('the limit is 2083 × 8 − 1 octets', () => {
      expect(LINE_LIMIT_OCTETS).toBe(16_663);
    });

    test('the last octet that counts is the 16,663rd', () => {
      const withLine = (line: string) => `user-agent: *\n${line}`;
      expect(diagnosticsOf(withLine('disallow: /a'.padStart(16_663)))).toEqual([]);
      expect(diagnosticsOf(withLine('disallow: /a'.padStart(16_664)))).toEqual(['2 line-too-long']);
    });

    test('a blank line can be too long', () => {
      expect(diagnosticsOf(`# a\n${' '.repeat(16_664)}\n${'\n'.repeat(16_664)}`)).toEqual([
        '2 line-too-long',
      ]);
    });

    test('it can cut a character', () => {
      const cut = ['2 line-too-long', '2 invalid-utf-8'];
      expect(diagnosticsOf(`user-agent: *\n${'disallow: /€'.padStart(16_663)}`)).toEqual(cut);
    });
  });
});

describe('docs/semantics.md §1', () => {
  describe('docs/semantics.md §1.1', () => {
    test('LF, CR and CRLF each end one line, and the end of input ends the last one; lines are numbered from 1', () => {
      const parser = new LineParser();
      const events = [...parser.write(octets('a\r\nb\rc\n\n\rd')), ...parser.end()];
      const lines = events.flatMap((event) => ('span' in event && 'terminator' in event ? [event] : []));
      expect(lines.map(({ line, span, terminator }) => [line, span.start, span.end, terminator])).toEqual([
        [1, 0, 1, '\r\n'],
        [2, 3, 4, '\r'],
        [3, 5, 6, '\n'],
        [4, 7, 7, '\n'],
        [5, 8, 8, '\r'],
        [6, 9, 10, ''],
      ]);
    });

    test('there is no line after the last terminator', () => {
      for (const end of ['\n', '\r', '\r\n']) expect(read(`a${end}`).lineCount).toBe(1);
      expect(read('').lineCount).toBe(0);
    });

    test('CR in one chunk and LF in the next are one terminator, even with an empty chunk between', () => {
      const parser = new LineParser();
      const chunks = ['a\r', '', '\nb\r', '\r', '\n'].map((chunk) => octets(chunk));
      const events = [...chunks.flatMap((chunk) => parser.write(chunk)), ...parser.end()];
      const lines = events.flatMap((event) => ('terminator' in event ? [event] : []));
      expect(lines.map(({ line, terminator }) => [line, terminator])).toEqual([
        [1, '\r\n'],
        [2, '\r'],
        [3, '\r\n'],
      ]);
    });
  });

  describe('docs/semantics.md §1.2', () => {
    test('a mark alone is no line', () => {
      expect(read('\uFEFF').lineCount).toBe(0);
    });
  });

  describe('docs/semantics.md §1.6', () => {
    test('each control octet except HTAB, LF, VT, FF and CR makes the line invalid, except under google', () => {
      for (let octet = 1; octet < 0x20; octet++) {
        if (octet >= 0x09 && octet <= 0x0d) continue;
        const body = concat('user-agent: *\ndisallow: /a', Uint8Array.of(octet), 'b');
        expect(ALL_PROFILES.map((profile) => groupsOf(body, profile)[0]?.[1])).toEqual([[], [2], [], []]);
        expect(diagnosticsOf(body)).toEqual(['1 group-without-rules', '2 control-octet']);
      }
    });
  });

  test('docs/semantics.md §1.6: 7F in a pattern is encoded, except under google', () => {
    const body = 'user-agent: *\ndisallow: /a\x7F';
    const under = (url: string) => ALL_PROFILES.map((profile) => judgeUnder(profile)(body, url));
    expect(under('/a%7F')).toEqual(['disallow 2', 'no rule', 'disallow 2', 'disallow 2']);
    expect(under('/a\x7F')).toEqual(ALL_PROFILES.map(() => 'disallow 2'));
  });

  describe('docs/semantics.md §1.7', () => {
    test('a line that is not valid UTF-8 carries a diagnostic, in comments too', () => {
      const body = concat('user-agent: *\ndisallow: ', octets('/caf\xE9'));
      expect(diagnosticsOf(body)).toEqual(['2 invalid-utf-8']);
      expect(diagnosticsOf(octets('# \xE9'))).toEqual(['1 invalid-utf-8']);
      expect(read(body).groups[0]?.rules[0]?.value.octets).toEqual(octets('/caf\xE9'));
    });
  });
});

describe('docs/semantics.md §2', () => {
  describe('docs/semantics.md §2.1', () => {
    test('an empty field is not a record', () => {
      expect(read(': a\n\t: b').otherRecords).toEqual([]);
      expect(diagnosticsOf(': a\n\t: b')).toEqual(['1 empty-field', '2 empty-field']);
    });

    test('an empty value is a record', () => {
      const [record] = read(' foo : # bar').otherRecords;
      expect([record?.field.text, record?.value.text]).toEqual(['foo', '']);
    });
  });

  describe('docs/semantics.md §2.2', () => {
    test('an other record needs no colon', () => {
      const document = read('user-agent: *\ncrawl-delay 5\nsitemap https://example.com/a.xml');
      expect(document.crawlDelay('FooBot')).toBe(5);
      // The colon of the URL makes `sitemap https` the field.
      expect(document.sitemaps).toEqual([]);
      expect(document.otherRecords.map(({ name }) => name)).toEqual(['crawl-delay', 'sitemap https']);
    });

    test('it carries a diagnostic', () => {
      expect(diagnosticsOf('user-agent: *\ndisallow /a')).toEqual(['2 missing-colon']);
      expect(diagnosticsOf('user-agent: *\nallow: /\ndisallow /a b')).toEqual(['3 not-a-record']);
    });
  });

  describe('docs/semantics.md §2.3', () => {
    test.each(['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'])('%s is reported', (spelling) => {
      expect(diagnosticsOf(`user-agent: *\n${spelling}: /a`)).toEqual(['2 misspelled-field']);
    });

    test.each(['site-map', 'Site-Map', 'sitemap', 'SITEMAP'])('%s is sitemap', (field) => {
      expect(read(`${field}: https://example.com/a.xml`).sitemaps).toHaveLength(1);
    });

    test('anything else is an other record with its field, value and place', () => {
      const [record] = read('user-agent: FooBot\n Disallowed : /x # c\nuser-agent: BarBot').otherRecords;
      expect(record).toMatchObject({ name: 'disallowed', line: 2 });
      expect(record?.field).toMatchObject({ text: 'Disallowed', start: 20, end: 30 });
      expect(record?.value).toMatchObject({ text: '/x', start: 33, end: 35 });
    });
  });
});

describe('docs/semantics.md §3', () => {
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
});

describe('docs/semantics.md §4', () => {
  describe('docs/semantics.md §4.1: the caller’s name', () => {
    test.each(['', ' ', '\t\v\f', '/', '/2.0', ' /FooBot'])('%j is refused', (agent) => {
      for (const profile of ALL_PROFILES) {
        expect(() => read('').matcher({ agents: agent, profile })).toThrow(TypeError);
        expect(() => read('').matcher({ agents: ['FooBot', agent], profile })).toThrow(TypeError);
        expect(() => read('').selectAgent(['FooBot', agent], { profile })).toThrow(TypeError);
        expect(() => read('').crawlDelay(agent, { profile })).toThrow(TypeError);
      }
    });

    test.each([[[]], [undefined], [null], [5], [{}], [[undefined]], [[5]]])('%j is refused', (agents) => {
      // @ts-expect-error callers without types may pass this
      expect(() => read('').matcher({ agents })).toThrow(TypeError);
    });
  });

  test.each(['FooBot /1', ' FooBot\t/1.0', 'FooBot\v'])(
    'docs/semantics.md §4.1: the name %j is FooBot',
    (agent) => {
      for (const profile of ALL_PROFILES) {
        const matcher = read('user-agent: FooBot\ndisallow: /a').matcher({ agents: agent, profile });
        expect(matcher.check('/a').selectedBy).toBe('name');
      }
    },
  );

  describe('docs/semantics.md §4.1: several names', () => {
    const body =
      'user-agent: FooBot\ndisallow: /a\n\nuser-agent: BarBot\ndisallow: /b\nallow: /a/b\n\nuser-agent: *\ndisallow: /c';

    test('a preference list gives one name, by the profile’s rule for names', () => {
      expect(read(body).selectAgent(['QuxBot', 'BarBot', 'FooBot'])).toBe('BarBot');
      expect(read(body).selectAgent(['QuxBot', '*'])).toBeUndefined();
      const versioned = read('user-agent: foobot/2.0\ndisallow: /');
      expect(ALL_PROFILES.map((profile) => versioned.selectAgent(['FooBot'], { profile }))).toEqual([
        'FooBot',
        'FooBot',
        undefined,
        'FooBot',
      ]);
    });
  });

  describe('docs/semantics.md §4.2: the wildcard', () => {
    test.each(['*', '* foo', '*\tfoo', '*\vfoo', '*\ffoo', '* *', '* # c', '*#c', '* /2.0'])(
      '%j is one, and a caller may ask as it',
      (value) => {
        for (const profile of ALL_PROFILES) {
          const matcher = read(`user-agent: ${value}\ndisallow: /a`).matcher({ agents: '*', profile });
          expect(matcher.check('/a').selectedBy).toBe('wildcard');
        }
      },
    );
  });
});

describe('docs/semantics.md §5', () => {
  /** Whether a pattern that ends with `$` matches the whole of a URL. */
  function isWhole(profile: Parameters<typeof judgeUnder>[0], pattern: string, url: string | URL): boolean {
    return judgeUnder(profile)(`user-agent: *\ndisallow: ${pattern}$`, url) === 'disallow 2';
  }

  describe.each(['rfc9309', 'draft-koster-rep-00'] as const)('docs/semantics.md §5.1 under %s', (profile) => {
    test.each([
      ['/?b', 'http://h?b'],
      ['/', 'http://h'],
      ['/', 'http://h#a'],
      ['/a', 'HTTPS://H/a'],
      ['/a', 'ftp://h/a'],
      ['/a', 'http:\\\\h\\a'],
      ['/a', ' http://h/a\n'],
      ['/a', 'http://user:secret@h:81/a'],
      ['/a', 'http://[::1]:81/a'],
      ['//b', 'http://h//b'],
      ['/a%00b', '/a\0b'],
      ['/b?c', new URL('http://h/a/../b?c#d')],
    ])('%s is the path of %j', (pattern, url) => {
      expect(isWhole(profile, pattern, url)).toBe(true);
    });
  });

  const REFUSED_EVERYWHERE = [
    '',
    ' ',
    'a',
    ' /a',
    'example.com/a',
    'mailto:a@b',
    'file:///a',
    'http://',
    'ws://h/',
  ];

  describe.each(['rfc9309', 'draft-koster-rep-00', 'koster-1996'] as const)('URLs under %s', (profile) => {
    test.each([
      ...REFUSED_EVERYWHERE,
      ...['//h/a', '//', '/\\h/a', '/\n/h/a'],
      ...[
        'a/b',
        '\\a',
        '?a',
        '#a',
        '*',
        '.',
        './a',
        'https://?a',
        'http://h:99999/',
        'http://[',
        'http://%/',
      ],
      ...['data:,a', 'gopher://h/a', 'about:blank', 'javascript:1', 'urn:a'],
      new URL('file:///a'),
    ])('%j is refused', (url) => {
      expect(() => judgeUnder(profile)('user-agent: *\ndisallow: /', url)).toThrow(TypeError);
      expect(() => read('').matcher({ agents: 'FooBot', profile }).isAllowed(url)).toThrow(TypeError);
    });
  });

  test.each([[undefined], [null], [5], [{}], [['/a']]])('%j is refused under every profile', (url) => {
    // @ts-expect-error callers without types may pass this
    expect(() => judgeUnder('rfc9309')('', url)).toThrow(TypeError);
    // @ts-expect-error callers without types may pass this
    expect(() => judgeUnder('google')('', url)).toThrow(TypeError);
  });

  describe('docs/semantics.md §5.7.1: under google', () => {
    test.each([
      ...[
        '',
        ' ',
        'a',
        '\\',
        ':',
        '://',
        '//',
        '#',
        '\uD800',
        '\0',
        'javascript:1',
        'http://[',
        'http://h:99999',
      ],
    ])('any string is accepted: %j', (url) => {
      expect(judgeUnder('google')('user-agent: *\ndisallow: /', url)).toBe('disallow 2');
      expect(judgeUnder('google')('', url)).toBe('no group');
    });

    test('a URL object is read as its text', () => {
      expect(isWhole('google', '/b', new URL('http://foo.com/a/../b'))).toBe(true);
      expect(isWhole('google', '/%C3%A9', new URL('http://foo.com/é'))).toBe(true);
    });
  });

  test('docs/semantics.md §5.7.6: if no line is reported, the verdict names the group', () => {
    const verdict = read('user-agent: *\ndisallow: /a\n\nuser-agent: FooBot\nallow: /x')
      .matcher({ agents: 'FooBot', profile: 'google' })
      .check('/a');
    expect(verdict).toMatchObject({
      allowed: true,
      rule: null,
      selectedBy: 'name',
      agent: 'FooBot',
      profile: 'google',
    });
    expect(verdict.group?.userAgents[0]?.line).toBe(4);
  });
});
