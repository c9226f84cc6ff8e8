import { describe, expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import {
  allAsText,
  eventsEveryWay,
  eventsOf,
  lineInShort,
  linesOf,
  sameEvents,
} from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS, SLICE_OCTETS } from '../limits.js';
import { type BatchRows, type RobotsEvent, rowOfEvent } from './events.js';
import { lineDiagnostics } from './line-diagnostics.js';
import { LineParser } from './line-parser.js';

function shortLines(body: Uint8Array, places?: readonly number[]): string[] {
  return linesOf(eventsEveryWay(body, {}, places)).map(lineInShort);
}

describe('line ends (docs/semantics.md §1.1)', () => {
  test.each<[string, string[]]>([
    ['', []],
    ['\n', ['1 blank 0-0\\n']],
    ['\r', ['1 blank 0-0\\r']],
    ['\r\n', ['1 blank 0-0\\r\\n']],
    ['\n\r', ['1 blank 0-0\\n', '2 blank 1-1\\r']],
    ['\r\r\n', ['1 blank 0-0\\r', '2 blank 1-1\\r\\n']],
    ['\r\n\n', ['1 blank 0-0\\r\\n', '2 blank 2-2\\n']],
    ['allow:/', ['1 allow 0-7']],
    [
      'allow:/\nallow:/\rallow:/\r\nallow:/',
      ['1 allow 0-7\\n', '2 allow 8-15\\r', '3 allow 16-23\\r\\n', '4 allow 25-32'],
    ],
    ['allow:/\r', ['1 allow 0-7\\r']],
    ['allow:/\r\r', ['1 allow 0-7\\r', '2 blank 8-8\\r']],
    ['#\r\n#', ['1 comment 0-1\\r\\n', '2 comment 3-4']],
    [' \n\t', ['1 blank 0-1\\n', '2 blank 2-3']],
    ['a\u0085b:\u2028c\n', ['1 other 0-9\\n']],
  ])('%j', (text, expected) => {
    expect(shortLines(utf8(text))).toEqual(expected);
  });

  test('more lines than the scanner reads at once', () => {
    const body = utf8('allow: /\r\n'.repeat(700));
    const lines = linesOf(eventsEveryWay(body, {}, [0, 1, 8, 9, 10, 2_559, 2_560, 2_569, 2_570, 6_999]));
    expect(lines.length).toBe(700);
    expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 700 }, (_, i) => i + 1));
    expect(lines.every(({ span }, i) => span.start === i * 10 && span.end === i * 10 + 8)).toBe(true);
  });
});

describe('byte order mark (docs/semantics.md §1.2)', () => {
  const BOM = '\xEF\xBB\xBF';

  test.each([
    ['', 'none', 0, []],
    ['allow:/', 'none', 0, ['1 allow 0-7']],
    [BOM, 'whole', 3, []],
    [`${BOM}allow:/`, 'whole', 3, ['1 allow 3-10']],
    [`${BOM}\n`, 'whole', 3, ['1 blank 3-3\\n']],
    [`${BOM}${BOM}a:`, 'whole', 3, ['1 other 3-8']],
    ['\xEF', 'partial', 1, ['1 invalid 0-1']],
    ['\xEF\xBB', 'partial', 2, ['1 invalid 0-2']],
    ['\xEFallow:/', 'partial', 1, ['1 other 0-8']],
    ['\xEF\xBBallow:/\nallow:/', 'partial', 2, ['1 other 0-9\\n', '2 allow 10-17']],
    ['\xEF\xBB\n', 'partial', 2, ['1 invalid 0-2\\n']],
    ['\xEF\r\n\r', 'partial', 1, ['1 invalid 0-1\\r\\n', '2 blank 3-3\\r']],
    ['\xEF\xEF\xBB\xBFa:', 'partial', 1, ['1 other 0-6']],
    [`a:\n${BOM}allow:/`, 'none', 0, ['1 other 0-2\\n', '2 other 3-13']],
  ])('%j', (text, byteOrderMark, end, lines) => {
    const events = eventsEveryWay(octetsOf(text));
    expect(events[0]).toEqual({ type: 'start', byteOrderMark, span: { start: 0, end } });
    expect(linesOf(events).map(lineInShort)).toEqual(lines);
    expect(events.at(-1)).toEqual({
      type: 'end',
      octets: text.length,
      lines: lines.length,
      truncated: false,
    });
  });

  test('the start event comes as soon as it is certain, and before any line', () => {
    const parser = new LineParser();
    expect(parser.write(Uint8Array.of())).toEqual([]);
    expect(parser.write(Uint8Array.of(0xef))).toEqual([]);
    expect(parser.write(Uint8Array.of(0xbb))).toEqual([]);
    expect(parser.write(Uint8Array.of(0xbf)).map(({ type }) => type)).toEqual(['start']);
    expect(new LineParser().end().map(({ type }) => type)).toEqual(['start', 'end']);
  });
});

