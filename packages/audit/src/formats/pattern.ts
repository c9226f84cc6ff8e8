/**
 * Log formats that people define themselves: a `LogFormat` of Apache, or a `log_format` of nginx.
 */
import { type LineReader, type LogRequest, logRequest, requestLine } from './log-request.js';
import { timeOfText } from './log-times.js';
import { fieldText, targetText } from './octet-text.js';

const BACKSLASH = 0x5c;
const OPEN_BRACKET = '[';

type Part =
  | 'address'
  | 'host'
  | 'time'
  | 'clfTime'
  | 'request'
  | 'method'
  | 'target'
  | 'query'
  | 'status'
  | 'userAgent';

/** What the directives of Apache (mod_log_config) and the variables of nginx stand for. All others are passed over. */
const PARTS: Readonly<Record<string, Part>> = {
  '%h': 'address',
  '%a': 'address',
  '%{c}a': 'address',
  '%v': 'host',
  '%V': 'host',
  '%{host}i': 'host',
  '%t': 'clfTime',
  '%r': 'request',
  '%m': 'method',
  '%U': 'target',
  '%q': 'query',
  '%s': 'status',
  '%{user-agent}i': 'userAgent',
  '%{sec}t': 'time',
  '%{msec}t': 'time',
  '%{usec}t': 'time',
  '%{%s}t': 'time',
  $remote_addr: 'address',
  $host: 'host',
  $http_host: 'host',
  $server_name: 'host',
  $time_local: 'time',
  $time_iso8601: 'time',
  $msec: 'time',
  $request: 'request',
  $request_method: 'method',
  $request_uri: 'target',
  $uri: 'target',
  $args: 'query',
  $query_string: 'query',
  $status: 'status',
  $http_user_agent: 'userAgent',
};

/** A directive or a variable. `%>s` and `%<s` are the status after and before a redirect inside the server; conditions are passed over. */
const FIELD = /%[<>!\d,]*(?:\{[^}]*\}\^?[a-z]+|[a-zA-Z%])|\$\{?[a-z0-9_]+\}?/gi;

interface Step {
  /** Undefined for a field that is passed over. */
  readonly part: Part | undefined;
  /** The octets after the field; empty at the end of the pattern. */
  readonly until: Buffer;
}

/** Whether a text is meant as a pattern, and not as the name of a format. */
export function isPattern(format: string): boolean {
  return /[%$]/.test(format);
}

/** Reads lines by a pattern. */
export class PatternReader implements LineReader {
  readonly #before: Buffer;
  readonly #steps: readonly Step[];

  /** @throws {TypeError} if the pattern lacks the time, the URL or the User-Agent, or two fields are not separated */
  constructor(pattern: string) {
    const text = pattern.replaceAll('\\"', '"').replaceAll('\\t', '\t');
    const fields = [...text.matchAll(FIELD)];
    this.#before = Buffer.from(text.slice(0, fields[0]?.index ?? 0));
    this.#steps = fields.map((field, i) => {
      const next = fields[i + 1];
      const part = PARTS[keyOf(field[0])];
      const until = text.slice(field.index + field[0].length, next?.index);
      if (until === '' && next !== undefined && part !== 'target') {
        throw new TypeError(`nothing separates ${field[0]} from ${next[0]} in the format`);
      }
      return { part, until: Buffer.from(until) };
    });
    const parts = new Set(this.#steps.map(({ part }) => part));
    const lacks = [
      ...(parts.has('time') || parts.has('clfTime')
        ? []
        : ['the time (%t, $time_local, $time_iso8601, $msec)']),
      ...(parts.has('request') || parts.has('target') ? [] : ['the URL (%r, %U, $request, $request_uri)']),
      ...(parts.has('userAgent') ? [] : ['the User-Agent header (%{User-Agent}i, $http_user_agent)']),
    ];
    if (lacks.length > 0) throw new TypeError(`the format lacks ${lacks.join(' and ')}`);
  }

  read(octets: Buffer, start: number, end: number): LogRequest | null {
    if (
      octets.compare(
        this.#before,
        0,
        this.#before.length,
        start,
        Math.min(start + this.#before.length, end),
      ) !== 0
    )
      return null;
    const found: Partial<Record<Part, string>> = {};
    let at = start + this.#before.length;
    for (const { part, until } of this.#steps) {
      const isTime = part === 'clfTime' && octets[at] === OPEN_BRACKET.charCodeAt(0);
      const fieldEnd = isTime ? octets.indexOf(']', at) + 1 : endOf(octets, at, end, until);
      if (fieldEnd <= 0 || fieldEnd > end) return null;
      if (part !== undefined) {
        const read = part === 'target' || part === 'request' || part === 'query' ? targetText : fieldText;
        const text = read(octets, at, fieldEnd, false);
        if (text !== '-') found[part] ??= text;
      }
      at = fieldEnd + until.length;
    }
    const time = timeOfText(found.clfTime ?? found.time ?? '');
    if (Number.isNaN(time)) return null;
    const ofLine = requestLine(found.request ?? '');
    const target = found.target ?? ofLine.target;
    const query = found.query?.replace(/^\?/, '') ?? '';
    return logRequest({
      time,
      address: found.address,
      host: found.host,
      method: found.method ?? ofLine.method,
      target: query === '' || target.includes('?') ? target : `${target}?${query}`,
      status: Number(found.status) || 0,
      userAgent: found.userAgent,
    });
  }
}

/** A field as the table has it. */
function keyOf(field: string): string {
  if (field.startsWith('$')) return field.replace(/[{}]/g, '');
  const plain = field.replace(/^%[<>!\d,]+/, '%');
  return plain.startsWith('%{') && !plain.startsWith('%{%') ? plain.toLowerCase().replace(/t$/, 't') : plain;
}

/** Where a field ends: before the octets that follow it in the pattern. A quotation mark after a backslash ends none. */
function endOf(octets: Buffer, start: number, end: number, until: Buffer): number {
  if (until.length === 0) return end;
  for (let at = octets.indexOf(until, start); at !== -1 && at < end; at = octets.indexOf(until, at + 1)) {
    let backslashes = 0;
    while (at - 1 - backslashes >= start && octets[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
