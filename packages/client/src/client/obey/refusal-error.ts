/**
 * The error of a request that is not sent because of a robots.txt.
 */

import { RobotsError, type Verdict } from 'robotstream';
import type { Answer } from '../answer.js';

/**
 * A request was not sent, because of the robots.txt of its site. It is a `RobotsError` with the code `disallowed`; `deferred` if the URL
 * may be allowed later; or `delay-too-long` if `pacing.aboveMaxDelay` is `'refuse'`, and the file asks for a delay above `pacing.maxDelayMs`.
 *
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient, RefusalError, robotsFetch } from '@robotstream/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * try {
 *   await robotsFetch(client)('http://localhost:8124/shop/cart');
 * } catch (error) {
 *   if (error instanceof RefusalError) console.log(error.code); // → disallowed
 * }
 * await client.close();
 * ```
 */
export class RefusalError extends RobotsError {
  declare readonly code: 'disallowed' | 'deferred' | 'delay-too-long';
  /** The URL that was not requested. After a redirect, its target. */
  readonly url: string;
  /** Why the URL may not be fetched, and where that answer comes from. */
  readonly answer: Answer;
  /** The delay that the robots.txt asks for, in milliseconds, if the code is `delay-too-long`; else null. */
  readonly askedDelayMs: number | null;

  /** @param askedDelayMs the delay, in milliseconds, if it is the reason; null if the answer is the reason */
  constructor(url: string, answer: Answer, askedDelayMs: number | null = null) {
    const code = answer.deferred ? 'deferred' : 'disallowed';
    const reason =
      askedDelayMs === null
        ? answer.explanation
        : `the robots.txt asks for ${askedDelayMs} ms between requests, which is more than pacing.maxDelayMs`;
    super(askedDelayMs === null ? code : 'delay-too-long', `${url}: ${reason}`);
    this.url = url;
    this.answer = answer;
    this.askedDelayMs = askedDelayMs;
  }

  /** What the rules say; null if there is no file. */
  get verdict(): Verdict | null {
    return this.answer.verdict;
  }

  /** When to try again, in milliseconds since 1970; null if the code is not `deferred` and no fetch has failed. */
  get retryAt(): number | null {
    return this.answer.retryAt;
  }
}