test('an option that it does not know is refused, by its own name', () => {
  expect(() => new LineParser({ maxOctet: 500_000 } as object)).toThrow(
    new TypeError(
      'LineParser: unknown option maxOctet; did you mean maxOctets? Known options: maxOctets, keepOverlong',
    ),
  );
});

describe('chunks', () => {
  test('the chunk is copied: its memory can be reused', () => {
    const parser = new LineParser();
    const memory = utf8('allow: /one\nallow: /tw');
    const first = [Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf), memory].flatMap((chunk) => {
      const events = parser.write(chunk);
      chunk.fill(0x21);
      return events;
    });
    expect(first[0]).toMatchObject({ byteOrderMark: 'whole' });
    const rest = parser.write(utf8('o\n'));
    const values = linesOf([...first, ...rest]).map((line) => ('value' in line ? line.value.text : null));
    expect(values).toEqual(['/one', '/two']);
  });

  test('a view on a larger buffer is read within its bounds', () => {
    const memory = utf8('xxallow: /axx');
    const events = eventsOf([memory.subarray(2, 11)]);
    expect(linesOf(events).map(lineInShort)).toEqual(['1 allow 0-9']);
  });

  test('an event does not change when the parser reads on', () => {
    const parser = new LineParser();
    const events: RobotsEvent[] = [];
    for (const part of ['user-agent: fo', 'o\nallow', ': /\r', '\n# c\r', 'x y z\nsite', 'map: /s'])
      events.push(...parser.write(utf8(part)));
    events.push(...parser.end());
    sameEvents(events, eventsOf([utf8('user-agent: foo\nallow: /\r\n# c\rx y z\nsitemap: /s')]));
  });

  test('parsers in turn, and many files one after another, do not change the events of others', () => {
    const bodies = Array.from({ length: 300 }, (_, nth) =>
      utf8(`user-agent: bot-${nth}\n${`disallow: /${nth}/\r\n`.repeat(nth)}# the end of ${nth}`),
    );
    const expected = bodies.map((body) => allAsText(eventsOf([body])));
    const parsers = bodies.map(() => new LineParser());
    const events = bodies.map((body, nth) => parsers[nth].write(body.subarray(0, nth * 7)));
    bodies.forEach((body, nth) => {
      events[nth].push(...parsers[nth].write(body.subarray(nth * 7)), ...parsers[nth].end());
    });
    expect(events.map(allAsText)).toEqual(expected);
  });

  test('a character split over two chunks survives', () => {
    for (const text of ['é', '€', '😀', 'e\u0301']) {
      const [line] = linesOf(eventsEveryWay(utf8(`disallow: /${text} # ${text}`)));
      expect('value' in line && line.value.text).toBe(`/${text}`);
      expect(line.comment?.text).toBe(`# ${text}`);
    }
  });

  test('lines are returned as soon as they are complete', () => {
    const parser = new LineParser();
    const written = (text: string): string[] => linesOf(parser.write(utf8(text))).map(lineInShort);
    expect(written('allow: /a')).toEqual([]);
    expect(written('\nallow: /b\r')).toEqual(['1 allow 0-9\\n']);
    expect(written('')).toEqual([]);
    expect(written('a')).toEqual(['2 allow 10-19\\r']);
  });
});

test.each([
  [3, ['ab', 'cd', 'e'], ['limit 2 from 3 to 0', 'end 0, 1 lines, true']],
  [3, ['ab\r', 'c'], ['2 invalid \r', 'limit 3 from 0 to 0', 'end 0, 2 lines, true']],
  [3, ['ab\n', 'c\n'], ['2 invalid \n', 'limit 3 from 0 to 0', 'end 0, 2 lines, true']],
  [0, ['a', 'b'], ['limit 2 from 0 to 0', 'end 0, 1 lines, true']],
  [3, ['ab\r', ''], ['2 invalid \r', 'end 0, 2 lines, false']],
  [3, ['a', 'bc'], ['2 invalid ', 'end 0, 2 lines, false']],
])('%i octets before the parsing limit, chunks %j are read as %j', (before, chunks, expected) => {
  const limit = PARSING_LIMIT_OCTETS;
  const parser = new LineParser();
  const above = linesOf(parser.write(utf8(`${'#'.repeat(4095)}\n`.repeat(125).slice(0, limit - before - 1))));
  const events = ['\n', ...chunks].flatMap((chunk) => parser.write(utf8(chunk)));
  expect(parser.limitReached).toBe(events.some(({ type }) => type === 'limit'));
  const shown = [...events, ...parser.end()].map((event) => {
    if (event.type === 'start') return 'start';
    if (event.type === 'end')
      return `end ${limit - event.octets}, ${event.lines - above.length} lines, ${event.truncated}`;
    const line = event.line - above.length;
    if (event.type !== 'limit') return `${line} ${event.type} ${event.terminator}`;
    const { maxOctets, span } = event;
    return `limit ${line} from ${maxOctets - span.start} to ${maxOctets - span.end}`;
  });
  expect(shown).toEqual(['1 comment \n', ...expected]);
});

