/**
 * Makes the results from the facts of a fetch and the choices of a profile.
 */

import type { RobotsDocument } from 'robotstream';
import type { AccessAxes } from 'robotstream/internal';
import type { AccessError } from './faults.js';
import type {
  AccessFacts,
  NotModifiedResult,
  ProbeFacts,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from './result.js';
import { adviseRetry, type RetryAdvice } from './retry.js';

export function success(
  facts: AccessFacts,
  document: RobotsDocument,
  cause: AccessError | null = null,
): SuccessResult {
  const fault = cause === null ? null : cause.code;
  return { ...facts, outcome: 'success', meaning: 'rules', document, fault, cause };
}

export function notModified(facts: AccessFacts): NotModifiedResult {
  return { ...facts, outcome: 'not-modified', meaning: 'rules', fault: null, cause: null };
}

export function unavailable(
  facts: AccessFacts,
  axes: AccessAxes,
  meaning: UnavailableResult['meaning'],
  cause: AccessError | null = null,
  probe: ProbeFacts | null = null,
): UnavailableResult {
  const advice = advise(facts, axes);
  return {
    ...facts,
    outcome: 'unavailable',
    meaning,
    fault: cause === null ? null : cause.code,
    cause,
    probe,
    retry: advice.retryAfterMs === null ? null : advice,
  };
}

export function unreachable(
  facts: AccessFacts,
  axes: AccessAxes,
  cause: AccessError,
  probe: ProbeFacts | null = null,
  isLocalFault = false,
): UnreachableResult {
  return {
    ...facts,
    outcome: 'unreachable',
    meaning: axes.unreachable,
    fault: cause.code,
    isLocalFault,
    cause,
    probe,
    retry: advise(facts, axes),
  };
}

function advise({ status, headers, timings }: AccessFacts, axes: AccessAxes): RetryAdvice {
  return adviseRetry(status, headers, axes, timings.startedAt + timings.totalMs);
}
