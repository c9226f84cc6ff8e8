/**
 * The requests of one host. Most hosts of a client only have a delay that has not passed, so one without requests is small.
 */
import { WaitingQueue } from '../fetch/waiting.js';

/** Ends a turn: the delay counts from now on. Calling it again has no effect. */
export type EndTurn = () => void;

/** What a request asks for. */
export interface TurnKind {
  /** The time between this turn and the next one, in milliseconds. */
  readonly delayMs: number;
  /** Whether the turn lasts until it is ended. If not, it ends as soon as it begins. */
  readonly lasts: boolean;
}

export class HostTurns {
  /** The key that has turns: a host, or what the option `pacing.by` says. */
  readonly key: string;
  /** The timer that releases the host once its delay has passed; undefined if none is set. */
  timer: unknown;
  /** When the next turn is due, by the time of the pacer. */
  dueAt = -Infinity;
  /** How many turns were taken and have not ended. */
  running = 0;
  /** The delay after the latest turn, in milliseconds. */
  delayMs = 0;
  /** Whether its requests are being served. */
  isServed = false;
  /** Settles once the store's answer about this host has been handled. The store is asked one question about a line at a time. */
  asking: Promise<void> | undefined;
  /** Call it when something has changed: it resolves {@link woken}. */
  wake: () => void = nothing;
  #queue: WaitingQueue<EndTurn, TurnKind> | undefined;

  constructor(key: string) {
    this.key = key;
  }

  /** Its key in the store. */
  get storeKey(): string {
    return storeKeyOf(this.key);
  }

  /** The requests that wait for their turn. */
  get queue(): WaitingQueue<EndTurn, TurnKind> {
    this.#queue ??= new WaitingQueue(() => this.wake());
    return this.#queue;
  }

  /** How many requests wait for their turn. */
  get waiting(): number {
    return this.#queue?.size ?? 0;
  }

  /** Whether no request waits, and the store is not being asked. */
  get isUnasked(): boolean {
    return !this.isServed && this.asking === undefined;
  }

  /** Delays the next turn by some milliseconds from a time, unless it is due later already. */
  delay(now: number, ms: number): void {
    this.dueAt = Math.max(this.dueAt, now + ms);
  }

  /** The milliseconds until the next turn is due; 0 or less if it is due. */
  dueMs(now: number): number {
    return this.dueAt - now;
  }

  /** Resolves at the next {@link wake}. */
  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/** The store's key for a key that has turns. */
export function storeKeyOf(key: string): string {
  return `turn ${key}`;
}

function nothing(): void {}
