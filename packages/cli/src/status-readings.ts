/**
 * A site without a robots.txt to judge by, as crawlers of different readings see it: it is asked once, and each reads the status.
 */
import type { Provenance } from '@robotstream/client';
import { accessOf, type StatusAccess } from 'robotstream';
import { statusDocument } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../command-line/src/reading-name.js';

/** The answer about a URL of a site without a file to judge by. */
export interface SiteAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  readonly explanation: string;
  readonly provenance: Provenance;
}

/** That answer as one crawler reads the status. */
export interface ReadAnswer extends Omit<SiteAnswer, 'provenance'> {
  /** The outcome of the fetch, as this crawler counts it. */
  readonly access: Provenance['outcome'];
}

/**
 * Reads an answer again as another crawler does.
 *
 * @param shared the profile by which the client has answered
 * @param profile the one by which the crawler reads
 */
export function readAgain(
  { allowed, reason, explanation, provenance }: SiteAnswer,
  url: string,
  shared: ReadingName,
  profile: ReadingName,
): ReadAnswer {
  const own = accessAsReadBy(provenance, shared, profile);
  if (own === null) return { access: provenance.outcome, allowed, reason, explanation };
  const verdict = statusDocument(own.status, own).matcher({ agents: '*', profile }).check(url);
  return {
    access: own.outcome,
    allowed: verdict.allowed,
    reason: verdict.reason,
    explanation: verdict.explanation,
  };
}

/** The least status that decides about a site; a lower one is that of a file, or of a redirect that leads nowhere. */
const LEAST_FAILURE = 400;

/**
 * What the status of a fetch means to a crawler that reads it otherwise; null if it means the same to it as under the shared profile. The
 * reply codes of FTP are no statuses.
 *
 * @param fetched how the last fetch ended
 */
export function accessAsReadBy(
  { status, finalUrl }: { readonly status: number | null; readonly finalUrl: string },
  shared: ReadingName,
  profile: ReadingName,
): (StatusAccess & { readonly status: number }) | null {
  if (status === null || status < LEAST_FAILURE || finalUrl.startsWith('ftp:')) return null;
  const [known, own] = [accessOf(status, shared), accessOf(status, profile)];
  return known.outcome === own.outcome && known.meaning === own.meaning ? null : { ...own, status };
}
