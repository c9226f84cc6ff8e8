/** What a single line's diagnostics are about, and what they quote. `src/diagnostics.test.ts` has a case for each code. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { checkProperty } from '../../test/support/property.js';
import { eventsOf, linesOf } from '../../test/support/ways.js';
import type { Diagnostic } from '../diagnostics.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { urlOrNull } from '../urls.js';
import { firstInvalidUtf8, lineDiagnostics, quoteText } from './line-diagnostics.js';

/** The diagnostics of the last line of a body. */
function diagnosticsOf(body: Uint8Array, chunks = [body]): Diagnostic[] {
  const last = linesOf(eventsOf(chunks)).at(-1);
  return last === undefined ? [] : lineDiagnostics(last);
}

/** Each code, and the octets that it is about. */
function found(text: string): string[] {
  const body = octetsOf(text);
  return diagnosticsOf(body).map(({ code, span }) => `${code} "${text.slice(span.start, span.end)}"`);
}

/** What the first diagnostic of a line says that it found. */
function quoted(line: Uint8Array): string | undefined {
  return /Found: (.*)\. [A-Z]/.exec(diagnosticsOf(line)[0].message)?.[1];
}

describe('a line has', () => {
  test.each<[string, string[]]>([
    // Names (RFC 9309 §2.2): letters, "_" and "-", or "*" alone.
    ['user-agent: *', []],
    ['user-agent: a', []],
    ['user-agent: -', []],
    ['user-agent: _', []],
    ['user-agent: Foo_Bot-x', []],
    ['user-agent: 1', ['unusual-product-token "1"']],
    ['user-agent: **', ['unusual-product-token "**"']],
    ['user-agent: *a', ['unusual-product-token "*a"']],
    ['user-agent: a*', ['unusual-product-token "a*"']],
    ['user-agent: [', ['unusual-product-token "["']],
    // Escapes: "%" and two hexadecimal digits.
    ['allow: /%', ['stray-percent "%"']],
    ['allow: /%4', ['stray-percent "%"']],
    ['allow: /%41', []],
    ['allow: /%aF', []],
    ['allow: /%00%0f%F0', []],
    ['allow: /%4g', ['stray-percent "%"']],
    ['allow: /%g4', ['stray-percent "%"']],
    ['allow: /%41%', ['stray-percent "%"']],
    ['allow: /%%41', ['stray-percent "%"']],
    // Patterns begin with "/" or "*"; one without octets is not a pattern.
    ['allow: *', []],
    ['disallow: *', []],
    ['disallow: /', []],
    ['allow:', []],
    ['disallow:', []],
    ['allow: $', ['pattern-without-slash "$"']],
    ['disallow: a', ['pattern-without-slash "a"']],
    ['disallow: %', ['pattern-without-slash "%"', 'stray-percent "%"']],
    ['disallow: a %\t', ['pattern-without-slash "a %"', 'stray-percent "%"', 'white-space-in-pattern " "']],
    ['disallow: /a b\tc', ['white-space-in-pattern " "']],
    ['disallow: /\v', []],
    ['disallow: /\vb', ['white-space-in-pattern "\v"']],
    // Only patterns have these problems.
    ['sitemap: https://example.com/%', []],
    ['sitemap: https://example.com/a%20b', []],
    ['sitemap: example.com', ['sitemap-not-absolute "example.com"']],
    ['host: a %', []],
    ['crawl-delay: a', []],
    ['content-usage: a %', []],
    // A field that continues is not a directive under RFC 9309, so its value has no rule to break.
    ['disallowed: a %', ['field-with-extra "disallowed"']],
    ['user-agents:', ['field-with-extra "user-agents"']],
    ['user-agents: 1', ['field-with-extra "user-agents"']],
    ['useragents: 1', ['field-with-extra "useragents"']],
    ['sitemaps: a', ['field-with-extra "sitemaps"']],
    // A misspelled one is.
    ['useragent: 1', ['misspelled-field "useragent"', 'unusual-product-token "1"']],
    ['useragent:', ['misspelled-field "useragent"', 'empty-user-agent "useragent"']],
    ['site-map: a', ['misspelled-field "site-map"', 'sitemap-not-absolute "a"']],
    ['dissallow: a', ['misspelled-field "dissallow"', 'pattern-without-slash "a"']],
    // Two words are read as a record, unless a control octet makes them invalid.
    ['a b', ['missing-colon " "']],
    ['a \t b # c', ['missing-colon " \t "']],
    ['a b\x01', ['control-octet "\x01"']],
    ['allow /\x01', ['control-octet "\x01"', 'missing-colon " "']],
    ['user-agent a\x01', ['control-octet "\x01"', 'missing-colon " "', 'unusual-product-token "a\x01"']],
    ['disalow a', ['missing-colon " "', 'misspelled-field "disalow"', 'pattern-without-slash "a"']],
    // Comments may have any octet but those that are not UTF-8.
    ['a: b # \x01 %', []],
    ['# \xFF', ['invalid-utf-8 "\xFF"']],
    ['\xFF\xFE\x01\x02: a', ['invalid-utf-8 "\xFF"', 'control-octet "\x01"']],
    ['a\x7F: b', []],
    ['', []],
    [' ', []],
  ])('%j: %j', (line, expected) => {
    for (const above of ['', 'a: b\n', 'a: b\r\n\n']) expect(found(above + line)).toEqual(expected);
  });
});

