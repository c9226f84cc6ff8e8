/**
 * Logs with columns that have names: W3C Extended, which names them in a line `#Fields:`, CloudFront, and the load balancers of AWS.
 */
import { type LineReader, type LogRequest, logRequest, requestLine } from './log-request.js';
import { timeOfText } from './log-times.js';
import { asTarget, fieldText, percentDecoded, targetText } from './octet-text.js';

const SP = 0x20;
const HTAB = 0x09;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HASH = 0x23;

/** What a column says about a request. */
type Part =
  | 'date'
  | 'time'
  | 'address'
  | 'host'
  | 'method'
  | 'target'
  | 'query'
  | 'request'
  | 'status'
  | 'userAgent';

/** The columns that are read, by their names in lower case. Where several say the same, the first of them in this order counts. */
const PARTS: Readonly<Record<string, Part>> = {
  date: 'date',
  time: 'time',
  timestamp: 'time',
  'x-host-header': 'host',
  'cs(host)': 'host',
  'cs-host': 'host',
  'c-ip': 'address',
  'client:port': 'address',
  'cs-method': 'method',
  'cs-uri-stem': 'target',
  'cs-uri': 'target',
  'cs-uri-query': 'query',
  request: 'request',
  'sc-status': 'status',
  elb_status_code: 'status',
  'cs(user-agent)': 'userAgent',
  user_agent: 'userAgent',
};

/** The columns of a part that no column has. */
const NOWHERE: readonly number[] = [];

/** The directive that names the columns. */
const FIELDS = '#fields:';

/** The directive with the date of lines that have a time alone. */
const DATE = '#date:';

/** A time of day. */
const CLOCK = /^\d\d:\d\d:\d\d/;

const ORDER = Object.keys(PARTS);

/** How the fields of a log are written. */
export interface ColumnForm {
  /** The columns before the first `#Fields:`; absent if the log must have one. */
  readonly columns?: string;
  /** Whether fields may be in quotation marks. */
  readonly isQuoted?: boolean;
  /** How a User-Agent is written: with `+` for spaces, percent-encoded, or as it came. */
  readonly userAgent: 'plus' | 'percent' | 'plain';
}

/** CloudFront, standard logs: AWS, "Standard log file fields". */
export const CLOUDFRONT_FORM: ColumnForm = {
  columns:
    'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end',
  userAgent: 'percent',
};

/** W3C Extended Log File Format, as IIS writes it. */
export const W3C_FORM: ColumnForm = { userAgent: 'plus' };

/** Application Load Balancer: AWS, "Access log entries". */
export const ALB_FORM: ColumnForm = {
  columns:
    'type time elb client:port target:port request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes request user_agent',
  isQuoted: true,
  userAgent: 'plain',
};

/** Reads the lines of such a log. */
export class ColumnReader implements LineReader {
  readonly #form: ColumnForm;
  /** For each part, the columns that have it, the best one first; absent if none has. */
  #places: Partial<Record<Part, number[]>> = {};
  #needed = 0;
  /** The date that the log states for lines without one. */
  #date = '';
  #starts: number[] = [];
  #ends: number[] = [];
  /** The time read last, and its text: neighbouring lines have the same one. */
  #lastTime = Number.NaN;
  #lastText = '';

  constructor(form: ColumnForm) {
    this.#form = form;
    if (form.columns !== undefined) this.#name(form.columns.split(' '));
  }

  read(octets: Buffer, start: number, end: number): LogRequest | null | undefined {
    if (octets[start] === HASH) {
      const text = octets.toString('utf8', start, end);
      const names = text.slice(FIELDS.length).trim();
      if (text.toLowerCase().startsWith(FIELDS)) this.#name(names.split(/\s+/));
      if (text.toLowerCase().startsWith(DATE))
        this.#date = text.slice(DATE.length).trim().split(' ', 1)[0] as string;
      return undefined;
    }
    const count = this.#split(octets, start, end);
    if (count < this.#needed || this.#needed === 0) return null;
    const time = this.#timeIn(octets);
    if (Number.isNaN(time)) return null;
    const address = this.#text(octets, 'address');
    const request =
      this.#places.request === undefined ? undefined : requestLine(this.#target(octets, 'request'));
    const query = this.#target(octets, 'query');
    const target = request?.target ?? this.#target(octets, 'target');
    const agent = this.#text(octets, 'userAgent');
    return logRequest({
      time,
      address:
        this.#places.request === undefined ? address : address.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''),
      host: this.#text(octets, 'host'),
      method: request?.method ?? this.#text(octets, 'method'),
      target: query === '' ? target : `${target}?${query}`,
      status: Number(this.#text(octets, 'status')) || 0,
      userAgent: this.#userAgent(agent),
    });
  }

  #name(columns: readonly string[]): void {
    const names = columns.map((name) => name.toLowerCase());
    this.#places = {};
    for (const name of ORDER) {
      const part = PARTS[name] as Part;
      const place = names.indexOf(name);
      if (place !== -1) this.#places[part] = [...(this.#places[part] ?? []), place];
    }
    const { time, target, request } = this.#places;
    // Without these, no line says which URL was asked for, and when.
    const isEnough = time !== undefined && (target ?? request) !== undefined;
    this.#needed = isEnough ? Math.max(...Object.values(this.#places).flat()) + 1 : 0;
  }

  #userAgent(text: string): string {
    const { userAgent } = this.#form;
    // A plus sign after a space, as before the address of a page, looks like a second space.
    if (userAgent === 'plus') return text.replaceAll('+', ' ').replaceAll('  ', ' +');
    return userAgent === 'percent' ? percentDecoded(percentDecoded(text)) : text;
  }

  #timeIn(octets: Buffer): number {
    const time = this.#text(octets, 'time');
    const date = this.#text(octets, 'date') || (CLOCK.test(time) ? this.#date : '');
    const text = date === '' ? time : `${date} ${time}`;
    if (text === this.#lastText) return this.#lastTime;
    this.#lastText = text;
    this.#lastTime = timeOfText(text);
    return this.#lastTime;
  }

  #text(octets: Buffer, part: Part): string {
    return this.#field(octets, part, fieldText);
  }

  #target(octets: Buffer, part: Part): string {
    return asTarget(this.#field(octets, part, targetText));
  }

  #field(octets: Buffer, part: Part, read: typeof fieldText): string {
    for (const place of this.#places[part] ?? NOWHERE) {
      const text = read(octets, this.#starts[place], this.#ends[place], false);
      if (text !== '-') return text;
    }
    return '';
  }

  /** Finds the fields of a line. A line with a tab is separated by tabs, any other by spaces. */
  #split(octets: Buffer, start: number, end: number): number {
    const tab = octets.indexOf(HTAB, start);
    const separator = tab !== -1 && tab < end ? HTAB : SP;
    let count = 0;
    let at = start;
    while (at < end && count < this.#needed) {
      const isQuoted = this.#form.isQuoted === true && octets[at] === QUOTE;
      const fieldStart = isQuoted ? at + 1 : at;
      let fieldEnd = fieldStart;
      while (fieldEnd < end && octets[fieldEnd] !== (isQuoted ? QUOTE : separator)) {
        fieldEnd += isQuoted && octets[fieldEnd] === BACKSLASH ? 2 : 1;
      }
      this.#starts[count] = fieldStart;
      this.#ends[count++] = Math.min(fieldEnd, end);
      at = (isQuoted ? fieldEnd + 1 : fieldEnd) + 1;
    }
    return count;
  }
}
