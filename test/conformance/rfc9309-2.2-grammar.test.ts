/** RFC 9309 §2.2: the grammar, as a document shows it. The verdicts are in `conformance/rfc9309/2.2-formal-syntax.json`. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { concat, diagnosticsOf, groupsOf, octets, read } from './judging.js';

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
    expect(document.sitemaps.map(({ url, line }) => [line, url])).toEqual([[1, 'https://example.com/a.xml']]);
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