describe('a line past the line limit', () => {
  /** What is found, whether the octets past the limit are discarded or still in the memory of their chunk. */
  function foundWithEveryEnd(line: string): string[] {
    const unfinished = found(line);
    for (const end of ['\n', '\r\n']) expect(found(line + end)).toEqual(unfinished);
    return unfinished;
  }

  test('is read up to it: an escape that it cuts is stray', () => {
    const line = 'allow: /'.padEnd(LINE_LIMIT_OCTETS - 2, 'x');
    expect(foundWithEveryEnd(`${line}%4`)).toEqual(['stray-percent "%"']);
    expect(foundWithEveryEnd(`${line}%41`)).toEqual(['line-too-long "1"', 'stray-percent "%"']);
    expect(foundWithEveryEnd(`${line}x%41`)).toEqual(['line-too-long "41"', 'stray-percent "%"']);
    expect(foundWithEveryEnd(`${line.slice(0, -1)}%41`)).toEqual([]);
  });

  test('has no other problem past it', () => {
    const line = 'allow: /'.padEnd(LINE_LIMIT_OCTETS, 'x');
    for (const past of ['\xFF', '\x01', ' a', '%', '#']) {
      expect(foundWithEveryEnd(line + past)).toEqual([`line-too-long "${past}"`]);
    }
  });

  test('has the name up to it', () => {
    const line = 'user-agent: '.padEnd(LINE_LIMIT_OCTETS, 'x');
    for (const past of ['x', '*', ' ']) {
      expect(foundWithEveryEnd(line + past)).toEqual([`line-too-long "${past}"`]);
    }
  });

  test('is named by its length', () => {
    expect(quoted(octetsOf('#'.padEnd(LINE_LIMIT_OCTETS + 1)))).toBe(`${LINE_LIMIT_OCTETS + 1} octets`);
    const [start, ...chunks] = ['a: b\n#', ...Array<string>(20).fill('x'.repeat(1_000))].map(octetsOf);
    const [{ message }] = diagnosticsOf(start, [start, ...chunks]);
    expect(message).toContain('Found: 20001 octets.');
  });
});

test('places are offsets in the file, whichever chunk the line is in', () => {
  const chunks = ['\xEF\xBB\xBFa: b\nallow: ', '/%zz', '\nhost: c\nallow: x\nmore'].map(octetsOf);
  const [, second, , fourth] = linesOf(eventsOf(chunks));
  const placed = [second, fourth].flatMap(lineDiagnostics).map(({ code, line, span }) => [code, line, span]);
  expect(placed).toEqual([
    ['stray-percent', 2, { start: 16, end: 17 }],
    ['pattern-without-slash', 4, { start: 35, end: 36 }],
  ]);
});

/** What URLs are made of, and what the URL parser refuses in a host. */
const URL_PARTS = [
  ...'http:// https:// HTTP:// a b-c. .example . - xn-- 0x 1 :80 @ / % %61'.split(' '),
  ...['[', '\\', '?', ' x', 'é', '\u00ad', '|', '/p'],
];

checkProperty(
  'a sitemap is not absolute where the URL parser refuses it',
  fc.property(
    fc.constantFrom('http://', 'https://', 'HTTPS://', ''),
    fc.array(fc.constantFrom(...URL_PARTS), { minLength: 1, maxLength: 6 }),
    (scheme, parts) => {
      const url = `${scheme}${parts.join('')}`.trim();
      const codes = diagnosticsOf(utf8(`sitemap: ${url}`)).map(({ code }) => code);
      expect(codes.includes('sitemap-not-absolute')).toBe(urlOrNull(url) === null);
    },
  ),
);

describe('an octet is named', () => {
  test.each([
    ['# \x80', 'octet 80'],
    ['# \xFF', 'octet FF'],
    ['a: \0', 'control octet 00'],
    ['a: \x1F', 'control octet 1F'],
  ])('%j: %s', (line, name) => {
    expect(quoted(octetsOf(line))).toBe(name);
  });
});

