/**
 * Requests in the order of time, as far as a bounded part of the log can be sorted. Servers write a line when a request ends, so lines that are
 * close to each other are often out of order.
 */
import type { LogRequest } from '../formats/log-request.js';

/** How many requests wait at most, and how many characters they have together. */
const MAX_WAITING = 8192;
const MAX_CHARACTERS = 8_000_000;

/** Sorts requests by time. Whenever too many wait, the earlier half of them leaves. */
export class TimeOrder {
  #waiting: LogRequest[] = [];
  #characters = 0;

  /** Adds requests, and yields those that wait no longer. */
  *add(batch: readonly LogRequest[]): Generator<LogRequest[], void> {
    for (const request of batch) {
      this.#waiting.push(request);
      this.#characters += charactersOf(request);
      if (this.#waiting.length >= MAX_WAITING || this.#characters > MAX_CHARACTERS)
        yield this.#take(Math.ceil(this.#waiting.length / 2));
    }
  }

  /** The requests that still wait. */
  rest(): LogRequest[] {
    return this.#take(this.#waiting.length);
  }

  #take(count: number): LogRequest[] {
    const sorted = this.#waiting.sort((a, b) => a.time - b.time);
    this.#waiting = sorted.slice(count);
    this.#characters = this.#waiting.reduce((sum, request) => sum + charactersOf(request), 0);
    return sorted.slice(0, count);
  }
}

function charactersOf({ address, host, method, target, userAgent }: LogRequest): number {
  return address.length + host.length + method.length + target.length + userAgent.length;
}
