/**
 * What a capture means for the site under a profile (RFC 9309 §2.3.1, docs/semantics.md §6.1).
 */

import { isRedirect, outcomeOfStatus, redirectTarget } from '@robotstream/client/internal';
import type { AccessAxes } from 'robotstream/internal';
import { urlOrNull } from 'robotstream/internal';
import type { Capture } from '../captures/capture.js';
import type { PayloadKind } from './payload-kind.js';

/** Every outcome that a capture can have. */
export type CaptureOutcome =
  | 'success'
  | 'unavailable'
  | 'unreachable'
  | 'redirect'
  /** The payload is not a robots.txt. It is still read as one, as crawlers do. */
  | 'not-robots'
  /** The archive does not have the payload. */
  | 'no-payload';

/** What the status of a capture means for access: read the file, the same answer for every URL, or nothing. */
export type CaptureMeaning = 'rules' | 'allow-all' | 'disallow-all' | 'nothing';

/** What the meaning of a capture depends on. */
export type CaptureResponse = Pick<Capture, 'url' | 'status' | 'headers' | 'payload' | 'isRepeated'>;

export interface CaptureAccess {
  /** The outcome by the status: `success` also for a payload that is not a robots.txt. See {@link outcomeOf}. */
  readonly statusOutcome: Exclude<CaptureOutcome, 'not-robots'>;
  readonly meaning: CaptureMeaning;
}

const SUCCESS = 200;
const NOT_MODIFIED = 304;

/**
 * What the status of a capture means for access. A redirect says nothing by itself, since its target is another capture, unless it has none that
 * could be fetched. A profile that defers to a later fetch says nothing about a site that cannot be reached.
 */
export function accessOfCapture(capture: CaptureResponse, axes: AccessAxes): CaptureAccess {
  const { status, payload, isRepeated } = capture;
  // A revisit record with a 304 refers to the file that has not changed (ISO 28500:2017, "server-not-modified").
  const effective = status === null || (status === NOT_MODIFIED && isRepeated) ? SUCCESS : status;
  if (redirectTargetOf(capture) !== null) return { statusOutcome: 'redirect', meaning: 'nothing' };
  const found = outcomeOfStatus(effective, isRepeated, axes);
  switch (found.outcome) {
    case 'unavailable':
      return { statusOutcome: 'unavailable', meaning: found.meaning };
    case 'server-error':
    case 'unreachable':
      return { statusOutcome: 'unreachable', meaning: meaningOfUnreachable(axes) };
    default:
      return payload === null
        ? { statusOutcome: 'no-payload', meaning: 'nothing' }
        : { statusOutcome: 'success', meaning: 'rules' };
  }
}

function meaningOfUnreachable({ unreachable }: AccessAxes): CaptureMeaning {
  return unreachable === 'defer' ? 'nothing' : unreachable;
}

/** What it means for access that there are more redirects than a profile follows, as in a loop (docs/semantics.md §6.1). */
export function meaningOfTooManyRedirects(axes: AccessAxes): CaptureMeaning {
  return axes.tooManyRedirects === 'unavailable' ? 'allow-all' : meaningOfUnreachable(axes);
}

/** A base that no relative reference can be resolved by. */
const NO_BASE = new URL('about:blank');

/** Where a capture redirects to, as a client would follow it; null if it is no redirect, or names no http, https or ftp URL. */
export function redirectTargetOf({ status, url, headers }: CaptureResponse): URL | null {
  if (status === null || !isRedirect(status)) return null;
  const base = urlOrNull(url) ?? NO_BASE;
  return redirectTarget(base, { location: headers.get('location') });
}

/**
 * The outcome of a capture.
 *
 * @param kind what the payload is; null if there is none
 */
export function outcomeOf({ statusOutcome }: CaptureAccess, kind: PayloadKind | null): CaptureOutcome {
  const isFile = kind === 'robots' || kind === 'empty';
  return statusOutcome === 'success' && !isFile ? 'not-robots' : statusOutcome;
}
