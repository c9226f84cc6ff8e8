/**
 * One question to a file that is not kept.
 */
import { resolveProfile } from './define-profile.js';
import type { MatcherOptions } from './match/matcher.js';
import { callersOfOptions } from './match/select/callers.js';
import { isAllowedOnce } from './match/single-pass.js';
import { type Octets, octetsOf } from './octets.js';
import { checkedElsewhere, checkOptions, optionTable } from './option-checks.js';
import type { ParseSyncOptions } from './parse.js';
import { urlText } from './url-argument.js';

const QUESTION_OPTIONS = optionTable<MatcherOptions & ParseSyncOptions>({
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  profile: checkedElsewhere,
  maxOctets: checkedElsewhere,
});

/**
 * Whether a caller may fetch a URL by a file in memory. The answer is that of `parseSync(octets).matcher(options).isAllowed(url)`, but
 * nothing of the file is kept, so it is faster for one question to each of many files.
 *
 * @param octets the file; text is taken as UTF-8
 * @param url an absolute http, https or ftp URL, or a path that begins with `/`; under `google`, any string
 * @throws {TypeError} if an argument or an option is not accepted
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 */
export function isAllowed(
  octets: Octets | string,
  url: string | URL,
  options: MatcherOptions & ParseSyncOptions,
): boolean {
  checkOptions('isAllowed', options, QUESTION_OPTIONS);
  const profile = resolveProfile(options.profile);
  const callers = callersOfOptions(options);
  const { maxOctets } = options;
  return isAllowedOnce(octetsOf(octets), urlText(url), profile, callers, maxOctets);
}
