/**
 * The audit as a function: requests in, a report out.
 */
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  checkedElsewhere,
  checkOptions,
  DAY_MS,
  isArray,
  isObject,
  misshapen,
  type OptionCheck,
  octetsOf,
  optionTable,
} from 'robotstream/internal';
import { aFormat } from './formats/log-formats.js';
import type { LogRequest } from './formats/log-request.js';
import { LogCounts } from './logs/log-reader.js';
import { type LogInput, mergedBatches } from './logs/merged.js';
import { TimeOrder } from './logs/time-order.js';
import { historyOf, type RobotsVersion } from './robots/robots-version.js';
import { Auditor, type AuditSettings } from './verdict/audit.js';
import type { AuditReport } from './verdict/report.js';
import { addressCheck } from './who/address-check.js';
import type { DnsOptions } from './who/dns-check.js';
import type { AddressRanges } from './who/ranges.js';

/** Options for `audit`. */
export interface AuditOptions {
  /** The robots.txt: one file for all times, or its versions. Required unless `hosts` is given. */
  readonly robots?: string | Uint8Array | readonly RobotsVersion[] | undefined;
  /** The robots.txt of virtual hosts, by their names. `robots` is that of every other host. */
  readonly hosts?: ReadonlyMap<string, string | Uint8Array | readonly RobotsVersion[]> | undefined;
  /** How long a crawler may not know a change, in milliseconds; default 24 hours (RFC 9309 §2.4). */
  readonly graceMs?: number | undefined;
  /** The addresses of operators, as {@link addressRanges} reads them. */
  readonly ranges?: readonly AddressRanges[] | undefined;
  /** Whether names of addresses are looked up, and with which limits; default false. */
  readonly verifyDns?: boolean | DnsOptions | undefined;
  /** Whether the report has addresses; default false. */
  readonly keepAddresses?: boolean | undefined;
  /** Ends the audit early. The report then is about what was read, and `isPartial` is true. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link auditLogs}. */
export interface AuditLogsOptions extends AuditOptions {
  /** The format of the logs: a name of `LOG_FORMATS`, or a pattern; recognised by the first lines of each log if absent. */
  readonly format?: string | undefined;
  /** Called after each batch with the lines read so far. */
  readonly onProgress?: ((lines: number) => void) | undefined;
  /** Called for a part of a log that cannot be decompressed. What can be read around it is read. */
  readonly onFault?: ((name: string, message: string) => void) | undefined;
}

const aGrace: OptionCheck = (value, name) => {
  if (value === undefined) return;
  if (typeof value !== 'number') throw misshapen(value, name, 'a number of milliseconds');
  if (!(value >= 0)) throw new RangeError(`${name} is ${value}; a number of milliseconds from 0 is expected`);
};

const aMap: OptionCheck = (value, name) => {
  if (value !== undefined && !(isObject(value) && value instanceof Map))
    throw misshapen(value, name, 'a Map');
};

const AUDIT_CHECKS = {
  robots: checkedElsewhere,
  hosts: aMap,
  graceMs: aGrace,
  ranges: checkedElsewhere,
  verifyDns: checkedElsewhere,
  keepAddresses: aBoolean,
  signal: anAbortSignal,
};

const AUDIT_OPTIONS = optionTable<AuditOptions>(AUDIT_CHECKS);

const AUDIT_LOGS_OPTIONS = optionTable<AuditLogsOptions>({
  ...AUDIT_CHECKS,
  format: aFormat,
  onProgress: aFunction,
  onFault: aFunction,
});

/**
 * Judges requests by the robots.txt that was in force when they came, and counts what each crawler did.
 *
 * @param requests in the order of time. The audit sorts those that are close to each other, and counts in `outOfOrder` where the order is still wrong
 * @throws {TypeError} (rejects) if an argument or an option is not accepted
 * @throws {RangeError} (rejects) if `graceMs` is negative, or the versions have more than 64 MiB
 * @throws (rejects) what the requests throw
 * @example
 * ```js
 * import { audit, logRequests } from '@robotstream/audit';
 *
 * const log = new Blob([
 *   '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /private/ HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
 * ]);
 * const report = await audit(logRequests(log.stream()), { robots: 'User-agent: *\nDisallow: /private/' });
 * console.log(report.crawlers[0].crawler, report.crawlers[0].disallowed); // → GPTBot 1
 * ```
 */
export async function audit(
  requests: AsyncIterable<LogRequest> | Iterable<LogRequest>,
  options: AuditOptions,
): Promise<AuditReport> {
  const isIterable =
    isArray(requests) ||
    (isObject(requests) && (Symbol.asyncIterator in requests || Symbol.iterator in requests));
  if (!isIterable) {
    throw misshapen(requests, 'requests', 'an iterable of requests, such as logRequests returns it,');
  }
  checkOptions('audit', options, AUDIT_OPTIONS);
  const counts = new LogCounts();
  return run(inBatches(requests as AsyncIterable<LogRequest>, counts), counts, options);
}

/**
 * Reads logs in the order of time, and audits them.
 *
 * @param inputs the logs; one that can be opened only once, such as standard input, says so
 * @throws {TypeError} (rejects) if an argument or an option is not accepted, or there is no such format
 * @throws {RangeError} (rejects) if `graceMs` is negative, or the versions have more than 64 MiB
 * @throws (rejects) what a log throws when it is opened or read
 * @example
 * ```js
 * import { auditLogs } from '@robotstream/audit';
 *
 * const log = new Blob([
 *   '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /private/ HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
 * ]);
 * const inputs = [{ name: 'access.log', open: () => log.stream() }];
 * const { crawlers } = await auditLogs(inputs, { robots: 'User-agent: *\nDisallow: /private/' });
 * console.log(crawlers[0].crawler, crawlers[0].disallowed); // → GPTBot 1
 * ```
 */
export async function auditLogs(
  inputs: readonly LogInput[],
  options: AuditLogsOptions,
): Promise<AuditReport> {
  if (!isArray(inputs)) throw misshapen(inputs, 'inputs', 'a list of logs');
  for (const [i, input] of (inputs as readonly unknown[]).entries()) anInput(input, `inputs[${i}]`);
  checkOptions('auditLogs', options, AUDIT_LOGS_OPTIONS);
  const { format, onProgress, onFault } = options;
  const counts = new LogCounts();
  return run(mergedBatches(inputs, { format, counts, onFault }), counts, options, onProgress);
}

function anInput(value: unknown, name: string): void {
  const isInput = isObject(value) && typeof value.name === 'string' && typeof value.open === 'function';
  if (!isInput) throw misshapen(value, name, 'a log: { name, open }');
}

async function run(
  batches: AsyncGenerator<readonly LogRequest[], void>,
  counts: LogCounts,
  options: AuditOptions,
  onProgress: (lines: number) => void = () => {},
): Promise<AuditReport> {
  const auditor = new Auditor(settingsOf(options));
  const { signal } = options;
  const steps = new UntilAborted(batches, signal);
  const order = new TimeOrder();
  const judge = async (requests: readonly LogRequest[]): Promise<void> => {
    await auditor.prepare(requests, signal);
    for (const request of requests) auditor.add(request);
  };
  try {
    for (let batch = await steps.next(); batch !== undefined; batch = await steps.next()) {
      for (const requests of order.add(batch)) await judge(requests);
      onProgress(counts.lines);
    }
  } finally {
    steps.close();
  }
  await judge(order.rest());
  return auditor.report(counts, signal?.aborted === true);
}

/** Reads the steps of a source until a signal aborts. */
class UntilAborted<Value> {
  readonly #source: AsyncGenerator<Value, void>;
  readonly #signal: AbortSignal | undefined;
  #onAbort = (): void => {};
  readonly #listener = (): void => this.#onAbort();

