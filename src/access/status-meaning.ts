/**
 * What an HTTP status alone means for access, for programs that have the status of a robots.txt from elsewhere.
 */
import { resolveProfile } from '../define-profile.js';
import { aWholeNumber, checkedElsewhere, checkOptions, optionTable } from '../option-checks.js';
import type { Profile, ProfileName } from '../profiles.js';
import { judgeStatus } from './judge.js';
import type { AccessMeaning, AccessOutcome } from './result.js';

export interface StatusMeaningOptions {
  /** The profile to judge by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
}

/** What a status means. */
export interface StatusMeaning {
  readonly outcome: Exclude<AccessOutcome, 'not-modified'>;
  /** What it means for access while no earlier copy of the file is held. */
  readonly meaning: AccessMeaning;
}

const STATUS_MEANING_OPTIONS = optionTable<StatusMeaningOptions>({ profile: checkedElsewhere });

const MIN_STATUS = 100;
const MAX_STATUS = 999;

/**
 * What the HTTP status of a response to a request for a robots.txt means (RFC 9309 §2.3.1, docs/semantics.md §6.1): for 2xx the
 * rules of the file apply, for 4xx and 5xx one answer holds for every URL. A redirect counts as one that was not followed.
 *
 * @param status a final HTTP status, after redirects
 * @throws {TypeError} if the status is not a number, or there is no such profile
 * @throws {RangeError} if the status is not a whole number from 100 to 999
 */
export function statusMeaning(status: number, options: StatusMeaningOptions = {}): StatusMeaning {
  checkOptions('statusMeaning', options, STATUS_MEANING_OPTIONS);
  aWholeNumber(MIN_STATUS, MAX_STATUS)(status, 'status');
  const { access } = resolveProfile(options.profile);
  const judgement = judgeStatus(status, false, access);
  if (judgement.outcome === 'success') return { outcome: 'success', meaning: 'rules' };
  if (judgement.outcome === 'unavailable') return { outcome: 'unavailable', meaning: judgement.meaning };
  return { outcome: 'unreachable', meaning: access.unreachable };
}
