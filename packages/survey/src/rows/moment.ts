/**
 * Dates of captures as the columns of the tables: a timestamp, and how precise it is.
 */
import type { RowOf } from '../tables.js';

type Moment = Pick<RowOf<'captures'>, 'fetchedAt' | 'datePrecision'>;

const NO_DATE: Moment = { fetchedAt: null, datePrecision: null };

/** The precision of a text by its length, up to the minute. */
const PRECISIONS: ReadonlyMap<number, string> = new Map([
  ['2024'.length, 'year'],
  ['2024-05'.length, 'month'],
  ['2024-05-01'.length, 'day'],
  ['2024-05-01T12:30Z'.length, 'minute'],
]);

/** A leap second, which timestamps do not have: it is the first moment of the next minute. */
const LEAP_SECOND = /:60(?=[.Z])/;
const SECOND_LENGTH = '2024-05-01T12:30:00Z'.length;
const SECOND_MS = 1000;

/** The columns of a date as {@link captureDate} returns it. */
export function momentOf(date: string | null): Moment {
  if (date === null) return NO_DATE;
  // Most archives write seconds, and only the last of them is a leap second.
  if (date.length === SECOND_LENGTH && !LEAP_SECOND.test(date))
    return { fetchedAt: `${date.slice(0, -1)}.000Z`, datePrecision: 'second' };
  const datePrecision = PRECISIONS.get(date.length) ?? 'second';
  const earlier = date.replace(LEAP_SECOND, ':59');
  const ms = Date.parse(earlier) + (earlier === date ? 0 : SECOND_MS);
  return { fetchedAt: timestampOf(ms), datePrecision };
}

/** The first and the last timestamp of a column: those with a year of four digits, which every program reads. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A time in milliseconds as a timestamp of a column; one before the first or after the last is moved to it. */
export function timestampOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString();
}
