/**
 * The captures of the sites that are surveyed, told from others: the one place where a list of sites is applied to an input.
 */
import type { Capture } from '../captures/capture.js';
import type { InputFault } from '../octets/input-fault.js';
import type { SiteList } from './site-list.js';

/** A capture of a site that is not surveyed, which is counted and has no rows. */
interface OtherCapture {
  readonly kind: 'other';
}

const OTHER: OtherCapture = { kind: 'other' };

/** What a survey gets from an input. */
export type SurveyItem = Capture | OtherCapture | InputFault;

/**
 * The captures of an input, of which those of other sites are marked.
 *
 * @param sites the sites that are surveyed; undefined if all are
 */
export function chosenCaptures(
  batches: AsyncIterable<(Capture | InputFault)[]>,
  sites: SiteList | undefined,
): AsyncIterable<SurveyItem[]> {
  return sites === undefined ? batches : marked(batches, sites);
}

async function* marked(
  batches: AsyncIterable<(Capture | InputFault)[]>,
  sites: SiteList,
): AsyncGenerator<SurveyItem[], void> {
  for await (const batch of batches)
    yield batch.map((item) => (item.kind === 'fault' || sites.has(item.url) ? item : OTHER));
}
