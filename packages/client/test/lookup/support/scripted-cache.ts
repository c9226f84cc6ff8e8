/** A cache with a scripted server: the test sets the next answer. */

import { PROFILES, type Profile } from '../../../../../src/profiles.js';
import { ManualClock, MINUTE } from '../../../../../test/support/manual-clock.js';
import type { AccessResult } from '../../../src/fetch/result.js';
import type { FetchCall } from '../../../src/lookup/lookup-runner.js';
import { type CacheOptions, RobotsCache } from '../../../src/lookup/robots-cache.js';

type Script = (robotsUrl: string, call: FetchCall) => AccessResult | Promise<AccessResult>;

/** A cache, its clock, and the server that it asks. */
export interface ScriptedCache {
  readonly cache: RobotsCache;
  readonly clock: ManualClock;
  /** Every fetch so far. */
  readonly fetches: { readonly robotsUrl: string; readonly at: number; readonly call: FetchCall }[];
  /** Sets the server's answer from now on. */
  answer(script: AccessResult | Script): void;
}

/** @param first the server's answer until the test sets another */
export function scriptedCache(
  options: Partial<CacheOptions> & { readonly clock?: ManualClock; readonly profile?: Profile } = {},
  first?: AccessResult,
): ScriptedCache {
  const clock = options.clock ?? new ManualClock();
  const fetches: { robotsUrl: string; at: number; call: FetchCall }[] = [];
  let script: Script = () => {
    if (first !== undefined) return first;
    throw new Error('the test has not said what the server answers');
  };
  const cache = new RobotsCache({
    profile: PROFILES.rfc9309,
    userAgent: 'ExampleBot/1.0',
    html: 'rules',
    maxOctets: 512_000,
    store: undefined,
    pacing: { perHost: 1 },
    headers: {},
    fetchMs: MINUTE,
    memoryOctets: 10_000_000,
    concurrency: { total: 10, perHost: 2, perAddress: 10 },
    minLifetimeMs: 0,
    ...options,
    clock,
    fetch: async (robotsUrl, call) => {
      fetches.push({ robotsUrl, at: clock.now(), call });
      return script(robotsUrl, call);
    },
  });
  return {
    cache,
    clock,
    fetches,
    answer: (next) => {
      script = typeof next === 'function' ? next : () => next;
    },
  };
}
