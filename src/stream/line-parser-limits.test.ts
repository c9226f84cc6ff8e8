/** The line limit and the parsing limit, as a stream shows them. */
import { describe, expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { eventsEveryWay, eventsOf, lineInShort, linesOf, sameEvents } from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from '../limits.js';
import type { EndEvent, LimitEvent, RobotsEvent } from './events.js';
import { lineDiagnostics } from './line-diagnostics.js';
import { LineParser } from './line-parser.js';

function limitOf(events: readonly RobotsEvent[]): LimitEvent | undefined {
  return events.find((event) => event.type === 'limit');
}

function endOf(events: readonly RobotsEvent[]): EndEvent {
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('the last event is not end');
  return end;
}

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
      expect(lineDiagnostics(line).map(({ code, span }) => [code, span])).toEqual(
        discarded === 0 ? [] : [['line-too-long', { start: limit, end: length }]],
      );
      if (terminator) expect(lineInShort(next)).toBe(`2 allow ${length + terminator.length}-${body.length}`);
    }
  });

  test('a line over many chunks', () => {
    const body = octetsOf(`${'allow: /'.padEnd(100_000, 'x')}\nallow: /`);
    const chunks = Array.from({ length: 101 }, (_, i) => body.subarray(i * 1000, (i + 1) * 1000));
    sameEvents(eventsOf(chunks), eventsOf([body]));
    expect(linesOf(eventsOf(chunks)).map((line) => [lineInShort(line), line.discardedOctets])).toEqual([
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
      expect(lineDiagnostics(line).map(({ code }) => code)).toEqual(['line-too-long']);
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
    expect(lineDiagnostics(line).map(({ code }) => code)).toEqual(['line-too-long']);
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

  /** The last line, which begins and ends so many octets before the limit. */
  const lastRead = (start: number, end: number, terminator = ''): string =>
    `2 allow ${limit - start}-${limit - end}${terminator}`;

  /** The limit is reached in a line that begins so many octets before it. */
  const reachedIn = (line: number, before: number): LimitEvent => ({
    type: 'limit',
    maxOctets: limit,
    line,
    span: { start: limit - before, end: limit },
  });

  test.each<[string, Uint8Array, string | null, LimitEvent | undefined]>([
    ['just reached by a line without an end', bodyWith('allow:/', limit - 7), lastRead(7, 0), undefined],
    ['just reached by a terminator', bodyWith('allow:/\n', limit - 8), lastRead(8, 1, '\\n'), undefined],
    ['just reached by CR', bodyWith('allow:/\r', limit - 8), lastRead(8, 1, '\\r'), undefined],
    ['passed by one octet of a line', bodyWith('allow:/a', limit - 7), null, reachedIn(2, 7)],
    ['passed by the terminator of a line', bodyWith('allow:/\n', limit - 7), null, reachedIn(2, 7)],
    [
      'falls between two lines',
      bodyWith('allow:/\nallow:/', limit - 8),
      lastRead(8, 1, '\\n'),
      reachedIn(3, 0),
    ],
    ['falls between CR and LF', bodyWith('allow:/\r\n', limit - 8), lastRead(8, 1, '\\r'), reachedIn(3, 0)],
    [
      'falls after CR, before another line',
      bodyWith('allow:/\ra', limit - 8),
      lastRead(8, 1, '\\r'),
      reachedIn(3, 0),
    ],
    ['counts a byte order mark', bodyWith('allow:/', limit - 6, '\xEF\xBB\xBF'), null, reachedIn(2, 6)],
    ['counts part of a byte order mark', bodyWith('allow:/', limit - 6, '\xEF'), null, reachedIn(2, 6)],
  ])('%s', (_, body, lastLine, limitEvent) => {
    const events = eventsEveryWay(body, {}, cuts);
    const [first, second] = linesOf(events);
    expect(first.line).toBe(1);
    expect(second === undefined ? null : lineInShort(second)).toBe(lastLine);
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
    expect(limitOf(events)).toEqual(reachedIn(1, limit - start));
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
    expect(linesOf(none).map(lineInShort).slice(1)).toEqual([
      `2 allow ${limit + 12}-${limit + 19}\\n`,
      `3 allow ${limit + 20}-${limit + 27}`,
    ]);
    expect(endOf(none)).toEqual({ type: 'end', octets: body.length, lines: 3, truncated: false });
  });

  test('within a line that is over the line limit, too', () => {
    const body = octetsOf('a'.repeat(limit + 1));
    const events = eventsEveryWay(body, {}, cuts);
    expect(limitOf(events)).toEqual(reachedIn(1, limit));
    expect(endOf(events)).toMatchObject({ lines: 0 });
  });
});
