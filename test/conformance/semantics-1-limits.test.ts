/** docs/semantics.md §1.3 and §1.4: the limits. The verdicts are in `conformance/semantics/1.3-limits.json`. */
import { describe, expect, test } from 'vitest';
import { LINE_LIMIT_OCTETS, LineParser, PARSING_LIMIT_OCTETS, parse, parseSync } from '../../src/core.js';
import { diagnosticsOf } from './judging.js';

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
    expect(diagnosticsOf(`# a\n${' '.repeat(16_664)}\n${'\n'.repeat(16_664)}`)).toEqual(['2 line-too-long']);
  });

  test('it can cut a character', () => {
    const cut = ['2 line-too-long', '2 invalid-utf-8'];
    expect(diagnosticsOf(`user-agent: *\n${'disallow: /€'.padStart(16_663)}`)).toEqual(cut);
  });
});
