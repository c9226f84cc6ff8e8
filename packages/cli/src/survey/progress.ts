/**
 * The progress of a survey on standard error: one line that changes on a terminal, else a line of JSON every few seconds.
 */
import type { PartProgress, RunEvent } from '@robotstream/survey';
import type { CommandContext } from '../../../command-line/src/command.js';
import { CLEAR_LINE, duration, jsonText } from '../../../command-line/src/terminal.js';

/** How often the line on a terminal changes. */
const TERMINAL_INTERVAL_MS = 200;

/** How often a line of JSON is written. */
const LINE_INTERVAL_MS = 5000;

const MEBIOCTETS = 2 ** 20;
const SECOND_MS = 1000;

type Terminal = CommandContext['stderr'] & {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
};

/** Follows the events of a survey. */
export class ProgressReport {
  readonly #stderr: Terminal;
  readonly #startedAt = performance.now();
  #reportedAt = this.#startedAt;
  #inputsDone = 0;
  #inputsPassedOver = 0;
  #capturesPassedOver = 0;
  #octets = 0;
  #faults = 0;
  /** What has been counted of the inputs in progress. */
  readonly #counted = new Map<string, PartProgress>();
  #capturesRead = 0;

  constructor({ stderr }: { readonly stderr: Terminal }) {
    this.#stderr = stderr;
  }

  /** How many captures the inputs have so far, including those of skipped inputs. */
  get captures(): number {
    return this.#capturesRead + this.#capturesPassedOver;
  }

  /** How long the survey has taken. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  take(event: RunEvent): void {
    if (event.kind === 'progress') {
      this.#add(event.input, event.progress);
    } else {
      const input = event.kind === 'failed' ? event.input : event.input.name;
      if (event.kind === 'done') {
        const { captures, rows } = event.result;
        this.#add(input, { captures, faults: rows.faults ?? 0, ...sizeOf(event.input) });
      }
      this.#counted.delete(input);
      this.#inputsDone++;
      if (event.kind === 'passed-over') {
        const { captures, rows } = event.result;
        this.#inputsPassedOver++;
        this.#capturesPassedOver += captures;
        this.#faults += rows.faults ?? 0;
      }
    }
    this.#report(event.inputs);
  }

  /** Prints a line between updates of the progress. */
  print(line: string): void {
    this.#stderr.write(this.#stderr.isTTY === true ? `${CLEAR_LINE}${line}` : line);
  }

  /** Removes the line from the terminal. */
  end(): void {
    if (this.#stderr.isTTY === true) this.#stderr.write(CLEAR_LINE);
  }

  #add(input: string, now: Partial<PartProgress>): void {
    const before = this.#counted.get(input) ?? { octets: 0, captures: 0, faults: 0 };
    const after = { ...before, ...now };
    this.#octets += after.octets - before.octets;
    this.#capturesRead += after.captures - before.captures;
    this.#faults += after.faults - before.faults;
    this.#counted.set(input, after);
  }

  #report(inputs: number): void {
    const isTerminal = this.#stderr.isTTY === true;
    const now = performance.now();
    if (now - this.#reportedAt < (isTerminal ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS)) return;
    this.#reportedAt = now;
    // A line that wraps could not be cleared.
    const width = (this.#stderr.columns ?? Number.POSITIVE_INFINITY) - 1;
    this.#stderr.write(
      isTerminal
        ? `${CLEAR_LINE}${this.#line(inputs).slice(0, width)}`
        : `${jsonText(this.#facts(inputs))}\n`,
    );
  }

  #facts(inputs: number) {
    const seconds = this.elapsedMs / SECOND_MS;
    const read = this.#inputsDone - this.#inputsPassedOver;
    const left = inputs - this.#inputsDone;
    return {
      inputs,
      done: this.#inputsDone,
      captures: this.captures,
      faults: this.#faults,
      capturesPerSecond: Math.round(this.#capturesRead / seconds),
      mebioctetsPerSecond: Number((this.#octets / MEBIOCTETS / seconds).toFixed(1)),
      secondsLeft: read === 0 ? null : Math.round((seconds / read) * left),
    };
  }

  #line(inputs: number): string {
    const { done, captures, faults, capturesPerSecond, mebioctetsPerSecond, secondsLeft } =
      this.#facts(inputs);
    const share = captures === 0 ? 0 : (100 * faults) / captures;
    const parts = [
      `${done} of ${inputs} inputs`,
      `${capturesPerSecond.toLocaleString('en-US')} captures/s`,
      `${mebioctetsPerSecond} MiB/s`,
      `${share.toFixed(1)} % faults`,
      ...(secondsLeft === null ? [] : [`${duration(secondsLeft * SECOND_MS)} left`]),
    ];
    return parts.join(' · ');
  }
}

/** All octets of an input that is done, if its size is known. */
function sizeOf({ size }: { readonly size: number | null }): Partial<PartProgress> {
  return size === null ? {} : { octets: size };
}
