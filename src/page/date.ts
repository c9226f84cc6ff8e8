/**
 * Reads the dates of `unavailable_after`, in the forms of RFC 822 and RFC 850 (mail and old HTTP) and of ISO 8601. `Date.parse` is not used: it
 * reads more forms, which differ between engines, and reads some of them in the time zone of the machine.
 */
import { lowerCaseLetters } from '../ascii.js';

const HOUR_MINUTES = 60;

/** No date of these forms is longer. */
const MAX_CHARACTERS = 100;

/** `2020-09-21`, `2020-09-21T15:00:00.5+02:00`, `20200921T150000Z`. A space may be in place of the T. */
const ISO =
  /^(\d{4})(?:-(\d\d)-(\d\d)|(\d\d)(\d\d))(?:[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)? ?([a-z+-]\S*)?)?$/i;

/** `Fri, 25 Jun 2010 15:00:00 +0200`, `Friday, 25-Jun-10 15:00:00 GMT`, `25 Jun 2010`. */
const RFC =
  /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d\d)(?: (\d{1,2}):(\d\d)(?::(\d\d))? ?(.*))?$/i;

/** `Fri Jun 25 15:00:00 2010`, which C's `asctime` writes. */
const ASCTIME = /^[a-z]{3} ([a-z]{3}) (\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})$/i;

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** How many hours the zones of RFC 822 §5 are ahead of UTC. */
const ZONE_HOURS: ReadonlyMap<string, number> = new Map([
  ...(['', 'z', 'ut', 'utc', 'gmt'] as const).map((zone) => [zone, 0] as const),
  ...(['e', 'c', 'm', 'p'] as const).flatMap(
    (zone, i) => [[`${zone}st`, -5 - i] as const, [`${zone}dt`, -4 - i] as const] as const,
  ),
]);

/** Two-digit years from this one on are in the 1900s, as in RFC 6265 §5.1.1. */
const FIRST_OF_1900S = 70;

/**
 * Reads a date of `unavailable_after`. Without a time it is the start of the day, and without a zone it is in UTC.
 *
 * @returns milliseconds since 1970; undefined if the text is not a date in one of the forms above
 */
export function dateOf(text: string): number | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const plain = text.trim().replace(/\s+/g, ' ');
  const iso = ISO.exec(plain);
  if (iso !== null) {
    const [, year, month = '', day = '', plainMonth, plainDay, ...time] = iso;
    return timeOf(year, Number(plainMonth ?? month), plainDay ?? day, time);
  }
  const rfc = RFC.exec(plain);
  if (rfc !== null) {
    const [, day, month, year, ...time] = rfc;
    return timeOf(fullYear(year), monthOf(month), day, time);
  }
  const [, month = '', day = '', hour, minute, second, year = ''] = ASCTIME.exec(plain) ?? [];
  return year === '' ? undefined : timeOf(year, monthOf(month), day, [hour, minute, second]);
}

/** @param month from 1 */
function timeOf(
  year: string,
  month: number,
  day: string,
  [hour = '0', minute = '0', second = '0', zone = '']: readonly (string | undefined)[],
): number | undefined {
  const offset = offsetMinutes(zone);
  if (offset === undefined || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month - 1, Number(day));
  // `Date.UTC` would move a day that the month does not have to the next month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== Number(day)) return undefined;
  date.setUTCHours(Number(hour), Number(minute) - offset, Number(second));
  return date.getTime();
}

/** How many minutes a zone is ahead of UTC; undefined if there is no such zone. */
function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours = '', minutes = '0'] = /^(?:gmt|utc)?([+-])(\d\d):?(\d\d)?$/i.exec(zone) ?? [];
  if (sign === undefined) {
    const ahead = ZONE_HOURS.get(lowerCaseLetters(zone.trim()));
    return ahead === undefined ? undefined : ahead * HOUR_MINUTES;
  }
  const offset = Number(hours) * HOUR_MINUTES + Number(minutes);
  return sign === '-' ? -offset : offset;
}

function fullYear(year: string): string {
  if (year.length > 2) return year;
  return `${Number(year) >= FIRST_OF_1900S ? 19 : 20}${year}`;
}

/** The number of a month from 1 by its name or the first three letters of it; 0 if there is no such month. */
function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(lowerCaseLetters(name))) + 1;
}
