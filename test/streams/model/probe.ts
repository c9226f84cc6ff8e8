/** What a consumer of the model sees, and when it has enough. */
import type { RobotsEvent } from '../../../src/core.js';

/** What a consumer that breaks off throws, or aborts with. */
export const ENOUGH = new Error('the consumer has enough');

/** Turns of the event loop are taken by slow consumers once in so many events. */
const EVENTS_A_TURN = 16;

export class Probe {
  readonly events: RobotsEvent[] = [];
  /** The most events that were seen waiting for the consumer. */
  mostBuffered = 0;
  readonly #stopAfter: number;

  /** @param stopAfter how many events the consumer wants */
  constructor(stopAfter: number) {
    this.#stopAfter = stopAfter;
  }

  /** Whether the consumer has all events that it wants. */
  get hasEnough(): boolean {
    return this.events.length >= this.#stopAfter;
  }

  /** Notes an event. Returns whether the consumer goes on. */
  see(event: RobotsEvent, buffered: number): boolean {
    this.mostBuffered = Math.max(this.mostBuffered, buffered);
    if (!this.hasEnough) this.events.push(event);
    return !this.hasEnough;
  }

  /** For slow consumers: waits a turn of the event loop now and then. */
  async dawdle(): Promise<void> {
    if (this.events.length % EVENTS_A_TURN === 0) await new Promise(setImmediate);
  }
}
