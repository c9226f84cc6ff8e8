/**
 * The logs of Apache and nginx: Common, Combined, and Combined after the name of a virtual host.
 */
import { type LineReader, type LogRequest, logRequest, requestLine } from './log-request.js';
import { CLF_TIME_OCTETS, ClfTimes } from './log-times.js';
import { fieldText, targetText } from './octet-text.js';

const SP = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HYPHEN = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const FIRST_NOT_ASCII = 0x7f;

/**
 * Reads `[host] address identity user [time] "request" status octets "referer" "user-agent"`. The part from the referer on may be missing,
 * and more may follow.
 *
 * Servers escape quotation marks within fields, so the first one of a line begins the request, and the time is right before it: a user
 * whose name looks like a time or a request forges neither.
 */
export class ClfReader implements LineReader {
  readonly #times = new ClfTimes();
  readonly #hasHost: boolean;
  /** Where the field read last ends, and whether it has neither escapes nor octets that are not ASCII. */
  #fieldEnd = 0;
  #isPlain = true;

  /** @param hasHost whether lines begin with the name of the virtual host */
  constructor(hasHost: boolean) {
    this.#hasHost = hasHost;
  }

  read(octets: Buffer, start: number, end: number): LogRequest | null {
    let quote = start;
    while (quote < end && octets[quote] !== QUOTE) quote++;
    const timeAt = quote - CLF_TIME_OCTETS - 2;
    if (
      quote === end ||
      timeAt <= start ||
      octets[timeAt - 1] !== OPEN_BRACKET ||
      octets[quote - 2] !== CLOSE_BRACKET ||
      octets[quote - 1] !== SP
    ) {
      return null;
    }
    const time = this.#times.read(octets, timeAt);
    if (Number.isNaN(time)) return null;

    const hostEnd = wordEnd(octets, start, timeAt);
    const addressStart = this.#hasHost ? hostEnd + 1 : start;
    const addressEnd = this.#hasHost ? wordEnd(octets, addressStart, timeAt) : hostEnd;
    if (addressEnd >= timeAt - 1) return null;

    const requestStart = quote + 1;
    if (!this.#endOfRequest(octets, requestStart, end)) return null;
    const requestEnd = this.#fieldEnd;
    const isPlainRequest = this.#isPlain;
    const statusAt = requestEnd + 2;
    const status = Math.max(statusOf(octets, statusAt), 0);
    let userAgent = '';
    const sizeEnd = wordEnd(octets, statusAt + 4, end);
    if (octets[sizeEnd + 1] === QUOTE && sizeEnd + 1 < end && this.#endOfField(octets, sizeEnd + 2, end)) {
      const agentStart = this.#fieldEnd + 3;
      if (
        octets[agentStart - 1] === QUOTE &&
        agentStart <= end &&
        this.#endOfField(octets, agentStart, end)
      ) {
        userAgent = fieldText(octets, agentStart, this.#fieldEnd, this.#isPlain);
        if (userAgent === '-') userAgent = '';
      }
    }
    return logRequest({
      time,
      address: octets.toString('latin1', addressStart, addressEnd).replace(/,$/, ''),
      host: this.#hasHost ? octets.toString('latin1', start, hostEnd) : '',
      ...requestLine(targetText(octets, requestStart, requestEnd, isPlainRequest)),
      status,
      userAgent,
    });
  }

  /** Finds the end of the request: the quotation mark before a status. One that no status follows is part of it. */
  #endOfRequest(octets: Buffer, start: number, end: number): boolean {
    for (let from = start; this.#endOfField(octets, from, end, from === start); from = this.#fieldEnd + 1) {
      const at = this.#fieldEnd + 2;
      if (octets[at - 1] === SP && at < end && (octets[at] === HYPHEN || statusOf(octets, at) >= 0))
        return true;
    }
    return false;
  }

  /** Finds the quotation mark that ends a field. */
  #endOfField(octets: Buffer, start: number, end: number, isNew = true): boolean {
    let isPlain = isNew || this.#isPlain;
    for (let at = start; at < end; at++) {
      const octet = octets[at];
      if (octet === QUOTE) {
        this.#fieldEnd = at;
        this.#isPlain = isPlain;
        return true;
      }
      if (octet === BACKSLASH) {
        isPlain = false;
        at++;
      } else if (octet >= FIRST_NOT_ASCII || octet < SP) {
        isPlain = false;
      }
    }
    return false;
  }
}

function wordEnd(octets: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && octets[at] !== SP) at++;
  return at;
}

/** A status of three digits; -1 if there is none. */
function statusOf(octets: Buffer, at: number): number {
  let status = 0;
  for (let i = at; i < at + 3; i++) {
    const digit = octets[i] - 0x30;
    if (!(digit >= 0 && digit <= 9)) return -1;
    status = status * 10 + digit;
  }
  const next = octets[at + 3];
  return next >= 0x30 && next <= 0x39 ? -1 : status;
}

/** Whether a line begins with the name of a virtual host: a word before the address. */
export function beginsWithHost(line: string): boolean {
  const [first = '', second = ''] = line.split(' ', 2);
  return !isAddress(first.replace(/,$/, '')) && isAddress(second);
}

/** Whether a word looks like an address of IPv4 or IPv6. */
function isAddress(word: string): boolean {
  return (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(word) ||
    (/^[0-9a-f:.]+$/i.test(word) && word.includes('::')) ||
    /^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$/i.test(word)
  );
}
