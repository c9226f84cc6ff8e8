/**
 * Where an answer comes from, as one line of text.
 */
import type { Provenance } from '@robotstream/client';
import { duration, type Style, visible } from '../../command-line/src/terminal.js';

/** For example `http://a.example/robots.txt, fetched just now: success (status 200), fresh for 24 h`. */
export function provenanceText(provenance: Provenance, truncated: boolean): string {
  const { robotsUrl, finalUrl, redirects } = provenance;
  const redirected = redirects.length === 0 ? '' : ` redirected to ${finalUrl}`;
  const cut = truncated ? ' (cut at the parsing limit)' : '';
  return visible(
    `${robotsUrl}${redirected}, ${origin(provenance)}: ${outcome(provenance)}${cut}, ${validity(provenance)}`,
  );
}

/** A line about where an answer comes from, and one about what went wrong, if something did. */
export function provenanceLines(provenance: Provenance, truncated: boolean, style: Style): readonly string[] {
  const { faultMessage } = provenance;
  const fault = faultMessage === null ? [] : [style.warning(visible(faultMessage))];
  return [style.dim(provenanceText(provenance, truncated)), ...fault];
}

/** Where the result was found, and how old it is. */
function origin({ source, ageMs }: Provenance): string {
  if (source === 'fetch') return 'fetched just now';
  return `from ${source === 'store' ? 'the cache' : 'memory'}, ${duration(ageMs)} old`;
}

function outcome({ outcome, status, fault }: Provenance): string {
  const details = [status === null ? null : `status ${status}`, fault].filter((part) => part !== null);
  return details.length === 0 ? outcome : `${outcome} (${details.join(', ')})`;
}

/** How long the result is valid. */
function validity(provenance: Provenance): string {
  const { freshness, freshUntil, fetchedAt, validatedAt, ageMs, refreshAt, outcome } = provenance;
  const now = validatedAt + ageMs;
  const next = `next request in ${duration(Math.max(refreshAt - now, 0))} at the earliest`;
  if (fetchedAt !== null && freshness === 'stale') {
    return `using a stale copy of ${new Date(fetchedAt).toISOString()}, ${next}`;
  }
  if (outcome === 'unreachable' && fetchedAt === null) return next;
  return freshness === 'fresh' ? `fresh for ${duration(Math.max(freshUntil - now, 0))}` : `stale, ${next}`;
}
