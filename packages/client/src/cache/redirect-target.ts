/**
 * A redirect to the robots.txt of another site also brings that site's file: the redirect of `http://example.com/robots.txt` to
 * `https://example.com/robots.txt`, say. It is kept for both.
 */
import { robotsUrl } from 'robotstream';
import type { AccessResult, SuccessResult } from '../access/result/result.js';

/** Headers that a request to another origin than the first one does not have. A site may send another file to a request with them. */
const CREDENTIALS: readonly string[] = ['authorization', 'cookie'];

/**
 * The result that a question about the target of a redirect would have had; undefined if the fetch says nothing about that.
 *
 * The last request must have been the one that such a question sends: for `/robots.txt` at the root of the target, without a query, under its own
 * scheme, host and port, without conditions, and with the same headers. Only a file counts. A failure may be caused by the redirect, as when its
 * address is refused.
 *
 * @param headers the further headers of each request, by lower-case name
 */
export function resultOfTarget(
  result: AccessResult,
  headers: Readonly<Record<string, string>>,
): SuccessResult | undefined {
  const { finalUrl } = result;
  if (result.outcome !== 'success' || result.redirects.length === 0 || finalUrl === result.robotsUrl)
    return undefined;
  if (!finalUrl.startsWith('http') || robotsUrl(finalUrl) !== finalUrl) return undefined;
  if (CREDENTIALS.some((name) => name in headers)) return undefined;
  return { ...result, robotsUrl: finalUrl, redirects: [] };
}