describe('a message quotes', () => {
  test('60 characters, and says when there are more', () => {
    expect(quoteText('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
    expect(quoteText('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
    expect(quoted(octetsOf(`allow: ${'x'.repeat(60)}`))).toBe(`"${'x'.repeat(60)}"`);
    expect(quoted(octetsOf(`allow: ${'x'.repeat(61)}`))).toBe(`"${'x'.repeat(60)}…"`);
  });

  test('characters of several octets in full', () => {
    expect(quoted(utf8(`allow: ${'é'.repeat(60)}`))).toBe(`"${'é'.repeat(60)}"`);
    expect(quoted(utf8(`allow: ${'€'.repeat(61)}`))).toBe(`"${'€'.repeat(60)}…"`);
    expect(quoted(utf8(`allow: ${'😀'.repeat(30)}`))).toBe(`"${'😀'.repeat(30)}"`);
    expect(quoted(utf8(`allow: x${'😀'.repeat(99)}`))).toMatch(/^"x(😀){29}.*…"$/);
  });

  test('control characters and quotation marks in escaped form', () => {
    expect(quoteText('a"\n\x01')).toBe(String.raw`"a\"\n\u0001"`);
  });

  test('only the octets that it is about', () => {
    expect(quoted(octetsOf('a: b\n  disalow : /x # c'))).toBe('"disalow" instead of "disallow"');
    expect(quoted(octetsOf('  a   b  # c'))).toBe('"a   b"');
    expect(quoted(octetsOf(' allow: /a b # c'))).toBe('"/a b"');
  });
});

describe('the first octet that is no UTF-8', () => {
  /** What the platform says: the first octet at which decoding fails. */
  function firstInvalid(octets: Uint8Array): number {
    for (let length = octets.length; length >= 0; length--) {
      // The longest part that decodes ends where the sequence begins that does not.
      if (decodes(octets.subarray(0, length))) return length === octets.length ? -1 : length;
    }
    return 0;
  }

  function decodes(octets: Uint8Array): boolean {
    try {
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
      return true;
    } catch {
      return false;
    }
  }

  function check(octets: Uint8Array): void {
    const found = firstInvalidUtf8(octets, 0, octets.length);
    const expected = firstInvalid(octets);
    if (found !== expected)
      expect({ octets: [...octets], found }).toEqual({ octets: [...octets], found: expected });
  }

  describe('as the platform decodes', () => {
    test('every sequence of two octets', () => {
      for (let first = 0; first < 256; first++)
        for (let second = 0; second < 256; second++) check(Uint8Array.of(first, second));
    });

    test('sequences of three and four octets with the bounds of each range', () => {
      const leads = [
        0x7f, 0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
      ];
      const tails = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
      for (const lead of leads)
        for (const second of tails)
          for (const third of tails) {
            check(Uint8Array.of(lead, second, third));
            for (const fourth of tails) check(Uint8Array.of(lead, second, third, fourth));
          }
    });

    test('every code point, as UTF-8 has it', () => {
      for (let codePoint = 0x80; codePoint <= 0x10ffff; codePoint += 0x10) {
        if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
        const octets = utf8(String.fromCodePoint(codePoint));
        if (firstInvalidUtf8(octets, 0, octets.length) !== -1) expect(codePoint).toBe('valid');
      }
    });
  });

  test('U+FFFD in the file is no sign of one', () => {
    for (const text of ['\uFFFD', 'a\uFFFDb', '\uFFFD\uFFFD', '\uFFFDé']) check(utf8(text));
    for (const text of ['\xEF\xBF\xBD\x80', 'a\xEF\xBF\xBD\xEF\xBF', '\xEF\xBFa', '\xEF\xBF\xBE\xBF'])
      check(octetsOf(text));
    const octets = octetsOf('\xEF\xBF\xBD\xFF');
    expect(firstInvalidUtf8(octets, 0, 4)).toBe(3);
    expect(firstInvalidUtf8(octets, 0, 3)).toBe(-1);
    expect(firstInvalidUtf8(octets, 0, 2)).toBe(0);
  });

  test('only the octets between start and end are looked at', () => {
    const octets = octetsOf('\xFFa\xC3\xA9\xFF');
    expect(firstInvalidUtf8(octets, 1, 4)).toBe(-1);
    expect(firstInvalidUtf8(octets, 1, 3)).toBe(2);
    expect(firstInvalidUtf8(octets, 1, 5)).toBe(4);
    expect(firstInvalidUtf8(octets, 2, 2)).toBe(-1);
    expect(firstInvalidUtf8(octets, 0, 5)).toBe(0);
  });
});
