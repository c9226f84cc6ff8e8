/**
 * Where an answer is known from, for people.
 */
import type { Provenance } from '../index.js';
import { duration } from './durations.js';
import { visible } from './visible.js';

/** One sentence, such as `http://a.example/robots.txt, fetched just now: success (status 200), fresh for 24 h`. */
export function provenanceText(provenance: Provenance, truncated: boolean): string {
  const { robotsUrl, finalUrl, redirects } = provenance;
  const way = redirects.length === 0 ? '' : ` redirected to ${finalUrl}`;
  const cut = truncated ? ' (cut at the parsing limit)' : '';
  return visible(
    `${robotsUrl}${way}, ${known(provenance)}: ${outcome(provenance)}${cut}, ${until(provenance)}`,
  );
}

/** From where, and how old it is. */
function known({ source, ageMs }: Provenance): string {
  if (source === 'fetch') return 'fetched just now';
  const age = `${duration(ageMs)} old`;
  return source === 'store' ? `from the cache, ${age}` : `at hand, ${age}`;
}

function outcome({ outcome, status, fault }: Provenance): string {
  const details = [status === null ? null : `status ${status}`, fault].filter((part) => part !== null);
  return details.length === 0 ? outcome : `${outcome} (${details.join(', ')})`;
}

/** For how long it holds. */
function until(provenance: Provenance): string {
  const { freshness, freshUntil, fetchedAt, validatedAt, ageMs, refreshAt, outcome } = provenance;
  const now = validatedAt + ageMs;
  const again = `asked again in ${duration(Math.max(refreshAt - now, 0))} at the earliest`;
  if (fetchedAt !== null && freshness === 'stale') {
    return `a stale copy of ${new Date(fetchedAt).toISOString()} is used, ${again}`;
  }
  if (outcome === 'unreachable' && fetchedAt === null) return again;
  return freshness === 'fresh' ? `fresh for ${duration(Math.max(freshUntil - now, 0))}` : `stale, ${again}`;
}
