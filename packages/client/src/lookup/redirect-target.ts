/**
 * A redirect to the robots.txt of another site, such as from `http://example.com/robots.txt` to `https://example.com/robots.txt`, also fetches
 * that site's file. It is cached for both sites.
 */
import { robotsUrl } from 'robotstream';
import type { AccessResult, SuccessResult } from '../fetch/result/result.js';

/** Headers that are not sent to another origin after a redirect. A site may send a different file to a request that has them. */
const CREDENTIALS: readonly string[] = ['authorization', 'cookie'];

/**
 * The result that a direct fetch from the target of a redirect would have had; undefined if this fetch does not show it.
 *
 * The last request must equal that of a direct fetch: for `/robots.txt` at the root of the target, without a query, under its own
 * scheme, host and port, without conditions, and with the same headers. Only a file counts, because the redirect may have caused a failure, such
 * as a refused address.
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
