/** RFC 9309, section by section: what a case of `conformance/` cannot say. */
import { describe, expect, test } from 'vitest';
import {
  LineParser,
  lineEvents,
  parse,
  parseSync,
  productTokens,
  robotsUrl,
  sameScope,
} from '../../src/core.js';
import { SIMPLE_EXAMPLE } from '../support/simple-example.js';
import { describeRequirement } from './cite.js';
import { concat, diagnosticsOf, groupsOf, judgeUnder, octets, read } from './judging.js';

describe('RFC 9309 §2.1', () => {
  describeRequirement('2.1-group', () => {
    test.each<[string, string, ReturnType<typeof groupsOf>]>([
      ['one line, one rule', 'user-agent: a\ndisallow: /1', [[['a'], [2]]]],
      [
        'several user-agent lines, several rules',
        'user-agent: a\nuser-agent: b\ndisallow: /1\nallow: /2',
        [
          [
            ['a', 'b'],
            [3, 4],
          ],
        ],
      ],
      [
        'ended by a user-agent line, without an empty line',
        'user-agent: a\ndisallow: /1\nuser-agent: b\ndisallow: /2',
        [
          [['a'], [2]],
          [['b'], [4]],
        ],
      ],
      [
        'ended by a user-agent line of the same name',
        'user-agent: a\ndisallow: /1\nuser-agent: a\ndisallow: /2',
        [
          [['a'], [2]],
          [['a'], [4]],
        ],
      ],
      ['not ended by an empty line', 'user-agent: a\ndisallow: /1\n\n\ndisallow: /2', [[['a'], [2, 5]]]],
      ['not ended by a comment', 'user-agent: a\ndisallow: /1\n# c\ndisallow: /2', [[['a'], [2, 4]]]],
      [
        'not begun anew before its first rule',
        'user-agent: a\n\n# c\n\nuser-agent: b\n\ndisallow: /1',
        [[['a', 'b'], [7]]],
      ],
      ['ended by the end of the file', 'user-agent: a\ndisallow: /1\n', [[['a'], [2]]]],
    ])('%s', (_, body, groups) => {
      expect(groupsOf(body)).toEqual(groups);
    });
  });

  describeRequirement('2.1-empty-group', () => {
    test('it is a group, and is reported', () => {
      const body = 'user-agent: *\ndisallow: /\n\nuser-agent: FooBot';
      expect(groupsOf(body)).toEqual([
        [['*'], [2]],
        [['FooBot'], []],
      ]);
      expect(diagnosticsOf(body)).toEqual(['4 group-without-rules']);
    });

    test('user-agent lines alone are one group', () => {
      expect(groupsOf('user-agent: a\nuser-agent: *\n\n')).toEqual([[['a', '*'], []]]);
    });
  });
});

