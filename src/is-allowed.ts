/**
 * Octets → the answer to one question.
 */
import { otherEngineOf } from './match/engine.js';
import { judgeOnce } from './match/judge.js';
import { MATCHER_OPTIONS, type MatcherOptions } from './match/matcher.js';
import { callersOfOptions, readingOf } from './match/select/callers.js';
import { type Octets, octetsOf } from './octets.js';
import { checkOptions } from './option-checks.js';
import { PARSE_SYNC_OPTIONS, type ParseSyncOptions } from './parse.js';
import { madeProfile } from './profiles.js';
import { urlText } from './urls.js';

/** Who asks, and how to judge. Either `agents` or `crawler` is required. A `profile` is a name, one of `PROFILES`, or the result of `defineProfile`. */
export type IsAllowedOptions = MatcherOptions & ParseSyncOptions;

const QUESTION_OPTIONS = [...MATCHER_OPTIONS, ...PARSE_SYNC_OPTIONS];

/**
 * Whether a crawler may fetch a URL, by a file in memory. The answer is that of `parseSync(octets).matcher(options).isAllowed(url)`,
 * but nothing of the file is kept, so it is faster for one question to each of many files.
 *
 * @param octets the file; text is taken as UTF-8
 * @param url an absolute http, https or ftp URL, or a path that begins with a single `/`; under `google`, any string
 * @throws {TypeError} if an argument or an option is not accepted
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @example
 * ```js
 * import { isAllowed } from 'robotstream';
 *
 * const file = 'User-agent: *\nDisallow: /private/';
 * console.log(isAllowed(file, 'https://example.com/private/a', { agents: 'FooBot' })); // → false
 * console.log(isAllowed(file, '/press', { crawler: 'Googlebot' })); // → true
 * ```
 */
export function isAllowed(octets: Octets | string, url: string | URL, options: IsAllowedOptions): boolean {
  checkOptions('isAllowed', options, QUESTION_OPTIONS);
  const callers = callersOfOptions(options);
  const profile = madeProfile(readingOf(options, options.profile));
  const { maxOctets } = options;
  // Before the octets: a subclass of `URL` runs code of the program, which could transfer them.
  const text = urlText(url);
  const other = otherEngineOf(profile);
  if (other !== undefined) return other.isAllowed(octetsOf(octets), text, callers, maxOctets);
  return judgeOnce(octetsOf(octets), text, profile, callers, maxOctets).isAllowed;
}
