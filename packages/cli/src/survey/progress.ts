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
  /** The inputs that are done, those that were skipped among them. */
  done = 0;
  failed = 0;
  captures = 0;
  faults = 0;
  /** The captures of other sites, which are left out. */
  others = 0;
  #inputsSkipped = 0;
  #capturesSkipped = 0;
  #octets = 0;
  /** What has been counted of the inputs in progress. */
  readonly #counted = new Map<string, PartProgress>();

  take(event: RunEvent): void {
    if (event.kind === 'progress') {
      this.#count(event.input, event.progress);
    } else if (event.kind === 'failed') {
      this.failed++;
      this.#counted.delete(event.input);
    } else {
      const { name, size } = event.input;
      const { captures, otherCaptures = 0, rows } = event.result;
      const isSkipped = event.kind === 'passed-over';
      const isSizeKnown = size !== null && !isSkipped;
      this.#count(name, { captures, faults: rows.faults ?? 0, ...(isSizeKnown && { octets: size }) });
      this.#counted.delete(name);
      this.done++;
      this.others += otherCaptures;
      if (isSkipped) {
        this.#inputsSkipped++;
        this.#capturesSkipped += captures;
      }
    }
    this.#report(event.inputs);
  }

  #count(input: string, now: Partial<PartProgress>): void {
    const before = this.#counted.get(input) ?? { octets: 0, captures: 0, faults: 0 };
    const after = { ...before, ...now };
    this.#octets += after.octets - before.octets;
    this.captures += after.captures - before.captures;
    this.faults += after.faults - before.faults;
    this.#counted.set(input, after);
  }

  #report(inputs: number): void {
    if (!this.isDue(this.isTerminal ? undefined : LINE_INTERVAL_MS)) return;
    const { captures, faults, elapsedMs } = this;
    const seconds = elapsedMs / SECOND_MS;
    const done = this.done + this.failed;
    const read = done - this.#inputsSkipped;
    const capturesPerSecond = Math.round((captures - this.#capturesSkipped) / seconds);
    const mebioctetsPerSecond = Number((this.#octets / MEBIOCTETS / seconds).toFixed(1));
    const secondsLeft = read === 0 ? null : Math.round((seconds / read) * (inputs - done));
    if (!this.isTerminal) {
      const facts = { inputs, done, captures, faults, capturesPerSecond, mebioctetsPerSecond, secondsLeft };
      this.print(`${jsonText(facts)}\n`);
      return;
    }
    const share = captures === 0 ? 0 : (100 * faults) / captures;
    const parts = [
      `${done} of ${inputs} inputs`,
      `${capturesPerSecond.toLocaleString('en-US')} captures/s`,
      `${mebioctetsPerSecond} MiB/s`,
      `${share.toFixed(1)} % faults`,
      ...(secondsLeft === null ? [] : [`${duration(secondsLeft * SECOND_MS)} left`]),
    ];
    this.show(parts.join(' · '));
  }
}
