/**
 * Questions that wait for a robots.txt. All questions about one site share one lookup. A question that waits costs its promise and its
 * URL, because a crawler may have millions of them pending; a listener is added only for a question with a signal.
 *
 * The questions of a site wait in batches, whose promises settle one after another, so that a million of them do not hold up the
 * event loop when the file arrives.
 */

import type { Matcher } from 'robotstream';
import { onAbort } from 'robotstream/internal';
import type { CacheAnswer } from '../lookup/cache-answer.js';
import type { TurnBudget } from '../pacing/turn-budget.js';
import { PackedUrls } from './packed-urls.js';

/** How the questions are answered. */
export interface Answering {
  /** Calls back when a lookup may begin, with how long it has waited, in milliseconds; returns a function that gives up waiting. */
  readonly whenAdmitted: (begin: (waitedMs: number) => void) => () => void;
  /** Looks up a robots.txt. */
  readonly find: (
    robotsUrl: string,
    signal: AbortSignal | undefined,
    waitedMs: number,
  ) => Promise<CacheAnswer>;
  readonly matcherOf: (cached: CacheAnswer) => Matcher;
  /** Called when a question joins those that wait for the file. */
  readonly onJoin: () => void;
  /** Called when questions that had joined others are answered. */
  readonly onJoinedAnswered: (cached: CacheAnswer, count: number) => void;
  /** Limits how many characters of URLs are judged in a turn of the event loop. */
  readonly judging: TurnBudget;
}

/** The most questions of a batch. */
const BATCH_QUESTIONS = 256;

/** Questions about sites whose robots.txt is being looked up. */
export class WaitingQuestions {
  readonly #sites = new Map<string, WaitingSite>();
  readonly #answering: Answering;

  constructor(answering: Answering) {
    this.#answering = answering;
  }

  /** Sites that questions wait for. */
  get size(): number {
    return this.#sites.size;
  }

  /**
   * Whether a URL may be fetched, once its robots.txt is known.
   *
   * @param signal must not have aborted yet
   * @throws what the lookup throws (rejects); the signal's reason if it aborts first
   */
  ask(robotsUrl: string, url: string, signal: AbortSignal | undefined): Promise<boolean> {
    let site = this.#sites.get(robotsUrl);
    if (site === undefined) {
      site = new WaitingSite(this.#answering, signal !== undefined, () => this.#remove(robotsUrl, site));
      this.#sites.set(robotsUrl, site);
      site.begin(robotsUrl);
    } else this.#answering.onJoin();
    return site.ask(url, signal);
  }

  /** Makes the next question about a file begin another lookup. Questions that already wait get the result of the one in progress. */
  detach(robotsUrl: string): void {
    this.#sites.delete(robotsUrl);
  }

  #remove(robotsUrl: string, site: WaitingSite | undefined): void {
    if (this.#sites.get(robotsUrl) === site) this.#sites.delete(robotsUrl);
  }
}

/** The questions about one site. */
class WaitingSite {
  readonly #answering: Answering;
  readonly #onEnd: () => void;
  readonly #batches = [new Batch()];
  /** Ends the lookup when every question has given up; undefined if a question without a signal waits, which cannot give up. */
  readonly #controller: AbortController | undefined;
  /** The number of questions that have not given up. */
  #waiting = 0;
  #leaveQueue: () => void = ignore;

  constructor(answering: Answering, canGiveUp: boolean, onEnd: () => void) {
    this.#answering = answering;
    this.#controller = canGiveUp ? new AbortController() : undefined;
    this.#onEnd = onEnd;
  }

  begin(robotsUrl: string): void {
    const { find, whenAdmitted } = this.#answering;
    this.#leaveQueue = whenAdmitted((waitedMs) => {
      find(robotsUrl, this.#controller?.signal, waitedMs).then(
        (cached) => this.#answer(cached),
        (error) => this.#fail(error),
      );
    });
  }

  ask(url: string, signal: AbortSignal | undefined): Promise<boolean> {
    this.#waiting++;
    let batch = this.#batches.at(-1) as Batch;
    if (batch.size >= BATCH_QUESTIONS) {
      batch = new Batch();
      this.#batches.push(batch);
    }
    return signal === undefined ? batch.ask(url) : this.#askUntil(signal, batch, url);
  }

  #askUntil(signal: AbortSignal, batch: Batch, url: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const stopListening = onAbort(signal, () => {
        reject(signal.reason);
        this.#waiting--;
        if (this.#waiting > 0 || this.#controller === undefined) return;
        // The next question starts over, because an aborted lookup has no result.
        this.#onEnd();
        this.#leaveQueue();
        this.#controller.abort(signal.reason);
      });
      batch.ask(url).then(resolve, reject).finally(stopListening);
    });
  }

  #answer(cached: CacheAnswer): void {
    this.#onEnd();
    const { matcherOf, onJoinedAnswered } = this.#answering;
    if (this.#waiting > 1) onJoinedAnswered(cached, this.#waiting - 1);
    let matcher: Matcher;
    try {
      matcher = matcherOf(cached);
    } catch (error) {
      this.#settle((batch) => batch.fail(error));
      return;
    }
    this.#settle((batch) => batch.answerBy(matcher));
  }

  #fail(error: unknown): void {
    this.#onEnd();
    this.#settle((batch) => batch.fail(error));
  }

  async #settle(settle: (batch: Batch) => void): Promise<void> {
    for (const batch of this.#batches) {
      await this.#answering.judging.wait(batch.characters);
      settle(batch);
    }
  }
}

/**
 * Some questions about one site. Each waits for one promise with the same function: the functions that wait for a promise are called in the
 * order of their registration, so the URLs of the questions are taken in that order.
 */
class Batch {
  characters = 0;
  readonly #urls = new PackedUrls();
  #matcher: Matcher | undefined;
  #open: () => void = ignore;
  #fail: (error: unknown) => void = ignore;
  readonly #isSettled = new Promise<void>((resolve, reject) => {
    this.#open = resolve;
    this.#fail = reject;
  });

  get size(): number {
    return this.#urls.size;
  }

  ask(url: string): Promise<boolean> {
    this.#urls.add(url);
    this.characters += url.length;
    return this.#isSettled.then(this.#judgeNext);
  }

  answerBy(matcher: Matcher): void {
    this.#matcher = matcher;
    this.#open();
  }

  fail(error: unknown): void {
    this.#fail(error);
  }

  readonly #judgeNext = (): boolean => {
    const url = this.#urls.take() as string;
    return (this.#matcher as Matcher).isAllowed(url);
  };
}

function ignore(): void {}
