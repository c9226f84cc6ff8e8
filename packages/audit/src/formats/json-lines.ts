/**
 * Logs with a JSON object in each line: of nginx under any names, Caddy, Cloudflare Logpush, CloudFront.
 */
import { type LineReader, type LogRequest, logRequest, requestLine } from './log-request.js';
import { timeOfNumber, timeOfText } from './log-times.js';
import { asTarget, percentDecoded } from './octet-text.js';

/** The names under which a part of a request is looked for, the first one first. A dot leads into an object. */
export interface JsonNames {
  readonly time: readonly string[];
  readonly address: readonly string[];
  readonly host: readonly string[];
  readonly method: readonly string[];
  /** The path, with its query or without. */
  readonly target: readonly string[];
  /** The query, if the path is without it. */
  readonly query: readonly string[];
  /** The whole request line. */
  readonly requestLine: readonly string[];
  readonly status: readonly string[];
  readonly userAgent: readonly string[];
}

/** nginx has no names of its own: these are those of its variables, and those that people give them. */
export const NGINX_NAMES: JsonNames = {
  time: ['time_iso8601', 'time_local', 'msec', '@timestamp', 'timestamp', 'time', 'datetime', 'date', 'ts'],
  address: [
    'remote_addr',
    'client_ip',
    'remote_ip',
    'clientip',
    'client',
    'ip',
    'realip_remote_addr',
    'address',
  ],
  host: ['host', 'http_host', 'vhost', 'server_name', 'domain'],
  method: ['request_method', 'method', 'verb'],
  target: ['request_uri', 'uri', 'request_path', 'path', 'url', 'target'],
  query: ['args', 'query_string', 'query'],
  requestLine: ['request', 'request_line'],
  status: ['status', 'status_code', 'response', 'response_status'],
  userAgent: ['http_user_agent', 'user_agent', 'userAgent', 'useragent', 'agent', 'ua'],
};

export const CADDY_NAMES: JsonNames = {
  time: ['ts'],
  address: ['request.client_ip', 'request.remote_ip', 'request.remote_addr'],
  host: ['request.host'],
  method: ['request.method'],
  target: ['request.uri'],
  query: [],
  requestLine: [],
  status: ['status'],
  userAgent: ['request.headers.User-Agent'],
};

export const LOGPUSH_NAMES: JsonNames = {
  time: ['EdgeStartTimestamp', 'EdgeEndTimestamp'],
  address: ['ClientIP'],
  host: ['ClientRequestHost'],
  method: ['ClientRequestMethod'],
  target: ['ClientRequestURI', 'ClientRequestPath'],
  query: [],
  requestLine: [],
  status: ['EdgeResponseStatus'],
  userAgent: ['ClientRequestUserAgent'],
};

export const CLOUDFRONT_JSON_NAMES: JsonNames = {
  time: ['timestamp(ms)', 'timestamp'],
  address: ['c-ip'],
  host: ['x-host-header', 'cs(Host)'],
  method: ['cs-method'],
  target: ['cs-uri-stem'],
  query: ['cs-uri-query'],
  requestLine: [],
  status: ['sc-status'],
  userAgent: ['cs(User-Agent)'],
};

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads lines of JSON. */
export class JsonReader implements LineReader {
  readonly #names: { readonly [part in keyof JsonNames]: readonly (readonly string[])[] };
  readonly #isEncoded: boolean;

  /** @param isEncoded whether the User-Agent is percent-encoded, as CloudFront writes it */
  constructor(names: JsonNames, isEncoded = false) {
    this.#names = Object.fromEntries(
      Object.entries(names).map(([part, list]) => [part, list.map((name: string) => pathTo(name))]),
    ) as never;
    this.#isEncoded = isEncoded;
  }

  read(octets: Buffer, start: number, end: number): LogRequest | null {
    const record = objectIn(octets.toString('utf8', start, end));
    if (record === null) return null;
    const time = this.#timeOf(record);
    if (Number.isNaN(time)) return null;
    const target = this.#text(record, 'target');
    const line = target === '' ? this.#text(record, 'requestLine') : '';
    if (target === '' && line === '' && !this.#knows(record)) return null;
    const query = target === '' || target.includes('?') ? '' : this.#text(record, 'query');
    const fromLine = requestLine(line);
    const whole =
      target === '' ? fromLine.target : query === '' ? target : `${target}?${query.replace(/^\?/, '')}`;
    const agent = this.#text(record, 'userAgent');
    return logRequest({
      time,
      address: this.#text(record, 'address').replace(/^([\d.]+):\d+$/, '$1'),
      host: this.#text(record, 'host'),
      method: this.#text(record, 'method') || fromLine.method,
      target: asTarget(whole),
      status: Number(this.#text(record, 'status')) || 0,
      userAgent: this.#isEncoded ? percentDecoded(agent) : agent,
    });
  }

  /** Whether it has a member by which a line of this log is recognised: a path, a request line or a User-Agent. An object is none, as Caddy's `request`. */
  #knows(record: JsonObject): boolean {
    return (['target', 'requestLine', 'userAgent'] as const).some((part) =>
      this.#names[part].some((path) => {
        const value = memberOf(record, path);
        return value !== undefined && (typeof value !== 'object' || value === null);
      }),
    );
  }

  #timeOf(record: JsonObject): number {
    for (const path of this.#names.time) {
      const value = memberOf(record, path);
      if (typeof value === 'number') return timeOfNumber(value);
      if (typeof value === 'string' && value !== '') return timeOfText(value);
    }
    const { date, time } = record;
    return typeof date === 'string' && typeof time === 'string' ? timeOfText(`${date} ${time}`) : Number.NaN;
  }

  #text(record: JsonObject, part: keyof JsonNames): string {
    for (const path of this.#names[part]) {
      const value = memberOf(record, path);
      if (typeof value === 'string' && value !== '' && value !== '-') return value;
      if (typeof value === 'number') return String(value);
      if (Array.isArray(value) && typeof value[0] === 'string') return value[0];
    }
    return '';
  }
}

/** A name as the way to a member. Names with parentheses, such as `cs(User-Agent)`, have no dots that lead anywhere. */
function pathTo(name: string): readonly string[] {
  return name.split('.');
}

function memberOf(record: JsonObject, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** An object of JSON. nginx writes `\xhh` without `escape=json`, which JSON does not have. */
export function objectIn(text: string): JsonObject | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (!text.includes('\\x')) return null;
    try {
      value = JSON.parse(text.replaceAll(/\\x([0-9a-f]{2})/gi, '\\u00$1'));
    } catch {
      return null;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
