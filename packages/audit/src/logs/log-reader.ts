/**
 * The octets of a log → its requests, in batches. Lines are read where they are: only the fields that are needed become text.
 */
import { readerFor, recognised } from '../formats/log-formats.js';
import type { LineReader, LogRequest } from '../formats/log-request.js';

const LF = 0x0a;
const CR = 0x0d;
const SP = 0x20;
const HASH = 0x23;

/** The longest line that is read, in octets. A longer one counts as one that cannot be read. */
export const MAX_LINE_OCTETS = 1024 * 1024;

/** How many requests a batch has at most. */
const BATCH_REQUESTS = 1024;

/** How many lines that cannot be read are described. */
const MAX_EXAMPLES = 5;

/** How much of such a line is shown. */
const MAX_EXAMPLE_OCTETS = 160;

/** How many directives are kept until the format is recognised. */
const MAX_DIRECTIVES = 10;

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

/** A line that cannot be read. */
export interface UnreadLine {
  /** The name of the log. */
  readonly input: string;
  /** The number of the line in the log, from 1. */
  readonly line: number;
  /** What is wrong with it. */
  readonly reason: string;
  /** The start of the line. Addresses are replaced by `…`. */
  readonly text: string;
}

/**
 * What has been read of one log or several.
 *
 * @example
 * ```js
 * import { LogCounts, logRequests } from '@robotstream/audit';
 *
 * const log = new Blob([
 *   '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /private/ HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
 *   'this is no line of a log\n',
 * ]);
 * const counts = new LogCounts();
 * for await (const { target } of logRequests(log.stream(), { counts })) console.log(target); // → /private/
 * console.log(counts.lines, counts.unread); // → 2 1
 * ```
 */
export class LogCounts {
  /** Lines that are about a request, or should be: without empty ones and directives. */
  lines = 0;
  /** How many of them cannot be read. */
  unread = 0;
  /** The first of those. */
  readonly examples: UnreadLine[] = [];
}

export interface LogReaderOptions {
  /** The name of a format, or a pattern; recognised by the first lines if absent. */
  readonly format?: string | undefined;
  /** The name of the log, for {@link UnreadLine}. */
  readonly name?: string | undefined;
}

/** Reads one log. */
export class LogReader {
  /** The name of the log. */
  readonly name: string;
  readonly #counts: LogCounts;
  #reader: LineReader | undefined;
  /** The start of a line whose end has not come yet, and its length; nothing is kept of one that is too long. */
  #unfinished: Buffer[] = [];
  #unfinishedOctets = 0;
  #lineNumber = 0;
  /** Lines such as `#Date:` before the format is recognised. */
  #directives: Buffer[] = [];

  /** @throws {TypeError} if there is no such format */
  constructor(counts: LogCounts, { format, name = '' }: LogReaderOptions = {}) {
    this.#counts = counts;
    this.name = name;
    this.#reader = format === undefined ? undefined : readerFor(format);
  }

  /** Yields the requests of the lines that end in a block. */
  *read(block: Buffer): Generator<LogRequest[], void> {
    let requests: LogRequest[] = [];
    let start = 0;
    for (let end = block.indexOf(LF); end !== -1; end = block.indexOf(LF, start)) {
      const request = this.#unfinishedOctets > 0 ? this.#joined(block, end) : this.#line(block, start, end);
      start = end + 1;
      if (request === undefined) continue;
      requests.push(request);
      if (requests.length < BATCH_REQUESTS) continue;
      yield requests;
      requests = [];
    }
    this.#keep(block.subarray(start));
    if (requests.length > 0) yield requests;
  }

  /** The request of the last line, if no line ending follows it. */
  end(): LogRequest[] {
    const request = this.#unfinishedOctets > 0 ? this.#joined(Buffer.alloc(0), 0) : undefined;
    return request === undefined ? [] : [request];
  }

  /** The octets that follow cannot be read: the line whose end has not come cannot be, either. */
  cut(): void {
    if (this.#unfinishedOctets === 0) return;
    const line = Buffer.concat(this.#unfinished);
    this.#unfinished = [];
    this.#unfinishedOctets = 0;
    this.#lineNumber++;
    this.#counts.lines++;
    this.#refuse('its end cannot be decompressed', line);
  }

  /** Keeps the start of a line: a copy, since the source may use its memory again. */
  #keep(octets: Buffer): void {
    this.#unfinishedOctets += octets.length;
    if (this.#unfinishedOctets > MAX_LINE_OCTETS) this.#unfinished = [];
    else if (octets.length > 0) this.#unfinished.push(Buffer.from(octets));
  }

  #joined(block: Buffer, end: number): LogRequest | undefined {
    this.#keep(block.subarray(0, end));
    const length = this.#unfinishedOctets;
    const line = length > MAX_LINE_OCTETS ? undefined : Buffer.concat(this.#unfinished, length);
    this.#unfinished = [];
    this.#unfinishedOctets = 0;
    if (line !== undefined) return this.#line(line, 0, line.length);
    this.#lineNumber++;
    this.#counts.lines++;
    this.#refuse(`it has ${length} bytes; at most ${MAX_LINE_OCTETS} are read`, Buffer.alloc(0));
    return undefined;
  }

  #line(octets: Buffer, lineStart: number, lineEnd: number): LogRequest | undefined {
    this.#lineNumber++;
    let start = lineStart;
    let end = lineEnd;
    if (this.#lineNumber === 1 && octets.indexOf(BYTE_ORDER_MARK, start) === start)
      start += BYTE_ORDER_MARK.length;
    if (octets[end - 1] === CR && end > start) end--;
    if (isBlank(octets, start, end)) return undefined;
    if (end - start > MAX_LINE_OCTETS) {
      this.#counts.lines++;
      this.#refuse(`it has ${end - start} bytes; at most ${MAX_LINE_OCTETS} are read`, Buffer.alloc(0));
      return undefined;
    }
    this.#reader ??= this.#recognised(octets, start, end);
    const reader = this.#reader;
    if (reader === undefined && octets[start] === HASH) {
      if (this.#directives.length < MAX_DIRECTIVES)
        this.#directives.push(Buffer.from(octets.subarray(start, end)));
      return undefined;
    }
    const request = reader === undefined ? null : reader.read(octets, start, end);
    if (request === undefined) return undefined;
    this.#counts.lines++;
    if (request !== null) return request;
    this.#refuse(
      reader === undefined ? 'its format is not recognised' : 'it is not of the format of the log',
      octets.subarray(start, end),
    );
    return undefined;
  }

  /** The reader for a line, which knows the directives before it; undefined if none reads it. */
  #recognised(octets: Buffer, start: number, end: number): LineReader | undefined {
    const reader = recognised(octets, start, end);
    if (reader === undefined) return undefined;
    for (const line of this.#directives) reader.read(line, 0, line.length);
    this.#directives = [];
    return reader;
  }

  #refuse(reason: string, line: Buffer): void {
    const { examples } = this.#counts;
    this.#counts.unread++;
    if (examples.length >= MAX_EXAMPLES) return;
    const text = withoutAddresses(line.toString('utf8', 0, MAX_EXAMPLE_OCTETS));
    examples.push({ input: this.name, line: this.#lineNumber, reason, text });
  }
}

function isBlank(octets: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (octets[at] !== SP) return false;
  return true;
}

const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){2,}[0-9a-f]{0,4}/gi;

/** Text without what looks like an address of IPv4 or IPv6; times of a day remain. */
function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, (found) => (/^\d{0,4}:\d{2}:\d{2}(?::\d{2})?$/.test(found) ? found : '…'));
}
