/** RFC 9309 §2.3 on location and parsing, RFC 9309 §2.5 and §3. The tests of `src/access` cover fetching and caching. */
import { describe, expect, test } from 'vitest';
import { LineParser, lineEvents, parse, parseSync, robotsUrl, sameScope } from '../../src/core.js';
import { describeRequirement } from './cite.js';
import { concat, diagnosticsOf, groupsOf, octets, read } from './judging.js';

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
