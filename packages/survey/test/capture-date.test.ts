/** Dates of captures: which forms are read, and in UTC, so that they compare as texts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { captureDate } from '../src/captures/capture-date.js';
import { survey } from '../src/index.js';
import { momentOf } from '../src/rows/moment.js';
import { capture, members } from './support/warc-writer.js';

test.each([
  ...['2024', '2024-05', '2024-02-29', '0000-01-01', '9999-12-31T23:59:59Z', '2024-05-01T12:30Z'],
  ...['2024-05-01T12:30:00Z', '2024-05-01T12:30:00.123456789Z', '2016-12-31T23:59:60Z'],
])('%s stays as it is', (text) => {
  expect(captureDate(text)).toBe(text);
});

test.each([
  ['2024-05-01T12:30:00', '2024-05-01T12:30:00Z'],
  ['2024-05-01 12:30:00.5', '2024-05-01T12:30:00.5Z'],
  ['2024-05-01t12:30:00z', '2024-05-01T12:30:00Z'],
  ['2024-05-01T12:30:00-0000', '2024-05-01T12:30:00Z'],
  ['2024-05-01T00:30:15.25+02:00', '2024-04-30T22:30:15.25Z'],
  ['2024-02-28T23:30-01', '2024-02-29T00:30Z'],
  ['2017-01-01T05:29:60+05:30', '2016-12-31T23:59:60Z'],
])('%s is %s', (text, date) => {
  expect(captureDate(text)).toBe(date);
});

test.each([
  ...['', ' 2024-05-01', '2024-05-01\n', '20240501', '20240501000000', '20240501T000000Z', '1714521600'],
  ...['24-05-01', '2024-5-1', '2024-W18-3', '2024-122', '2024-00', '2024-13', '2024-02-30', '2023-02-29'],
  ...['1900-02-29', '2024-05-00', '2024-05Z', '2024-05-01Z', '2024-05-01T12', '2024-05-01T24:00:00Z'],
  ...['2024-05-01T12:60:00Z', '2024-05-01T12:30:60Z', '2024-05-01T23:59:61Z', '2024-05-01T12:30:00,5Z'],
  ...['2024-05-01T12:30:00.Z', '2024-05-01T12:30:00+24:00', '2024-05-01T12:30:00+02:60'],
  ...['2024-05-01T12:30:00 +02:00', '2024-05-01T12:30:00Z[UTC]', '12024-05-01', '+012024-05-01'],
  ...['-0001-05-01', '0000-01-01T00:00:00+01:00', '9999-12-31T23:30:00-01:00'],
  ...['Wed, 01 May 2024 00:00:00 GMT', '٢٠٢٤'],
])('%j is no date', (text) => {
  expect(captureDate(text)).toBeUndefined();
});

checkProperty(
  'a date and time in any zone is the same moment in UTC',
  fc.property(
    fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }),
    fc.integer({ min: -14 * 60, max: 14 * 60 }),
    (moment, ahead) => {
      const local = new Date(moment.getTime() + ahead * 60_000).toISOString().slice(0, -1);
      const minutes = Math.abs(ahead);
      const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0');
      const zone = `${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
      expect(captureDate(`${local}${zone}`)).toBe(moment.toISOString());
    },
  ),
);

test.each([
  ['2024', '2024-01-01T00:00:00.000Z', 'year'],
  ['2024-05', '2024-05-01T00:00:00.000Z', 'month'],
  ['2024-05-02', '2024-05-02T00:00:00.000Z', 'day'],
  ['2024-05-02T12:30Z', '2024-05-02T12:30:00.000Z', 'minute'],
  ['2024-05-02T12:30:01Z', '2024-05-02T12:30:01.000Z', 'second'],
  ['2024-05-02T12:30:01.123456789Z', '2024-05-02T12:30:01.123Z', 'second'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z', 'second'],
  ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z', 'second'],
  ['0000-01-01', '0000-01-01T00:00:00.000Z', 'day'],
  [null, null, null],
])('%s in the tables', (date, fetchedAt, datePrecision) => {
  expect(momentOf(date)).toEqual({ fetchedAt, datePrecision });
});

async function rowsOf(octets: Uint8Array): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { table, row } of survey(octets))
    rows.push(table === 'verdicts' ? row.fetchedAt : 'message' in row && row.message);
  return rows;
}

test('a line of NDJSON with another form is a fault that names the forms', async () => {
  const line = (fetchedAt: unknown) => JSON.stringify({ url: 'https://a.example/robots.txt', fetchedAt });
  const lines = [line('20240501000000'), line(1714521600), line('2024-05-01 00:00')];
  expect(await rowsOf(Buffer.from(lines.join('\n')))).toEqual([
    expect.stringMatching(/^"fetchedAt" is "20240501000000"; a date of ISO 8601 is expected, such as /),
    '"fetchedAt" is not a string',
    '2024-05-01T00:00:00.000Z',
  ]);
});

test('a WARC record with another form is read without a date, and is a fault', async () => {
  const records = ['2024-05-01T00:00:00Z', '20240501000000'].map((date) =>
    capture('a.example', '', { date }),
  );
  expect(await rowsOf(members(records))).toEqual([
    '2024-05-01T00:00:00.000Z',
    null,
    expect.stringMatching(/^WARC-Date is "20240501000000"; a date of ISO 8601 is expected, /),
  ]);
});
