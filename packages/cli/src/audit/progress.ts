/**
 * The progress of an audit: a line on a terminal that changes, and nothing elsewhere.
 */
import type { Writable } from 'node:stream';
import { CLEAR_LINE } from '../../../command-line/src/terminal.js';

/** How often the line changes. */
const INTERVAL_MS = 200;

const SECOND_MS = 1000;

export class AuditProgress {
  readonly #stderr: Writable & { readonly isTTY?: boolean | undefined };
  readonly #startedAt = performance.now();
  #reportedAt = this.#startedAt;

  constructor(stderr: Writable) {
    this.#stderr = stderr;
  }

  report(lines: number): void {
    if (this.#stderr.isTTY !== true) return;
    const now = performance.now();
    if (now - this.#reportedAt < INTERVAL_MS) return;
    this.#reportedAt = now;
    const perSecond = Math.round(lines / ((now - this.#startedAt) / SECOND_MS));
    this.#stderr.write(
      `${CLEAR_LINE}${lines.toLocaleString('en-US')} lines · ${perSecond.toLocaleString('en-US')} lines/s`,
    );
  }

  /** Prints a line between updates. */
  print(line: string): void {
    this.#stderr.write(this.#stderr.isTTY === true ? `${CLEAR_LINE}${line}` : line);
  }

  /** Removes the line from the terminal. */
  end(): void {
    if (this.#stderr.isTTY === true) this.#stderr.write(CLEAR_LINE);
  }
}
