/**
 * The values of records that are not rules. No specification defines them, so this reads what sites write.
 * A malformed value reads as `undefined` and gets a diagnostic.
 */
import { urlOrNull } from '../urls.js';
import type { CleanParam, License, RecordNode, RequestRate, VisitTime } from './nodes.js';

interface Extension {
  /** What a field belongs to: the agents of its group, or the file. */
  readonly scope: 'agents' | 'file';
  /** The form of its value, for messages; null if every value is valid. */
  readonly form: string | null;
  /** What a value says; `undefined` if it does not have that form. */
  readonly read: (value: string) => unknown;
}

/** The known records that are not rules (docs/semantics.md §3.4 and §3.5). All others belong to agents. */
export const EXTENSIONS: { readonly [name: string]: Extension } = {
  'crawl-delay': { scope: 'agents', form: 'a number of seconds, such as "2.5"', read: parseCrawlDelay },
  'request-rate': {
    scope: 'agents',
    form: 'requests per time, such as "1/5", "1/10s" or "1/2m 0600-0845"',
    read: parseRequestRate,
  },
  'visit-time': { scope: 'agents', form: 'a time of day in UTC, such as "0600-0845"', read: parseVisitTime },
  host: { scope: 'file', form: null, read: String },
  'clean-param': {
    scope: 'file',
    form: 'parameters joined by "&" and a path, such as "sid&sort /forum/"',
    read: parseCleanParam,
  },
};

/** Where records with this field, in lower case, belong. */
export function scopeOf(name: string): Extension['scope'] {
  return Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name].scope : 'agents';
}

/** Seconds between two requests: a decimal number that is not negative, and less than a billion. */
export function parseCrawlDelay(value: string): number | undefined {
  return /^\d{1,9}(?:\.\d*)?$|^\.\d+$/.test(value) ? Number(value) : undefined;
}

const SECONDS_A_UNIT: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3600 };

/** `requests/time`, with the time in seconds or with unit `s`, `m` or `h`, and optionally the time of day when it applies. */
export function parseRequestRate(value: string): RequestRate | undefined {
  const [rate, time, ...rest] = value.split(/[ \t]+/);
  const parts = /^(\d{1,9})\/(\d{1,9})([smh]?)$/i.exec(rate);
  if (parts === null || rest.length > 0) return undefined;
  const [, requests, amount, unit] = parts;
  const seconds = Number(amount) * SECONDS_A_UNIT[unit.toLowerCase()];
  const visitTime = time === undefined ? null : parseVisitTime(time);
  if (visitTime === undefined || seconds === 0 || Number(requests) === 0) return undefined;
  return { requests: Number(requests), seconds, time: visitTime };
}

const HOURS_A_DAY = 24;
const MINUTES_AN_HOUR = 60;

/** `hhmm-hhmm` in UTC; colons, and spaces around the hyphen, are allowed. */
export function parseVisitTime(value: string): VisitTime | undefined {
  const parts = /^(\d\d):?(\d\d) ?- ?(\d\d):?(\d\d)$/.exec(value);
  if (parts === null) return undefined;
  const startMinutes = minutesOfDay(parts[1], parts[2]);
  const endMinutes = minutesOfDay(parts[3], parts[4]);
  return startMinutes === undefined || endMinutes === undefined ? undefined : { startMinutes, endMinutes };
}

/** Minutes after midnight; 24:00 is the day's end. */
function minutesOfDay(hours: string, minutes: string): number | undefined {
  const total = Number(hours) * MINUTES_AN_HOUR + Number(minutes);
  return Number(minutes) < MINUTES_AN_HOUR && total <= HOURS_A_DAY * MINUTES_AN_HOUR ? total : undefined;
}

/** `parameter&parameter path`. */
export function parseCleanParam(value: string): Omit<CleanParam, keyof RecordNode> | undefined {
  const [names, path = '/', ...rest] = value.split(/[ \t]+/);
  const parameters = names.split('&').filter((name) => name !== '');
  return parameters.length === 0 || rest.length > 0 ? undefined : { parameters, path };
}

/** A license line, by its record. */
export function licenseOf({ line, field, value }: RecordNode): License {
  const { text } = value;
  const url = /\s/.test(text) ? null : urlOrNull(text);
  const isFetchable = url !== null && /^https?:$/.test(url.protocol);
  return { line, field, value, url: isFetchable ? url.href : null };
}
