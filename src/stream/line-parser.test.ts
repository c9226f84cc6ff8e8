import { describe, expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { allAsText, eventsEveryWay, eventsOf, sameEvents } from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from '../limits.js';
import { type EndEvent, isLineEvent, type LimitEvent, type LineEvent, type RobotsEvent } from './events.js';
import { LineParser } from './line-parser.js';

function linesOf(events: readonly RobotsEvent[]): LineEvent[] {
  return events.filter(isLineEvent);
}

/** A line in short: number, type, span and terminator. */
function inShort({ line, type, span, terminator }: LineEvent): string {
  return `${line} ${type} ${span.start}-${span.end}${JSON.stringify(terminator).slice(1, -1)}`;
}

function shortLines(body: Uint8Array, places?: readonly number[]): string[] {
  return linesOf(eventsEveryWay(body, {}, places)).map(inShort);
}

function limitOf(events: readonly RobotsEvent[]): LimitEvent | undefined {
  return events.find((event) => event.type === 'limit');
}

function endOf(events: readonly RobotsEvent[]): EndEvent {
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('the last event is not end');
  return end;
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
    expect(linesOf(events).map(inShort)).toEqual(lines);
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

describe('the line limit (docs/semantics.md §1.4)', () => {
  const limit = LINE_LIMIT_OCTETS;

  /** Places that matter for a line of so many octets that something follows. */
  function cutsAround(length: number): number[] {
    return [0, 1, 9, 10, 256, 257, limit - 1, limit, limit + 1, length - 1, length, length + 1, length + 2];
  }

  test.each([
    ['short of it', limit - 1, 0],
    ['at it', limit, 0],
    ['one past it', limit + 1, 1],
    ['far past it', 3 * limit + 5, 2 * limit + 5],
  ])('a line %s', (_, length, discarded) => {
    for (const terminator of ['\n', '\r', '\r\n', '']) {
      const body = octetsOf(`${'disallow: /'.padEnd(length, 'x')}${terminator}${terminator && 'allow: /'}`);
      const [line, next] = linesOf(eventsEveryWay(body, {}, cutsAround(length)));
      expect(line).toMatchObject({ type: 'disallow', span: { start: 0, end: length }, terminator });
      expect(line.discardedOctets).toBe(discarded);
      expect(line.octets.length).toBe(Math.min(length, limit));
      expect('value' in line && line.value.end).toBe(Math.min(length, limit));
      expect(line.diagnostics.map(({ code, span }) => [code, span])).toEqual(
        discarded === 0 ? [] : [['line-too-long', { start: limit, end: length }]],
      );
      if (terminator) expect(inShort(next)).toBe(`2 allow ${length + terminator.length}-${body.length}`);
    }
  });

  test('a line over many chunks', () => {
    const body = octetsOf(`${'allow: /'.padEnd(100_000, 'x')}\nallow: /`);
    const chunks = Array.from({ length: 101 }, (_, i) => body.subarray(i * 1000, (i + 1) * 1000));
    sameEvents(eventsOf(chunks), eventsOf([body]));
    expect(linesOf(eventsOf(chunks)).map((line) => [inShort(line), line.discardedOctets])).toEqual([
      ['1 allow 0-100000\\n', 100_000 - limit],
      ['2 allow 100001-100009', 0],
    ]);
  });

  test('octets past it are not read: no comment, no colon, no control octet', () => {
    const tails = ['#comment', '\0', ':', '\xFF'];
    for (const tail of tails) {
      const body = octetsOf(`${'allow: /'.padEnd(limit, 'x')}${tail}\n`);
      const [line] = linesOf(eventsEveryWay(body, {}, cutsAround(limit + tail.length)));
      expect(line).toMatchObject({ type: 'allow', comment: null });
      expect(line.diagnostics.map(({ code }) => code)).toEqual(['line-too-long']);
    }
    const [noColon] = linesOf(eventsOf([octetsOf(`${'a'.repeat(limit)}:`)]));
    expect(noColon.type).toBe('invalid');
  });

  test('white space before the cut is trimmed', () => {
    const body = octetsOf(`${'allow: /a'.padEnd(limit + 5, ' ')}b`);
    const [line] = linesOf(eventsEveryWay(body, {}, cutsAround(limit + 6)));
    expect('value' in line && line.value.text).toBe('/a');
  });

  test('keepOverlong keeps the octets past it, and still does not read them', () => {
    const body = octetsOf(`${'allow: /'.padEnd(limit + 7, 'x')}\r\n#`);
    const [line] = linesOf(eventsEveryWay(body, { keepOverlong: true }, cutsAround(limit + 7)));
    expect(line.octets.length).toBe(limit + 7);
    expect(line.discardedOctets).toBe(0);
    expect('value' in line && line.value.end).toBe(limit);
    expect(line.diagnostics.map(({ code }) => code)).toEqual(['line-too-long']);
  });

  test('a byte order mark does not count; a part of one does', () => {
    const line = 'allow: /'.padEnd(limit, 'x');
    expect(linesOf(eventsOf([octetsOf(`\xEF\xBB\xBF${line}`)]))[0].discardedOctets).toBe(0);
    expect(linesOf(eventsOf([octetsOf(`\xEF${line}`)]))[0].discardedOctets).toBe(1);
  });
});

describe('the parsing limit (docs/semantics.md §1.3)', () => {
  const limit = PARSING_LIMIT_OCTETS;

  /** A body with `tail` at its end, filled up with a comment of so many octets that `tail` begins at `at`. */
  function bodyWith(tail: string, at: number, head = ''): Uint8Array {
    return octetsOf(`${`${head}#`.padEnd(at - 1, 'c')}\n${tail}`);
  }

  const cuts = [0, 1, 2, 3, 4, limit - 2, limit - 1, limit, limit + 1, limit + 2];

  test.each<[string, Uint8Array, string | null, LimitEvent | undefined]>([
    [
      'just reached by a line without a terminator',
      bodyWith('allow:/', limit - 7),
      `2 allow ${limit - 7}-${limit}`,
      undefined,
    ],
    [
      'just reached by a terminator',
      bodyWith('allow:/\n', limit - 8),
      `2 allow ${limit - 8}-${limit - 1}\\n`,
      undefined,
    ],
    [
      'just reached by CR',
      bodyWith('allow:/\r', limit - 8),
      `2 allow ${limit - 8}-${limit - 1}\\r`,
      undefined,
    ],
    [
      'passed by one octet of a line',
      bodyWith('allow:/a', limit - 7),
      null,
      { type: 'limit', maxOctets: limit, line: 2, span: { start: limit - 7, end: limit } },
    ],
    [
      'passed by the terminator of a line',
      bodyWith('allow:/\n', limit - 7),
      null,
      { type: 'limit', maxOctets: limit, line: 2, span: { start: limit - 7, end: limit } },
    ],
    [
      'falls between two lines',
      bodyWith('allow:/\nallow:/', limit - 8),
      `2 allow ${limit - 8}-${limit - 1}\\n`,
      { type: 'limit', maxOctets: limit, line: 3, span: { start: limit, end: limit } },
    ],
    [
      'falls between CR and LF: the CR ends the line',
      bodyWith('allow:/\r\n', limit - 8),
      `2 allow ${limit - 8}-${limit - 1}\\r`,
      { type: 'limit', maxOctets: limit, line: 3, span: { start: limit, end: limit } },
    ],
    [
      'falls after CR, another line follows',
      bodyWith('allow:/\ra', limit - 8),
      `2 allow ${limit - 8}-${limit - 1}\\r`,
      { type: 'limit', maxOctets: limit, line: 3, span: { start: limit, end: limit } },
    ],
    [
      'counts a byte order mark',
      bodyWith('allow:/', limit - 6, '\xEF\xBB\xBF'),
      null,
      { type: 'limit', maxOctets: limit, line: 2, span: { start: limit - 6, end: limit } },
    ],
    [
      'counts part of a byte order mark',
      bodyWith('allow:/', limit - 6, '\xEF'),
      null,
      { type: 'limit', maxOctets: limit, line: 2, span: { start: limit - 6, end: limit } },
    ],
  ])('%s', (_, body, lastLine, limitEvent) => {
    const events = eventsEveryWay(body, {}, cuts);
    const [first, second] = linesOf(events);
    expect(first.line).toBe(1);
    expect(second === undefined ? null : inShort(second)).toBe(lastLine);
    expect(limitOf(events)).toEqual(limitEvent);
    expect(endOf(events)).toEqual({
      type: 'end',
      octets: limit,
      lines: lastLine === null ? 1 : 2,
      truncated: limitEvent !== undefined,
    });
  });

  test.each([
    ['\xEF\xBB\xBF', 3],
    ['\xEF\xBB', 0],
    ['\xEF', 0],
    ['', 0],
  ])('a single line after %j is dropped', (mark, start) => {
    const events = eventsEveryWay(octetsOf(mark.padEnd(limit + 1, 'x')), {}, cuts);
    expect(linesOf(events)).toEqual([]);
    expect(limitOf(events)).toEqual({
      type: 'limit',
      maxOctets: limit,
      line: 1,
      span: { start, end: limit },
    });
  });

  test('is reached by the first octet past it, in any chunk; later octets are not read', () => {
    const parser = new LineParser();
    parser.write(bodyWith('', limit));
    expect(parser.limitReached).toBe(false);
    expect(parser.write(new Uint8Array())).toEqual([]);
    expect(parser.limitReached).toBe(false);
    expect(parser.write(utf8('a')).map(({ type }) => type)).toEqual(['limit']);
    expect(parser.limitReached).toBe(true);
    expect(parser.write(utf8('allow: /\n'))).toEqual([]);
    expect(parser.end()).toEqual([{ type: 'end', octets: limit, lines: 1, truncated: true }]);
  });

  test('can be set by the caller', () => {
    const body = bodyWith('allow:/\nallow:/', limit + 12);
    const own = eventsEveryWay(body, { maxOctets: limit + 20 }, [
      ...cuts,
      limit + 12,
      limit + 19,
      limit + 20,
    ]);
    expect(limitOf(own)).toMatchObject({
      maxOctets: limit + 20,
      line: 3,
      span: { start: limit + 20, end: limit + 20 },
    });
    const none = eventsEveryWay(body, { maxOctets: Infinity }, cuts);
    expect(linesOf(none).map(inShort).slice(1)).toEqual([
      `2 allow ${limit + 12}-${limit + 19}\\n`,
      `3 allow ${limit + 20}-${limit + 27}`,
    ]);
    expect(endOf(none)).toEqual({ type: 'end', octets: body.length, lines: 3, truncated: false });
  });

  test('within a line that is over the line limit, too', () => {
    const body = octetsOf('a'.repeat(limit + 1));
    const events = eventsEveryWay(body, {}, cuts);
    expect(limitOf(events)).toEqual({
      type: 'limit',
      maxOctets: limit,
      line: 1,
      span: { start: 0, end: limit },
    });
    expect(endOf(events)).toMatchObject({ lines: 0 });
  });
});

describe('chunks', () => {
  test('the chunk is copied: its memory can be reused', () => {
    const parser = new LineParser();
    const memory = utf8('allow: /one\nallow: /tw');
    const first = parser.write(memory);
    memory.fill(0x21);
    const rest = parser.write(utf8('o\n'));
    const values = linesOf([...first, ...rest]).map((line) => ('value' in line ? line.value.text : null));
    expect(values).toEqual(['/one', '/two']);
  });

  test('a view on a larger buffer is read within its bounds', () => {
    const memory = utf8('xxallow: /axx');
    const events = eventsOf([memory.subarray(2, 11)]);
    expect(linesOf(events).map(inShort)).toEqual(['1 allow 0-9']);
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
    const written = (text: string): string[] => linesOf(parser.write(utf8(text))).map(inShort);
    expect(written('allow: /a')).toEqual([]);
    expect(written('\nallow: /b\r')).toEqual(['1 allow 0-9\\n']);
    expect(written('')).toEqual([]);
    expect(written('a')).toEqual(['2 allow 10-19\\r']);
  });
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