test.each([
  [true, [20_000], 20_000],
  [true, [10_000, 7_000, 3_000], 20_000],
  [false, [20_000], LINE_LIMIT_OCTETS],
  [false, [10_000, 7_000, 3_000], LINE_LIMIT_OCTETS],
])('keepOverlong: %s: of a line in chunks of %j octets, %i are kept', (keepOverlong, chunks, kept) => {
  const parser = new LineParser({ keepOverlong });
  const events = chunks.flatMap((size) => parser.write(new Uint8Array(size).fill(0x23)));
  const [line] = linesOf([...events, ...parser.write(utf8('\n'))]);
  const { octets, discardedOctets, span, comment } = line;
  expect([octets.length, discardedOctets]).toEqual([kept, 20_000 - kept]);
  expect([span.end, comment?.end]).toEqual([20_000, LINE_LIMIT_OCTETS]);
  const [{ code, line: number, span: past, message }] = lineDiagnostics(line);
  expect([code, number, past]).toEqual(['line-too-long', 1, { start: LINE_LIMIT_OCTETS, end: 20_000 }]);
  expect(message).toContain('Found: 20000 octets.');
});

describe('misuse', () => {
  test.each<[string, unknown]>([
    ['"allow: /"', 'allow: /'],
    ['undefined', undefined],
    ['null', null],
    ['5', 5],
    ['an array of 2', [1, 2]],
    ['an instance of Uint16Array', new Uint16Array(2)],
  ])('a chunk that is %s', (what, chunk) => {
    const parser = new LineParser();
    expect(() => parser.write(chunk as Uint8Array)).toThrow(TypeError);
    expect(() => parser.write(chunk as Uint8Array)).toThrow(`write: chunk is ${what}; a Uint8Array`);
    expect(parser.end().map(({ type }) => type)).toEqual(['start', 'end']);
  });

  test('write after end', () => {
    const parser = new LineParser();
    parser.end();
    expect(() => parser.write(utf8('a'))).toThrow('write: the parser has ended');
  });

  test('a second end returns nothing', () => {
    const parser = new LineParser();
    expect(parser.end().length).toBe(2);
    expect(parser.end()).toEqual([]);
  });

  test('a parsing limit that is not accepted', () => {
    expect(() => new LineParser({ maxOctets: 100 })).toThrow(RangeError);
    expect(() => new LineParser({ maxOctets: '1' as unknown as number })).toThrow(TypeError);
  });
});

describe('memory', () => {
  const KIB = 1024;

  /** The batches that the events of lines are windows on. */
  function batchesOf(events: readonly RobotsEvent[]): BatchRows[] {
    return [...new Set(events.flatMap((event) => rowOfEvent(event)?.batch ?? []))];
  }

  test.each([10 * KIB, 100 * KIB, 500 * KIB])(
    'no event of a chunk of %i octets holds more than a slab',
    (size) => {
      const lines = utf8(`${'disallow: /0123456789\n'.repeat(size / 22)}# ${'x'.repeat(20 * KIB)}\n`);
      const memories = batchesOf(new LineParser().write(lines));
      expect(Math.max(...memories.map(({ octets }) => octets.buffer.byteLength))).toBeLessThanOrEqual(
        LINE_LIMIT_OCTETS,
      );
      expect(Math.max(...memories.map(({ rows }) => rows.buffer.byteLength))).toBeLessThanOrEqual(16 * KIB);
    },
  );

  test.each(['a: b\n', 'a\r\n', 'a: b\r', '\r\n\n', '\xEF\xBBx\r\n', `${'é'.repeat(9_000)}\r\n`])(
    'a chunk of many slices is read as its parts are, wherever a slice ends: lines such as %j',
    (line) => {
      for (let before = 0; before < Math.min(line.length, 4); before++) {
        const body = utf8(`\uFEFF${'#'.repeat(before)}${line.repeat(SLICE_OCTETS / line.length + 2)}`);
        const parts = Array.from({ length: Math.ceil(body.length / 1_000) }, (_, i) =>
          body.subarray(i * 1_000, (i + 1) * 1_000),
        );
        expect(JSON.stringify(eventsOf([body])) === JSON.stringify(eventsOf(parts))).toBe(true);
      }
    },
  );

  test('of a line over many chunks, no more than the line limit is kept', () => {
    const parser = new LineParser();
    for (let chunk = 0; chunk < 100; chunk++) parser.write(utf8('x'.repeat(1_000)));
    const [batch] = batchesOf(parser.write(utf8('\n')));
    expect(batch.octets.length).toBe(LINE_LIMIT_OCTETS);
  });

  test('the rows of small chunks share memory', () => {
    const parser = new LineParser();
    const memories = Array.from({ length: 3 }, () => batchesOf(parser.write(utf8('a: b\n')))[0].rows.buffer);
    // At most one of them is the last of its memory.
    expect(new Set(memories).size).toBeLessThan(3);
  });
});
