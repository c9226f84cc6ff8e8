/**
 * From a URL to the robots.txt that governs it, and what its absence means: RFC 9309 §2.3, semantics §6.
 */
import type { FetchOptions } from './options.js';
import type { AccessResult } from './result.js';

/**
 * Fetches the robots.txt that governs a URL. What goes wrong on the way is a result, never a throw.
 *
 * @param url any http, https or ftp URL of the site
 * @throws {TypeError} (rejects) if the URL or an option is not of the kind described
 * @throws {RangeError} (rejects) if `maxOctets` or a time limit is out of range
 * @throws {RobotsError} (rejects) `ftp-client-missing` if the URL is one of FTP and basic-ftp is not installed
 * @throws the signal's reason (rejects) if it aborts
 */
export async function fetchRobots(_url: string | URL, _options: FetchOptions): Promise<AccessResult> {
  throw new Error('not yet');
}
