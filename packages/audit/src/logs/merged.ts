/**
 * Many logs as one, in the order of time.
 */
import type { LogRequest } from '../formats/log-request.js';
import { LogCounts, LogReader } from './log-reader.js';
import { requestBatches } from './log-requests.js';

/** A log that can be read. */
export interface LogInput {
  /** What messages call the log. */
  readonly name: string;
  /** Its octets from the start. */
  readonly open: () => AsyncIterable<Uint8Array>;
  /** Whether it can be opened only once, as standard input. */
  readonly once?: boolean | undefined;
}

export interface MergeOptions {
  readonly format?: string | undefined;
  readonly counts: LogCounts;
  /** Called for each part of a log that cannot be decompressed. */
  readonly onFault?: ((name: string, message: string) => void) | undefined;
}

/**
 * Yields the requests of logs in batches, in the order of their times as far as each log is in order. A log is opened when the others have come to
 * its first request, so of rotated logs one is open at a time.
 */
export async function* mergedBatches(
  inputs: readonly LogInput[],
  options: MergeOptions,
): AsyncGenerator<LogRequest[], void> {
  const waiting = await inOrder(inputs, options);
  const open: OpenLog[] = [];
  try {
    for (;;) {
      const [first] = open.sort((a, b) => a.time - b.time);
      const [next] = waiting;
      if (next !== undefined && (first === undefined || next.time <= first.time)) {
        waiting.shift();
        const log = next.log ?? (await OpenLog.open(next.input, options));
        if (log !== undefined) open.push(log);
        continue;
      }
      if (first === undefined) return;
      const until = Math.min(open[1]?.time ?? Infinity, next?.time ?? Infinity);
      yield first.takeUntil(until);
      if (first.isAtEnd && !(await first.fill())) open.shift();
    }
  } finally {
    await Promise.all(open.map((log) => log.close()));
  }
}

interface WaitingLog {
  readonly input: LogInput;
  /** When its first request came; earlier than all others if it has none. */
  readonly time: number;
  /** Set if it is open already. */
  readonly log: OpenLog | undefined;
}

/** The logs by the times of their first requests. A single log need not be looked at. */
async function inOrder(inputs: readonly LogInput[], options: MergeOptions): Promise<WaitingLog[]> {
  if (inputs.length < 2) return inputs.map((input) => ({ input, time: -Infinity, log: undefined }));
  const waiting: WaitingLog[] = [];
  for (const input of inputs) {
    const log = await OpenLog.open(
      input,
      input.once ? options : { ...options, counts: new LogCounts(), onFault: undefined },
    );
    const time = log?.time ?? -Infinity;
    if (!input.once) await log?.close();
    if (log !== undefined || !input.once) waiting.push({ input, time, log: input.once ? log : undefined });
  }
  return waiting.sort((a, b) => a.time - b.time);
}

const NO_REQUESTS: LogRequest[] = [];

/** A log that is being read. */
class OpenLog {
  readonly #batches: AsyncGenerator<LogRequest[], void>;
  #batch: LogRequest[] = NO_REQUESTS;
  #next = 0;

  private constructor(batches: AsyncGenerator<LogRequest[], void>) {
    this.#batches = batches;
  }

  /** Opens a log; undefined if it has no requests. */
  static async open({ name, open }: LogInput, options: MergeOptions): Promise<OpenLog | undefined> {
    const { format, counts, onFault } = options;
    const reader = new LogReader(counts, { format, name });
    const log = new OpenLog(requestBatches(open(), reader, (message) => onFault?.(name, message)));
    return (await log.fill()) ? log : undefined;
  }

  /** When the next request came. */
  get time(): number {
    return this.#batch[this.#next].time;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#batch.length;
  }

  /** Reads the next batch. Resolves with false at the end. */
  async fill(): Promise<boolean> {
    const { done, value } = await this.#batches.next();
    this.#batch = done === true ? NO_REQUESTS : value;
    this.#next = 0;
    return done !== true;
  }

  /** The next request, and those after it in this batch that came no later than a time. */
  takeUntil(time: number): LogRequest[] {
    const from = this.#next;
    do this.#next++;
    while (this.#next < this.#batch.length && this.#batch[this.#next].time <= time);
    return from === 0 && this.isAtEnd ? this.#batch : this.#batch.slice(from, this.#next);
  }

  async close(): Promise<void> {
    await this.#batches.return();
  }
}
