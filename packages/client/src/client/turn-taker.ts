/**
 * Takes turns for URLs: finds the key and the delay, and whether the site gets a turn at all.
 */
import { robotsUrl } from 'robotstream';
import type { Settings } from '../fetch/settings.js';
import { abortable } from '../fetch/waiting.js';
import { publish, type TurnMessage } from '../lookup/events.js';
import type { RobotsCache } from '../lookup/robots-cache.js';
import type { CacheAnswer } from '../memory/record-memory.js';
import { type Turn, turnOf } from '../pacing/delay.js';
import type { EndTurn } from '../pacing/host-turns.js';
import type { Pacing } from '../pacing/pacing-options.js';
import { turnKeyOf } from '../pacing/turn-key.js';
import type { Judge } from './judge.js';
import { RefusalError } from './obey/refusal-error.js';

/** A turn that was taken, and how to end it. */
export interface TakenTurn {
  readonly turn: Turn;
  readonly end: EndTurn;
}

/**
 * Calls a function in a turn, and ends the turn when the function is done, or when the signal aborts.
 *
 * @throws what `act` throws (rejects); the signal's reason if it aborts first
 */
export async function actIn<Value>(
  { turn, end }: TakenTurn,
  act: (turn: Turn) => Value | PromiseLike<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  try {
    const acted = act(turn);
    return await (signal === undefined ? acted : abortable(Promise.resolve(acted), signal));
  } finally {
    end();
  }
}

/** Takes turns for a client. */
export class TurnTaker {
  readonly #cache: RobotsCache;
  readonly #judge: Judge;
  readonly #pacing: Pacing;
  readonly #access: Settings;

  constructor(cache: RobotsCache, judge: Judge, pacing: Pacing, access: Settings) {
    this.#cache = cache;
    this.#judge = judge;
    this.#pacing = pacing;
    this.#access = access;
  }

  /** The key by which a URL takes turns. Throws as `client.turnKey`. */
  async key(url: string, signal: AbortSignal | undefined): Promise<string> {
    robotsUrl(url);
    this.#cache.closing.throwIfAborted();
    return turnKeyOf(this.#pacing.by, new URL(url), this.#access, signal ?? this.#cache.closing);
  }

  /**
   * Waits for a turn. Throws as `client.turn`.
   *
   * @param lasts whether the turn lasts until it is ended
   */
  async take(url: string, signal: AbortSignal | undefined, lasts: boolean): Promise<TakenTurn> {
    const cached = await this.#cache.find(robotsUrl(url), signal);
    const { turn, paced } = await this.#prepare(cached, url, signal);
    const end = await this.#cache.pacer.take({ ...paced, lasts, signal });
    publish('robotstream:turn', paced);
    return { turn, end };
  }

  /** Waits for a turn that lasts, if requests to the host are spaced: see {@link isSpaced}. Throws as `client.turn`. */
  async takeIfSpaced(url: string, signal: AbortSignal | undefined): Promise<EndTurn> {
    const isSpaced = this.isSpaced(this.#seen(await this.#cache.find(robotsUrl(url), signal)), url);
    return isSpaced ? (await this.take(url, signal, true)).end : () => {};
  }

  /**
   * Whether the robots.txt asks for a delay between requests, or the program has set one.
   *
   * @throws {RefusalError} `delay-too-long` as `client.turn`
   */
  isSpaced(cached: CacheAnswer, url: string): boolean {
    const { askedDelayMs } = this.#turnOf(url, cached);
    return this.#pacing.setsDelay || (askedDelayMs ?? 0) > 0;
  }

  /** Takes a turn if one is free. Throws as `client.tryTurn`. */
  async tryTake(
    url: string,
    signal: AbortSignal | undefined,
    lasts: boolean,
  ): Promise<TakenTurn | undefined> {
    const cached = await this.#cache.find(robotsUrl(url), signal);
    const { turn, paced } = await this.#prepare(cached, url, signal);
    const end = await this.#cache.pacer.tryTake({ ...paced, lasts });
    if (end !== undefined) publish('robotstream:turn', paced);
    if (end !== undefined && signal?.aborted === true) {
      end();
      throw signal.reason;
    }
    return end && { turn, end };
  }

  /** When a turn may be free, in milliseconds since 1970. Throws as `client.nextTurnAt`. */
  async nextAt(url: string, signal: AbortSignal | undefined): Promise<number> {
    const key = await this.key(url, signal);
    const ms = await this.#cache.pacer.freeInMs(key);
    return this.#access.clock.now() + Math.ceil(ms);
  }

  async #prepare(
    cached: CacheAnswer,
    url: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly turn: Turn; readonly paced: TurnMessage }> {
    const key = await this.key(url, signal);
    const turn = this.#turnOf(url, this.#seen(cached));
    return { turn, paced: { ...turn, robotsUrl: robotsUrl(url), key } };
  }

  #seen(cached: CacheAnswer): CacheAnswer {
    return this.#judge.seen(cached, this.#access.clock.now());
  }

  #turnOf(url: string, cached: CacheAnswer): Turn {
    const { aboveMaxDelay, maxDelayMs } = this.#pacing;
    const now = this.#access.clock.now();
    const facts = this.#judge.profile.access.obeysCrawlDelay ? this.#judge.facts(cached) : undefined;
    const turn = turnOf(facts, this.#pacing, now);
    const { askedDelayMs } = turn;
    if (aboveMaxDelay === 'refuse' && askedDelayMs !== null && askedDelayMs > maxDelayMs)
      throw new RefusalError(url, this.#judge.answer(cached, url, now), askedDelayMs);
    return turn;
  }
}
