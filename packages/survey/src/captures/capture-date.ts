/**
 * When a capture was fetched: dates of ISO 8601, as archives and programs write them.
 */

/** What {@link captureDate} reads, for messages. */
export const DATE_EXPECTED =
  'a date of ISO 8601 is expected, such as 2024-05-01, 2024-05-01T12:30:00Z or 2024-05-01T14:30:00.5+02:00, from the year 0000 to 9999';

/** A year, a year and a month, a date, or a date and a time, with or without seconds and a time zone. */
const FORM =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;
const YEAR_DIGITS = 4;

/**
 * A date in UTC, so that dates compare as texts: the forms of WARC-Date (W3C-DTF), and those of RFC 3339. A time without a zone counts as
 * UTC, as most programs that leave it out mean it.
 *
 * @returns as precise as the text: `2024`, `2024-05`, `2024-05-01`, `2024-05-01T12:30Z`, `2024-05-01T12:30:00.5Z`; undefined if it is
 *   no such date
 */
export function captureDate(text: string): string | undefined {
  const parts = FORM.exec(text);
  if (parts === null) return undefined;
  const [, year, month = '01', day = '01', hour, minute = '00', seconds, zone = 'Z'] = parts;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  if (hour === undefined) return text;
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}`;
  const utc = offset === 0 ? local : minutesEarlier(local, offset);
  if (utc === undefined || !isSecond(seconds, utc)) return undefined;
  return seconds === undefined ? `${utc}Z` : `${utc}:${seconds}Z`;
}

/** The days of each month, in a leap year. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEBRUARY = 2;

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === FEBRUARY && !isLeap ? 28 : MONTH_DAYS[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** A date and a time some minutes earlier; undefined in a year before 0000 or after 9999. */
function minutesEarlier(time: string, minutes: number): string | undefined {
  const earlier = new Date(Date.parse(`${time}Z`) - minutes * MINUTE_MS).toISOString();
  // Those years have a sign and six digits.
  return earlier.indexOf('-') === YEAR_DIGITS ? earlier.slice(0, time.length) : undefined;
}

/** Whether a minute in UTC has a second. A leap second is the 61st of the last minute of an hour. */
function isSecond(seconds: string | undefined, utc: string): boolean {
  if (seconds === undefined) return true;
  return Number(seconds) < 60 || (utc.endsWith(':59') && seconds.startsWith('60'));
}

/** How many minutes a zone is ahead of UTC; undefined if there is no such zone. */
function offsetMinutes(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  const offset = hours * HOUR_MINUTES + minutes;
  return zone.startsWith('-') ? -offset : offset;
}
