/** Every line of a file has one row. */
import { describe, expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { eventsOf as eventsOfChunks, linesOf, sameEvents } from '../../test/support/ways.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { parseSync } from '../parse.js';
import { PROFILES, type ProfileName } from '../profiles.js';
import { typeOfRow } from '../stream/events.js';
import * as Row from '../stream/row.js';
import { ANY_OCTET } from '../stream/scan.js';
import { takeOctets } from './collect.js';
import type { RobotsFile } from './file.js';
import { eventsOf, foldRows, forEachRow, rowsUnder } from './file-rows.js';

function fileOf(text: string): RobotsFile {
  return takeOctets(octetsOf(text));
}

const FILES = [
  '',
  '\n',
  'x',
  ' \t',
  'disallow: /',
  '\xEF\xBB\xBFdisallow: /\n',
  '\xEF\xBB\xBF\n# c\nallow: /',
  '\xEFallow: /\nallow: /a',
  '\xEF\xBB\nx y',
  'user-agent: a\r\n\r\nx: 1\r# c\rdisallow: /\n\n\n \t\v\f\nallow: /\n\n',
  '\n\r\n \rhost: a\n\nuser-agent: b\0\n\0\n: x\nthree words here\n\ndisallow: /a # c',
  'sitemap: x\n\nsitemap: y\r\n\r\n\r\nsitemap: z\r\r',
  `${'\n'.repeat(300)}allow: /\n${'# c\n'.repeat(300)}x`,
];

function lineOf(rows: Int32Array, at: number): string {
  return `${rows[at + Row.LINE]} ${rows[at + Row.START]}-${rows[at + Row.END]} ${typeOfRow(rows, at)}`;
}

/** Every line of a file. */
function everyLine(file: RobotsFile): string[] {
  const lines: string[] = [];
  forEachRow(file, (rows, at) => {
    lines.push(lineOf(rows, at));
  });
  return lines;
}

describe.each(FILES)('%j', (text) => {
  const file = fileOf(text);
  const events = linesOf(eventsOfChunks([octetsOf(text)]));
  const lines = events.map(({ line, span, type }) => `${line} ${span.start}-${span.end} ${type}`);

  test('each line is visited, in order', () => {
    expect(everyLine(file)).toEqual(lines);
  });

  test('its events are those of a stream', () => {
    sameEvents([...eventsOf(file)], events);
  });

  test.each(Object.keys(PROFILES) as ProfileName[])(
    'under %s a fold takes the rows of the file',
    (profile) => {
      const { reading } = PROFILES[profile];
      const folded: number[] = [];
      const take = (rows: Int32Array, from: number, to: number): void => {
        folded.push(...rows.subarray(from, to));
      };
      foldRows(file.octets, reading, { second: ANY_OCTET, skipped: Row.ALLOW, take });
      expect(folded).toEqual([...rowsUnder(file, reading)]);
    },
  );
});

test('a file of more lines than are read at a time has an event for each', () => {
  const events = [...eventsOf(fileOf('a: b\n'.repeat(1_000)))];
  expect(events.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
});

test('a line longer than what is loaded at a time is one event, and so are those around it', () => {
  for (const length of [1, 2, 4].flatMap((times) => [-1, 0, 1].map((more) => times * 16_384 + more))) {
    const text = `a: b\n${'x'.repeat(length)}\r\nc: d\n`;
    const events = [...eventsOf(fileOf(text))];
    expect(events.map(({ line, octets }) => [line, octets.length])).toEqual([
      [1, 4],
      [2, length],
      [3, 4],
    ]);
  }
});

test('a file that is read between two events does not change the second one', () => {
  const text = 'a: b\n'.repeat(600);
  const events = eventsOf(fileOf(text));
  const values: string[] = [];
  for (const event of events) {
    if ('value' in event) values.push(event.value.text);
    parseSync('user-agent: z\n'.repeat(300)).groups.at(0);
  }
  expect(values).toEqual(Array(600).fill('b'));
});

test('events of a file have the octets past the line limit', () => {
  const line = 'x'.repeat(LINE_LIMIT_OCTETS + 10);
  const [event] = eventsOf(fileOf(`${line}\n`));
  expect(event.octets.length).toBe(line.length);
  expect(event.discardedOctets).toBe(0);
});
