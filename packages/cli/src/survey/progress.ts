/**
 * The progress of a survey on standard error: one line that changes on a terminal, else a line of JSON every few seconds.
 */
import type { PartProgress, RunEvent } from '@robotstream/survey';
import { duration, jsonText } from '../../../command-line/src/terminal.js';
import { ProgressLine, SECOND_MS } from '../progress-line.js';

/** How often a line of JSON is written. */
const LINE_INTERVAL_MS = 5000;

const MEBIOCTETS = 2 ** 20;

/** Follows the events of a survey. */
export class ProgressReport extends ProgressLine {
  #inputsDone = 0;
  #inputsPassedOver = 0;
  #capturesPassedOver = 0;
  #octets = 0;
  #faults = 0;
  /** What has been counted of the inputs in progress. */
  readonly #counted = new Map<string, PartProgress>();
  #capturesRead = 0;

  /** How many captures the inputs have so far, including those of skipped inputs. */
  get captures(): number {
    return this.#capturesRead + this.#capturesPassedOver;
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

  #add(input: string, now: Partial<PartProgress>): void {
    const before = this.#counted.get(input) ?? { octets: 0, captures: 0, faults: 0 };
    const after = { ...before, ...now };
    this.#octets += after.octets - before.octets;
    this.#capturesRead += after.captures - before.captures;
    this.#faults += after.faults - before.faults;
    this.#counted.set(input, after);
  }

  #report(inputs: number): void {
    if (!this.isDue(this.isTerminal ? undefined : LINE_INTERVAL_MS)) return;
    if (this.isTerminal) this.show(this.#line(inputs));
    else this.print(`${jsonText(this.#facts(inputs))}\n`);
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
