/**
 * The check before a request is sent: is it allowed, and is it its turn?
 */

import { isRobotsTxtUrl, misshapen } from 'robotstream/internal';
import type { EndTurn } from '../../pacing/host-turns.js';
import type { Answer } from '../answer.js';
import { insideOf, type RobotsClient } from '../client.js';
import { RefusalError } from './refusal-error.js';

/** Lets requests pass, or refuses them. */
export class RequestCheck {
  readonly #client: RobotsClient;
  readonly #inside: NonNullable<ReturnType<typeof insideOf>>;
  readonly #pace: boolean | undefined;

  /**
   * @param pace whether requests wait for their turn at the host; undefined: where the robots.txt asks for a delay, or the program has set one
   * @throws {TypeError} if `client` is not a client
   */
  constructor(client: RobotsClient, pace: boolean | undefined) {
    const inside = insideOf(client);
    if (inside === undefined) throw misshapen(client, 'client', 'what createClient() returns');
    this.#client = client;
    this.#inside = inside;
    this.#pace = pace;
  }

  /**
   * Lets a request pass without waiting, if the answer is known and needs no turn.
   *
   * @returns false if the request has to wait
   * @throws {RefusalError} if the request is not allowed
   * @throws {RobotsError} `client-closed`
   */
  passNow(url: string): boolean {
    // Every crawler may fetch a robots.txt (RFC 9309 §2.2.2).
    if (isRobotsTxtUrl(url)) return true;
    const known = this.#inside.peek(url);
    if (known === undefined) return false;
    throwUnlessAllowed(known.answer, url);
    return !(this.#pace ?? known.isSpaced());
  }

  /**
   * Waits until a request may be sent.
   *
   * @returns a function to call once there is a response or an error
   * @throws {RefusalError} (rejects) if the request is not allowed
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts
   */
  async pass(url: string, signal: AbortSignal | undefined): Promise<EndTurn> {
    if (isRobotsTxtUrl(url)) return () => {};
    await this.#check(url, signal);
    if (this.#pace === false) return () => {};
    const end = await this.#inside.takeTurn(url, signal, this.#pace === undefined);
    try {
      // The wait may have been long, and the rules may have changed.
      await this.#check(url, signal);
      return end;
    } catch (error) {
      end();
      throw error;
    }
  }

  async #check(url: string, signal: AbortSignal | undefined): Promise<void> {
    throwUnlessAllowed(await this.#client.check(url, { signal }), url);
  }
}

function throwUnlessAllowed(answer: Answer, url: string): void {
  if (!answer.allowed) throw new RefusalError(url, answer);
}
