/** docs/semantics.md §1.3 and §1.4: the limits. */
import { describe, expect, test } from 'vitest';
import { LINE_LIMIT_OCTETS, LineParser, PARSING_LIMIT_OCTETS, parse, parseSync } from '../../src/core.js';
import { type Answer, diagnosticsOf, everywhere, judgeUnderAll } from './judging.js';

/** A file of `octetCount` octets: a group for *, `#` and spaces, and `last`. */
function endingAt(octetCount: number, last: string): string {
  return `${'user-agent: *\n#'.padEnd(octetCount - last.length - 1)}\n${last}`;
}

describe('docs/semantics.md §1.3', () => {
  test('the limit is 500 KiB, 512,000 octets', () => {
    expect(PARSING_LIMIT_OCTETS).toBe(512_000);
  });

  test.each<[string, string, Answer, boolean]>([
    ['ends with the last line', 'disallow: /a', 'disallow 3', false],
    ['ends with the last line’s terminator', 'disallow: /a\n', 'disallow 3', false],
  ])('the file %s at the limit', (_, last, answer, isTruncated) => {
    const body = endingAt(512_000, last);
    expect(judgeUnderAll(body, '/a')).toEqual(everywhere(answer));
    expect(parseSync(body).truncated).toBe(isTruncated);
  });

  test('a line that the limit cuts is dropped as a whole', () => {
    const body = `${endingAt(512_000, 'disallow: /')}a`;
    expect(judgeUnderAll(body, '/b')).toEqual(everywhere('no rule'));
    expect(judgeUnderAll(body, '/a')).toEqual(everywhere('no rule'));
    const { truncated, size, lineCount, diagnostics } = parseSync(body);
    expect({ truncated, size, lineCount }).toEqual({ truncated: true, size: 512_000, lineCount: 2 });
    expect(diagnostics.map(({ code, line }) => `${line} ${code}`)).toContain('3 parsing-limit');
  });

  test.each([
    ['LF', 'disallow: /a\n', 'disallow: /'],
    ['CR', 'disallow: /a\r', 'disallow: /'],
    ['CR, followed by the LF of the same terminator', 'disallow: /a\r', '\ndisallow: /'],
  ])('a line whose %s is the last octet within the limit is read', (_, last, beyond) => {
    const body = endingAt(512_000, last) + beyond;
    expect(judgeUnderAll(body, '/a')).toEqual(everywhere('disallow 3'));
    expect(judgeUnderAll(body, '/b')).toEqual(everywhere('no rule'));
    expect(parseSync(body).truncated).toBe(true);
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

  /** A file with a group for * and a given second line. */
  const withLine = (line: string) => `user-agent: *\n${line}`;

  test('the last octet that counts is the 16,663rd', () => {
    const within = withLine('disallow: /a'.padStart(16_663));
    const beyond = withLine('disallow: /a'.padStart(16_664));
    expect(judgeUnderAll(within, '/b')).toEqual(everywhere('no rule'));
    expect(judgeUnderAll(within, '/a')).toEqual(everywhere('disallow 2'));
    expect(judgeUnderAll(beyond, '/b')).toEqual(everywhere('disallow 2'));
    expect(diagnosticsOf(within)).toEqual([]);
    expect(diagnosticsOf(beyond)).toEqual(['2 line-too-long']);
  });

  test('a name is cut, too', () => {
    const body = `${'user-agent: FooBots'.padStart(16_664)}\ndisallow: /a`;
    expect(judgeUnderAll(body, '/a', 'FooBot')).toEqual(everywhere('disallow 2'));
    expect(judgeUnderAll(body, '/a', 'FooBots')).toEqual(everywhere('no group'));
  });

  test('discarded octets do not matter', () => {
    expect(judgeUnderAll(withLine(`${'disallow: /a'.padEnd(16_663)}\x01b`), '/a')).toEqual(
      everywhere('disallow 2'),
    );
  });

  test('the next line is not affected', () => {
    expect(judgeUnderAll(`${withLine('#'.padEnd(40_000))}\ndisallow: /a`, '/a')).toEqual(
      everywhere('disallow 3'),
    );
  });
});
