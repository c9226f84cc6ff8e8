/**
 * What a request passes before it is sent: is it allowed?
 */
import type { RobotsClient } from '../client.js';
import { RefusalError } from './refusal-error.js';

const ROBOTS_TXT_PATH = '/robots.txt';

/** Lets requests pass, or refuses them. */
export class Gate {
  readonly #client: RobotsClient;

  constructor(client: RobotsClient) {
    this.#client = client;
  }

  /**
   * Lets a request pass without waiting, if that can be said at once.
   *
   * @returns false if the request has to wait
   * @throws {RefusalError} if the request is not allowed
   * @throws {RobotsError} `client-closed`
   */
  passNow(url: string): boolean {
    if (isRobotsTxt(url)) return true;
    const answer = this.#client.peek(url);
    if (answer === undefined) return false;
    if (!answer.allowed) throw new RefusalError(url, answer);
    return true;
  }

  /**
   * Waits until a request may be sent.
   *
   * @throws {RefusalError} (rejects) if the request is not allowed
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts
   */
  async pass(url: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.passNow(url)) return;
    const answer = await this.#client.check(url, { signal });
    if (!answer.allowed) throw new RefusalError(url, answer);
  }
}

/** Whether a URL is a robots.txt, which every crawler may fetch (RFC 9309 §2.2.2). Its query does not matter. */
function isRobotsTxt(url: string): boolean {
  return new URL(url).pathname === ROBOTS_TXT_PATH;
}
