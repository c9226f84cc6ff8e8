/**
 * What the status of a response means for a fetch: what it means for access (`src/status-access.ts`), and what the fetch does next.
 */
import type { AccessAxes } from 'robotstream/internal';
import { accessUnder, isInClass, TOO_MANY_REQUESTS } from 'robotstream/internal';

/** The outcome by the status, in detail. Redirects have been followed already. */
export type StatusOutcome =
  | { readonly outcome: 'success' }
  | { readonly outcome: 'not-modified' }
  | Extract<ReturnType<typeof accessUnder>, { readonly outcome: 'unavailable' }>
  /** Unreachable, unless a probe shows that the site answers every missing page so. */
  | { readonly outcome: 'server-error' }
  | { readonly outcome: 'unreachable'; readonly fault: 'unexpected-status' | 'too-many-requests' };

const NOT_MODIFIED = 304;

/**
 * The outcome by an HTTP status.
 *
 * @param wasConditional whether the request was conditional; a 304 to any other means nothing
 */
export function outcomeOfStatus(status: number, wasConditional: boolean, axes: AccessAxes): StatusOutcome {
  if (status === NOT_MODIFIED && wasConditional) return { outcome: 'not-modified' };
  if (isInClass(status, 5)) return { outcome: 'server-error' };
  const found = accessUnder(axes, status);
  if (found.outcome !== 'unreachable') return found;
  const fault = status === TOO_MANY_REQUESTS ? 'too-many-requests' : 'unexpected-status';
  return { outcome: 'unreachable', fault };
}
