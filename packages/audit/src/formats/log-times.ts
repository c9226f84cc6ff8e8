/**
 * Times as logs write them → milliseconds since 1970.
 */

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** How many octets `10/Oct/2000:13:55:36 -0700` has. */
export const CLF_TIME_OCTETS = 26;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A month by the letters of its name, in lower case, as one number. */
const MONTH_OF = new Map(
  MONTHS.map((name, i) => [(name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | name.charCodeAt(2), i]),
);

/** The octets of upper-case and lower-case letters differ in this bit. */
const CASE_BITS = 0x202020;

/** Reads the times of the Common Log Format. Neighbouring lines have the same day, so it is computed once. */
export class ClfTimes {
  #day = -1;
  #dayMs = 0;

  /** @returns NaN if there is no such time at a place */
  read(octets: Buffer, at: number): number {
    const day = two(octets, at);
    const month = MONTH_OF.get((octets[at + 3] << 16) | (octets[at + 4] << 8) | octets[at + 5] | CASE_BITS);
    const year = two(octets, at + 7) * 100 + two(octets, at + 9);
    const hour = two(octets, at + 12);
    const minute = two(octets, at + 15);
    const second = two(octets, at + 18);
    const sign = octets[at + 21];
    const zone = two(octets, at + 22) * 60 + two(octets, at + 24);
    if (
      month === undefined ||
      octets[at + 2] !== 0x2f ||
      octets[at + 6] !== 0x2f ||
      octets[at + 11] !== 0x3a ||
      (sign !== 0x2b && sign !== 0x2d) ||
      !(day >= 1 && day <= 31 && hour <= 23 && minute <= 59 && second <= 60 && zone <= 24 * 60 && year >= 0)
    ) {
      return Number.NaN;
    }
    const key = (year * 12 + month) * 32 + day;
    if (key !== this.#day) {
      this.#day = key;
      // Not `Date.UTC` alone, which takes the years 0 to 99 for 1900 to 1999.
      this.#dayMs = new Date(0).setUTCFullYear(year, month, day);
    }
    const local = this.#dayMs + ((hour * 60 + minute) * 60 + second) * SECOND_MS;
    return local - (sign === 0x2d ? -zone : zone) * MINUTE_MS;
  }
}

/** A number of two digits; NaN if they are none. */
function two(octets: Buffer, at: number): number {
  const high = octets[at] - 0x30;
  const low = octets[at + 1] - 0x30;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : Number.NaN;
}

/** `2026-11-24T10:00:00.5+01:00`, `2026-11-24 10:00:00`, `2026/11/24 10:00:00`. */
const ISO_LIKE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A time as text: of ISO 8601, of the Common Log Format, or a count of seconds and the like. A time without a zone is in UTC. NaN if it is none. */
export function timeOfText(text: string): number {
  const iso = ISO_LIKE.exec(text);
  if (iso !== null) {
    const [, year, month, day, time = '00:00:00', zone = 'Z'] = iso;
    const colon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
    return Date.parse(`${year}-${month}-${day}T${time.replace(',', '.')}${colon}`);
  }
  if (/^\d+(?:\.\d+)?$/.test(text)) return timeOfNumber(Number(text));
  const clf = text.replace(/^\[|\]$/g, '');
  return clf.length === CLF_TIME_OCTETS ? new ClfTimes().read(Buffer.from(clf, 'latin1'), 0) : Number.NaN;
}

/** From these numbers on, a count since 1970 is of milliseconds, microseconds and nanoseconds: as seconds, they are after the year 5000. */
const UNITS = [
  [1e17, 1e-6],
  [1e14, 1e-3],
  [1e11, 1],
] as const;

/** A count of seconds since 1970 or, if it is too large for that, of their thousandths, millionths or billionths. */
export function timeOfNumber(count: number): number {
  if (!Number.isFinite(count) || count < 0) return Number.NaN;
  const factor = UNITS.find(([from]) => count >= from)?.[1] ?? SECOND_MS;
  const ms = Math.floor(count * factor);
  return ms <= 8.64e15 ? ms : Number.NaN;
}
