/**
 * A line on standard error that changes while a command works, if that is a terminal.
 */
import type { CommandContext } from '../../command-line/src/command.js';
import { CLEAR_LINE } from '../../command-line/src/terminal.js';

/** How often the line changes. */
const INTERVAL_MS = 200;

export const SECOND_MS = 1000;

export class ProgressLine {
  readonly #stderr: CommandContext['stderr'] & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
  };
  readonly #startedAt = performance.now();
  #reportedAt = this.#startedAt;

  constructor({ stderr }: Pick<CommandContext, 'stderr'>) {
    this.#stderr = stderr;
  }

  get isTerminal(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** How long the work has taken. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Whether it is time for another report; then the interval begins again. */
  isDue(intervalMs: number = INTERVAL_MS): boolean {
    const now = performance.now();
    if (now - this.#reportedAt < intervalMs) return false;
    this.#reportedAt = now;
    return true;
  }

  /** Replaces the line. One that wraps could not be cleared, so it is cut. */
  show(line: string): void {
    const width = (this.#stderr.columns ?? Number.POSITIVE_INFINITY) - 1;
    this.#stderr.write(CLEAR_LINE + line.slice(0, width));
  }

  /** Prints a line between two states of the progress. */
  print(line: string): void {
    this.#stderr.write(this.isTerminal ? CLEAR_LINE + line : line);
  }

  /** Removes the line. */
  end(): void {
    if (this.isTerminal) this.#stderr.write(CLEAR_LINE);
  }
}