  constructor(source: AsyncGenerator<Value, void>, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#listener, { once: true });
  }

  /** The next value; undefined at the end, and as soon as the signal aborts. */
  next(): Promise<Value | undefined> {
    if (this.#signal?.aborted === true) return Promise.resolve(undefined);
    // Not `Promise.race` with a promise for the signal, which would keep every value until the signal aborts.
    return new Promise((resolve, reject) => {
      this.#onAbort = () => resolve(undefined);
      this.#source
        .next()
        .then(({ done, value }) => resolve(done === true ? undefined : (value as Value)), reject);
    });
  }

  /** Ends the source. Does not wait: one that never answers is a reason to stop early. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#listener);
    this.#source.return().catch(() => {});
  }
}

function settingsOf(options: AuditOptions): AuditSettings {
  const {
    robots,
    hosts = new Map(),
    graceMs = DAY_MS,
    ranges = [],
    verifyDns = false,
    keepAddresses = false,
  } = options;
  if (robots === undefined && hosts.size === 0) {
    throw new TypeError(
      'robots is missing; the text of a robots.txt, its octets or its versions are expected',
    );
  }
  return {
    versions: robots === undefined ? undefined : versionsOf(robots, 'robots'),
    hosts: new Map(
      Array.from(hosts, ([host, value]) => [
        host.toLowerCase(),
        versionsOf(value, `hosts.get(${JSON.stringify(host)})`),
      ]),
    ),
    graceMs,
    check: addressCheck(ranges, verifyDns),
    keepAddresses,
  };
}

function versionsOf(value: unknown, name: string): readonly RobotsVersion[] {
  if (!isArray(value)) {
    if (typeof value !== 'string' && !(isObject(value) && value instanceof Uint8Array)) {
      throw misshapen(value, name, 'the text of a robots.txt, its octets or a list of its versions');
    }
    return [{ since: -Infinity, octets: octetsOf(value), name: 'robots.txt' }];
  }
  for (const [i, version] of (value as readonly unknown[]).entries()) {
    const isVersion =
      isObject(version) &&
      typeof version.since === 'number' &&
      typeof version.name === 'string' &&
      (version.octets === null || version.octets instanceof Uint8Array);
    if (!isVersion) throw misshapen(version, `${name}[${i}]`, 'a version: { since, octets, name }');
  }
  return historyOf(value as readonly RobotsVersion[]);
}

/** How many requests are judged at a time. */
const BATCH_REQUESTS = 1024;

async function* inBatches(
  requests: AsyncIterable<LogRequest>,
  counts: LogCounts,
): AsyncGenerator<LogRequest[], void> {
  let batch: LogRequest[] = [];
  for await (const request of requests) {
    if (!isRequest(request))
      throw misshapen(request, 'a request of requests', 'a request, such as logRequests yields it,');
    counts.lines++;
    batch.push(request);
    if (batch.length < BATCH_REQUESTS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function isRequest(value: unknown): value is LogRequest {
  if (!isObject(value)) return false;
  const { time, address, host, target, status, userAgent } = value;
  return (
    [address, host, target, userAgent].every((part) => typeof part === 'string') &&
    Number.isFinite(time) &&
    Number.isInteger(status)
  );
}
