/**
 * The referrer of requests that follow a redirect (W3C Referrer Policy). Each of them tells at most what the one before it told.
 */

import { urlOrNull } from 'robotstream/internal';
import type { HopResponse } from './redirect-hop.js';
import type { Members } from './request-members.js';

/** The policies, by what they tell of a referrer: to its own origin, and to others. */
const POLICIES: ReadonlyMap<unknown, readonly [own: Part, others: Part]> = new Map([
  ['no-referrer', ['nothing', 'nothing']],
  ['same-origin', ['url', 'nothing']],
  ['origin', ['origin', 'origin']],
  ['strict-origin', ['origin', 'origin']],
  ['origin-when-cross-origin', ['url', 'origin']],
  ['strict-origin-when-cross-origin', ['url', 'origin']],
  ['no-referrer-when-downgrade', ['url', 'url']],
  ['unsafe-url', ['url', 'url']],
]);

type Part = 'nothing' | 'origin' | 'url';

const DEFAULT_POLICY = 'strict-origin-when-cross-origin';

/**
 * The referrer and the policy of the request that follows a redirect.
 *
 * @param members of the request that was redirected
 * @param url where it was sent
 */
export function referrerAfter(members: Members, url: string, { headers }: HopResponse): Members {
  const asked = (headers.get('referrer-policy') ?? '').split(',').map((token) => token.trim());
  const set = asked.filter((token) => POLICIES.has(token)).at(-1);
  return {
    referrer: toldOf(members, url),
    referrerPolicy: set ?? members.referrerPolicy,
  };
}

/** What a request tells of its referrer; undefined if it has none but the program itself. */
function toldOf({ referrer, referrerPolicy }: Members, url: string): string | undefined {
  const text = String(referrer ?? '');
  const source = urlOrNull(text);
  if (source === null || source.protocol === 'about:') return referrer as string | undefined;
  const { origin } = source;
  const [own, others] = POLICIES.get(referrerPolicy || DEFAULT_POLICY) ?? [];
  const part = origin === new URL(url).origin ? own : others;
  if (part === 'nothing') return '';
  return part === 'origin' ? origin : text;
}
