/**
 * The error of a request that is not sent because of a robots.txt.
 */

import type { Verdict } from 'robotstream';
import { RobotsError } from 'robotstream';
import type { Answer } from '../answer.js';

/**
 * A request was not sent, because the robots.txt of its site does not allow it. It is a `RobotsError` with the code
 * `disallowed`, or `deferred` if the URL may be allowed later.
 */
export class RefusalError extends RobotsError {
  declare readonly code: 'disallowed' | 'deferred';
  /** The URL that was not requested. After a redirect, its target. */
  readonly url: string;
  /** Why the URL may not be fetched, and where that answer comes from. */
  readonly answer: Answer;

  constructor(url: string, answer: Answer) {
    super(answer.deferred ? 'deferred' : 'disallowed', `${url}: ${answer.explanation}`);
    this.url = url;
    this.answer = answer;
  }

  /** What the rules say; null if there is no file. */
  get verdict(): Verdict | null {
    return this.answer.verdict;
  }

  /** When to try again, in milliseconds since 1970; null if the code is `disallowed` and no fetch has failed. */
  get retryAt(): number | null {
    return this.answer.retryAt;
  }
}
