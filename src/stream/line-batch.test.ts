/** What a batch says of its lines is what their events say. */
import { describe, expect, test } from 'vitest';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import { eventsOf } from '../../test/support/ways.js';
import { isLineEvent } from './events.js';
import { LineBatch } from './line-batch.js';
import { LineBatchParser } from './line-parser.js';

const TEXT = [
  '\uFEFF# comment',
  'user-agent: a # b',
  '',
  'Disallow: /x',
  'alow /y',
  ' host : example.com ',
  'sitemap:',
  'content-usage: ai=n',
  'three words here',
  ':',
  'user-agent: b\0',
  `allow: /${'z'.repeat(3_000)}`,
  'disallow: /last',
].join('\r\n');

const OCTETS = new TextEncoder().encode(TEXT);

interface Line {
  readonly line: number;
  readonly type: string;
  readonly value: string | null;
}

/** The lines of all batches of a file that comes in chunks. Each line's type is asked for first, or its value. */
function linesOfBatches(chunks: readonly Uint8Array[], first: 'type' | 'value' = 'type'): Line[] {
  const parser = new LineBatchParser();
  const items = [...chunks.flatMap((chunk) => parser.write(chunk)), ...parser.end()];
  return items
    .filter((item) => item instanceof LineBatch)
    .flatMap((batch) =>
      Array.from({ length: batch.count }, (_, i) => {
        if (first === 'value') batch.valueStart(i);
        const type = batch.type(i);
        const isRecord = !['blank', 'comment', 'invalid'].includes(type);
        const value = batch.octets.slice(batch.valueStart(i), batch.valueEnd(i));
        return { line: batch.firstLine + i, type, value: isRecord ? toOctetString(value) : null };
      }),
    );
}

const LINES: readonly Line[] = eventsOf([OCTETS])
  .filter(isLineEvent)
  .map((event) => ({
    line: event.line,
    type: event.type,
    value: 'value' in event && event.value !== undefined ? toOctetString(event.value.octets) : null,
  }));

test('where a value is does not depend on whether the type was asked for first', () => {
  const chunks = [octetsOf('Host: a.example\nHost:b\n')];
  const lines = linesOfBatches(chunks, 'value');
  expect(lines.map(({ value }) => value)).toEqual(['a.example', 'b']);
  expect(lines).toEqual(linesOfBatches(chunks, 'type'));
});

describe('the lines of batches are those of events', () => {
  test('of a file in one chunk', () => {
    expect(LINES.map(({ type }) => type)).toEqual([
      ...['comment', 'user-agent', 'blank', 'disallow', 'other', 'other', 'sitemap'],
      ...['other', 'invalid', 'invalid', 'user-agent', 'allow', 'disallow'],
    ]);
    expect(linesOfBatches([OCTETS])).toEqual(LINES);
  });

  test.each([1, 2, 7, 64, 1_000])('of a file in chunks of %i octets', (size) => {
    const chunks = Array.from({ length: Math.ceil(OCTETS.length / size) }, (_, i) =>
      OCTETS.subarray(i * size, (i + 1) * size),
    );
    expect(linesOfBatches(chunks)).toEqual(LINES);
  });
});

test('the lines of a small chunk are one batch, or two where the memory for rows ends', () => {
  // The memory has room for hundreds of rows, so of two small files it cuts at most one.
  const files = Array.from({ length: 2 }, () =>
    new LineBatchParser()
      .write(octetsOf('a: b\nallow: /c\n\ndisallow: /d'))
      .filter((item) => item instanceof LineBatch)
      .map(({ count, firstLine }) => ({ count, firstLine })),
  );
  expect(files).toContainEqual([{ count: 3, firstLine: 1 }]);
});