describe('RFC 9309 §2.2', () => {
  describeRequirement('2.2-robotstxt', () => {
    test.each([
      ['nothing', '', []],
      ['empty lines alone', '\n \r\n\t\r# c', []],
      [
        'empty lines before, between and after',
        '\n# c\nuser-agent: a\ndisallow: /\n\nuser-agent: b\n\n',
        ['a', 'b'],
      ],
    ])('%s', (_, body, names) => {
      expect(groupsOf(body).flatMap(([name]) => name)).toEqual(names);
      expect(read(body).diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    });
  });

  describeRequirement('2.2-group', () => {
    test('it may have empty lines anywhere', () => {
      const body =
        '# 1\nuser-agent: a\n\nuser-agent: b\n# 5\n \ndisallow: /1\n\t\nallow: /2\n# 10\n\nallow: /3';
      expect(groupsOf(body)).toEqual([
        [
          ['a', 'b'],
          [7, 9, 12],
        ],
      ]);
    });
  });

  describeRequirement('2.2-additional-lines', () => {
    test('sitemap is defined; what is not is kept', () => {
      const document = read('sitemap: https://example.com/a.xml\nfoo: bar');
      expect(document.sitemaps.map(({ url, line }) => [line, url])).toEqual([
        [1, 'https://example.com/a.xml'],
      ]);
      expect(document.otherRecords.map(({ name, line }) => [line, name])).toEqual([[2, 'foo']]);
    });
  });

  describeRequirement('2.2-identifier', () => {
    test.each(['FooBot', 'a', 'Z', 'Foo-Bot', 'foo_bot', '-', '_', '-_-', 'AZaz'])('%s is one', (name) => {
      expect(diagnosticsOf(`user-agent: ${name}\ndisallow: /a`)).toEqual([]);
    });

    // The octets next to the ranges -, A–Z, _, a–z.
    test.each([',', '.', '@', '[', '^', '`', '{', '0'])('%s is in none', (character) => {
      expect(diagnosticsOf(`user-agent: Foo${character}Bot\nallow: /`)).toEqual(['1 unusual-product-token']);
    });
  });

  describeRequirement('2.2-path-pattern', () => {
    test.each(['/', '/a', '/a/b/', '/a?b=c&d', '/*', '/a$', '//', '/ツ', '/a:b'])('%s is one', (pattern) => {
      const body = `user-agent: *\ndisallow: ${pattern}`;
      expect(read(body).groups[0]?.rules.map((rule) => rule.pattern)).toEqual([pattern]);
      expect(diagnosticsOf(body)).toEqual([]);
    });

    test.each(['a', '.gif', '?a', '$', 'http://example.com/a', '%2Fa'])('%s is none', (pattern) => {
      expect(diagnosticsOf(`user-agent: *\ndisallow: ${pattern}`)).toEqual(['2 pattern-without-slash']);
    });
  });

  describeRequirement('2.2-empty-pattern', () => {
    test.each(['disallow:', 'disallow: \t ', 'disallow:#c', 'disallow: # c', 'allow:', 'allow: # c'])(
      '%j is a rule of its group',
      (line) => {
        const body = `user-agent: *\ndisallow: /\n\nuser-agent: FooBot\n${line}`;
        expect(groupsOf(body)[1]).toEqual([['FooBot'], [5]]);
        expect(diagnosticsOf(body)).toEqual([]);
      },
    );
  });

  describeRequirement('2.2-comment', () => {
    test.each([
      ['#', ''],
      ['##', '#'],
      ['# user-agent: *', 'user-agent: *'],
      ['#\t a # b \t', 'a # b'],
      ['# ツ 🤖', 'ツ 🤖'],
    ])('%j', (line, text) => {
      expect(read(`${line}\nuser-agent: *`).comments.map((comment) => [comment.line, comment.text])).toEqual([
        [1, text],
      ]);
    });
  });

  describeRequirement('2.2-emptyline', () => {
    test.each(['', ' ', '\t', ' \t ', '#', ' \t# c'])('%j changes nothing', (line) => {
      const body = `${line}\nuser-agent: FooBot\n${line}\nuser-agent: BarBot\n${line}\ndisallow: /a\n${line}\nallow: /b`;
      expect(groupsOf(body)).toEqual([
        [
          ['FooBot', 'BarBot'],
          [6, 8],
        ],
      ]);
      expect(diagnosticsOf(body)).toEqual([]);
    });
  });

  describeRequirement('2.2-eol', () => {
    test.each(['', ' ', '\t', ' \t', '#', '# c', ' # c', '\t# c # d '])('%j may end a line', (end) => {
      const body = `user-agent: FooBot${end}\nallow: /a${end}\ndisallow: /a$${end}\ndisallow:${end}`;
      expect(groupsOf(body)).toEqual([[['FooBot'], [2, 3, 4]]]);
      expect(diagnosticsOf(body)).toEqual([]);
    });
  });

  describeRequirement('2.2-utf8-char-noctl', () => {
    const pattern = (character: Parameters<typeof concat>[0]) =>
      concat('user-agent: *\ndisallow: /a', character, 'b');
    const invalid = (body: Uint8Array) => diagnosticsOf(body).includes('2 invalid-utf-8');

    test('a pattern may have every ASCII octet from 21 to 7F except #', () => {
      for (let octet = 0x21; octet <= 0x7f; octet++) {
        if (octet === 0x23) continue;
        const body = pattern(Uint8Array.of(octet));
        expect(read(body).groups[0]?.rules[0]?.pattern).toBe(`/a${String.fromCharCode(octet)}b`);
        expect(invalid(body)).toBe(false);
      }
    });

    // The first and last octet of each range in the grammar.
    const ends = [
      '80',
      '7FF',
      '800',
      'FFF',
      '1000',
      'CFFF',
      'D000',
      'D7FF',
      'E000',
      'FFFF',
      '10000',
      '3FFFF',
      '40000',
      '10FFFF',
    ];

    test.each(ends)('U+%s is a character', (digits) => {
      const character = String.fromCodePoint(Number.parseInt(digits, 16));
      expect(invalid(pattern(character))).toBe(false);
      expect(read(pattern(character)).groups[0]?.rules[0]?.pattern).toBe(`/a${character}b`);
    });

    test.each([
      ['a tail alone', '\x80'],
      ['a head alone', '\xC2'],
      ['two octets for ASCII', '\xC1\xBF'],
      ['three octets for two', '\xE0\x9F\xBF'],
      ['a surrogate', '\xED\xA0\x80'],
      ['three octets, the last cut off', '\xE3\x83'],
      ['four octets for three', '\xF0\x8F\xBF\xBF'],
      ['beyond U+10FFFF', '\xF4\x90\x80\x80'],
      ['four octets, the last cut off', '\xF0\x90\x80'],
      ['no UTF-8 at all', '\xFF'],
    ])('%s is not a character', (_, text) => {
      expect(invalid(pattern(octets(text)))).toBe(true);
    });
  });
});

describe('RFC 9309 §2.2.1', () => {
  describeRequirement('2.2.1-token-characters', () => {
    test.each(['ExampleBot', 'example-bot', 'EXAMPLE_BOT', '-', '_', '*'])('%s is right', (token) => {
      expect(diagnosticsOf(`user-agent: ${token}\nallow: /`)).toEqual([]);
    });

    test.each([
      'ExampleBot/0.1',
      'Example Bot',
      'ExampleBot2',
      'Example.Bot',
      'ExampleBot*',
      'ExämpleBot',
      '**',
      '* x',
    ])('%s is more than a product token, and is reported', (value) => {
      expect(diagnosticsOf(`user-agent: ${value}\nallow: /`)).toEqual(['1 unusual-product-token']);
    });
  });

  // Figure 1.
  const HEADER = 'Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)';

  describeRequirement('2.2.1-token-substring', () => {
    test('figure 1: the identification string has the product token', () => {
      expect(productTokens(HEADER)).toEqual(['ExampleBot']);
    });
  });

  describeRequirement('2.2.1-token-in-header', () => {
    test.each([
      HEADER,
      'ExampleBot/0.1',
      'ExampleBot',
      'ExampleBot/0.1 (+https://www.example.com/bot.html)',
      'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; ExampleBot/0.1)',
    ])('every candidate for the product token of %s is a substring of it', (header) => {
      expect(productTokens(header)).toEqual(['ExampleBot']);
      expect(header).toContain('ExampleBot');
    });
  });

  describeRequirement('2.2.1-combine', () => {
    test('figure 2: the file has two groups, and the verdict says so', () => {
      const two =
        'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz';
      expect(groupsOf(two)).toHaveLength(2);
      expect(diagnosticsOf(two)).toEqual(['5 group-split']);
      expect(read(two).matcher({ agents: 'ExampleBot' }).check('/baz').groupCount).toBe(2);
    });
  });

  describeRequirement('2.2.1-wildcard', () => {
    test('the verdict says that the group is for *', () => {
      const verdict = read('user-agent: *\ndisallow: /a').matcher({ agents: 'FooBot' }).check('/a');
      expect(verdict).toMatchObject({ selectedBy: 'wildcard', agent: null });
    });
  });
});

describe('RFC 9309 §2.2.2', () => {
  describeRequirement('2.2.2-match', () => {
    test('a URL object is accepted', () => {
      const body = 'user-agent: *\nallow: /a/b\ndisallow: /a';
      expect(judgeUnder('rfc9309')(body, new URL('https://example.com/a/c'))).toBe('disallow 3');
    });
  });

  describeRequirement('2.2.2-no-group', () => {
    test('rules before the first user-agent line are in no group, and are reported', () => {
      const body = 'disallow: /a\nallow: /b\n\nuser-agent: *\ndisallow: /b';
      expect(groupsOf(body)).toEqual([[['*'], [5]]]);
      expect(diagnosticsOf(body)).toEqual(['1 rule-before-user-agent', '2 rule-before-user-agent']);
    });
  });
});

describe('RFC 9309 §2.2.4', () => {
  describeRequirement('2.2.4-interpret', () => {
    const document = read(
      'user-agent: *\ncrawl-delay: 5\nfoo: bar\ndisallow: /a\nsitemap: https://example.com/a.xml\nSiteMap:https://example.com/b.xml # c',
    );

    test('sitemaps, in order, in any letter case', () => {
      expect(document.sitemaps.map(({ url }) => url)).toEqual([
        'https://example.com/a.xml',
        'https://example.com/b.xml',
      ]);
    });

    test('records that other documents define', () => {
      expect(document.crawlDelay('FooBot')).toBe(5);
      expect(document.records('Foo').map(({ value }) => value.text)).toEqual(['bar']);
    });
  });

  describeRequirement('2.2.4-lenient', () => {
    test.each(['site-map', 'Site-Map', 'sitemap '])('%j is sitemap', (field) => {
      const { sitemaps } = read(`${field}: https://example.com/a.xml`);
      expect(sitemaps.map(({ url }) => url)).toEqual(['https://example.com/a.xml']);
    });

    test('a value that cannot be read is kept and reported', () => {
      const document = read('user-agent: *\ncrawl-delay: soon\nsitemap: /a.xml\nallow: /');
      expect(document.crawlDelay('FooBot')).toBeUndefined();
      expect(document.records('crawl-delay').map(({ value }) => value.text)).toEqual(['soon']);
      expect(document.sitemaps.map(({ url }) => url)).toEqual(['/a.xml']);
      expect(document.diagnostics.map(({ code }) => code)).toEqual([
        'invalid-extension-value',
        'sitemap-not-absolute',
      ]);
    });
  });

  describeRequirement('2.2.4-sitemap', () => {
    test.each(['sitemap', 'site-map'])('%s between user-agent lines and among rules: one group', (field) => {
      const line = `${field}: https://example.com/sitemap.xml`;
      const body = `user-agent: FooBot\n${line}\nuser-agent: BarBot\n${line}\ndisallow: /a\n\n${line}\n\ndisallow: /b`;
      expect(groupsOf(body)).toEqual([
        [
          ['FooBot', 'BarBot'],
          [5, 9],
        ],
      ]);
    });
  });
});

describe('RFC 9309 §2.3 on location and parsing, RFC 9309 §2.5 and §3', () => {
  const LIMIT_OCTETS = 500 * 1024;

  describeRequirement('2.3-location', () => {
    test.each([
      'https://www.example.com/',
      'https://www.example.com',
      'https://www.example.com/a/b?c#d',
      'https://www.example.com/a/robots.txt',
      'https://www.example.com/ROBOTS.TXT',
    ])('%s is governed by the top-level file in lower case', (url) => {
      expect(robotsUrl(url)).toBe('https://www.example.com/robots.txt');
    });

    test('a robots.txt in a folder governs nothing', () => {
      expect(sameScope('https://www.example.com/a/robots.txt', 'https://www.example.com/a/b')).toBe(false);
      expect(sameScope('https://www.example.com/robots.txt', 'https://www.example.com/a/b')).toBe(true);
    });
  });

  describeRequirement('2.3-uri', () => {
    test.each([
      ['https://www.example.com/a', 'https://www.example.com/robots.txt'],
      ['ftp://ftp.example.com/pub/a', 'ftp://ftp.example.com/robots.txt'],
      ['http://www.example.com:8080/a', 'http://www.example.com:8080/robots.txt'],
      ['http://user@www.example.com/a', 'http://www.example.com/robots.txt'],
    ])('%s: %s', (url, robots) => {
      expect(robotsUrl(url)).toBe(robots);
    });
  });

  describeRequirement('2.3-utf-8', () => {
    test('lines that are not UTF-8 are reported', () => {
      const body = concat('user-agent: *\n', octets('disallow: /\xE9\n'), 'disallow: /é\n', octets('# \xFF'));
      expect(diagnosticsOf(body)).toEqual(['2 invalid-utf-8', '4 invalid-utf-8']);
    });

    test('a byte order mark is not part of the first line', () => {
      expect(read('\uFEFFuser-agent: *').byteOrderMark).toBe('whole');
    });
  });

  const FILE = 'user-agent: FooBot\nnonsense\ndisallow: /ツ\nallow: /ツ/a\n';

  async function* drops(text: string): AsyncGenerator<Uint8Array> {
    for (const octet of new TextEncoder().encode(text)) yield Uint8Array.of(octet);
  }

  describeRequirement('2.3.1.1-follow', () => {
    test.each([
      ['text', () => FILE],
      ['octets', () => new TextEncoder().encode(FILE)],
      ['a Blob', () => new Blob([FILE])],
      ['a body as fetch gives it', () => new Response(FILE).body as ReadableStream<Uint8Array>],
      ['a chunk an octet', () => drops(FILE)],
    ])('from %s', async (_, source) => {
      const matcher = (await parse(source())).matcher({ agents: 'FooBot' });
      expect(matcher.check('/ツ').rule?.line).toBe(3);
      expect(matcher.isAllowed('/ツ')).toBe(false);
      expect(matcher.check('/ツ/a').rule?.line).toBe(4);
      expect(matcher.isAllowed('/ツ/a')).toBe(true);
    });
  });

  /** Lines without meaning, which must not affect the others. */
  const NONSENSE = [
    '',
    ':',
    '::',
    'a',
    'a b c',
    ': /',
    '<!DOCTYPE html>',
    '{"a": 1}',
    '\u0000',
    '\u0001: x',
    '%',
    '\uFFFD',
  ];

  describeRequirement('2.3.1.5-each-line', () => {
    test('there is an event for each line', async () => {
      const lines: string[] = [];
      for await (const event of lineEvents(`${NONSENSE.join('\n')}\nuser-agent: *\n`)) {
        if ('line' in event) lines.push(event.type);
      }
      expect(lines).toHaveLength(NONSENSE.length + 1);
      expect(lines.at(-1)).toBe('user-agent');
    });
  });

  /** `octets` octets that end with `last`; before it are a group for * and comments. */
  function bodyOf(octetCount: number, last: string): string {
    const start = 'user-agent: *\n';
    const comment = `${'#'.padEnd(79, 'c')}\n`;
    const room = octetCount - start.length - last.length;
    const rest = room % comment.length;
    return `${start}${comment.repeat((room - rest) / comment.length)}${'\n'.repeat(rest)}${last}`;
  }

  describeRequirement('2.5-limit', () => {
    test('octets beyond 512,000 are not read, and the document says so', () => {
      const body = bodyOf(LIMIT_OCTETS + 12, 'disallow: /a');
      const document = parseSync(body);
      expect(document.truncated).toBe(true);
      expect(document.size).toBe(LIMIT_OCTETS);
      expect(document.diagnostics.map(({ code }) => code)).toContain('parsing-limit');
    });

    test('the source is not read any further', async () => {
      let yielded = 0;
      let isClosed = false;
      async function* endless() {
        try {
          for (;;) {
            yielded++;
            yield new Uint8Array(LIMIT_OCTETS / 10).fill(0x23);
          }
        } finally {
          isClosed = true;
        }
      }
      expect((await parse(endless())).truncated).toBe(true);
      expect(yielded).toBe(11);
      expect(isClosed).toBe(true);
    });
  });

  describeRequirement('2.5-500-kib', () => {
    test('a file of 512,000 octets is read whole', () => {
      const body = bodyOf(LIMIT_OCTETS, 'disallow: /a');
      expect(new TextEncoder().encode(body)).toHaveLength(512_000);
      expect(parseSync(body).truncated).toBe(false);
    });

    test.each([511_999, 0, -1, 512_000.5, Number.NaN])('a limit of %d is refused', (maxOctets) => {
      expect(() => parseSync('', { maxOctets })).toThrow(RangeError);
      expect(() => new LineParser({ maxOctets })).toThrow(RangeError);
    });

    test.each([512_000, 512_001, Infinity])('a limit of %d is accepted', (maxOctets) => {
      const body = bodyOf(LIMIT_OCTETS, 'disallow: /a');
      expect(parseSync(body, { maxOctets }).matcher({ agents: 'FooBot' }).isAllowed('/a')).toBe(false);
    });
  });

  describeRequirement('3-memory', () => {
    test('no more than the line limit of a line is kept', () => {
      const parser = new LineParser({ maxOctets: Infinity });
      const chunk = new Uint8Array(65_536).fill(0x61);
      for (let i = 0; i < 100; i++)
        expect(parser.write(chunk).every(({ type }) => type === 'start')).toBe(true);
      const [line, end] = parser.end();
      expect(line).toMatchObject({ type: 'invalid', discardedOctets: 100 * 65_536 - 16_663 });
      expect((line as { octets: Uint8Array }).octets).toHaveLength(16_663);
      expect(end).toMatchObject({ type: 'end', octets: 100 * 65_536 });
    });

    test('after the limit, nothing is kept and no event follows', () => {
      const parser = new LineParser();
      parser.write(new Uint8Array(LIMIT_OCTETS + 1));
      expect(parser.limitReached).toBe(true);
      expect(parser.write(new TextEncoder().encode('user-agent: *\n'))).toEqual([]);
    });
  });

  describeRequirement('3-characters', () => {
    const CONTROLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => !'\t\n\v\f\r'.includes(character),
    );

    test.each(CONTROLS)('a rule with %j is rejected', (control) => {
      const body = `user-agent: *\ndisallow: /a${control}\ndisallow: /a${control}b\n${control}disallow: /a`;
      expect(groupsOf(body)).toEqual([[['*'], []]]);
      expect(diagnosticsOf(body).filter((code) => code.endsWith('control-octet'))).toHaveLength(3);
    });
  });

  describeRequirement('3-untrusted', () => {
    describe('no octets make it throw', () => {
      test.each([
        ['every octet', Uint8Array.from({ length: 256 }, (_, octet) => octet)],
        [
          'every octet as a pattern',
          concat(
            'user-agent: *\ndisallow: /',
            Uint8Array.from({ length: 256 }, (_, octet) => octet),
          ),
        ],
        ['names of an object’s own', 'user-agent: __proto__\nconstructor: x\n__proto__: y\ndisallow: /'],
        ['an expression', 'user-agent: *\ndisallow: /(a+)+$\ndisallow: /[a\ndisallow: /\\'],
      ])('%s', (_, body) => {
        const document = read(body);
        expect(document.diagnostics).toBeInstanceOf(Array);
        expect(typeof document.matcher({ agents: '__proto__' }).isAllowed('/constructor')).toBe('boolean');
      });
    });
  });
});

describe('RFC 9309 §5', () => {
  describeRequirement('5.1-simple', () => {
    test('the groups', () => {
      expect(groupsOf(SIMPLE_EXAMPLE)).toEqual([
        [['*'], [2, 3, 4]],
        [['foobot'], [7, 8, 9]],
        [['barbot', 'bazbot'], [13]],
        [['quxbot'], []],
      ]);
    });

    test('EOF is not a record', () => {
      expect(read(SIMPLE_EXAMPLE).otherRecords).toEqual([]);
      expect(read(SIMPLE_EXAMPLE).diagnostics.find(({ line }) => line === 17)?.code).toBe('not-a-record');
    });
  });
});
