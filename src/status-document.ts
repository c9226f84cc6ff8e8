/**
 * A document for a site whose status decides in place of a file.
 */
import { parseSync } from './parse.js';
import { fileOf, RobotsDocument } from './robots-document.js';
import { type StatusAccess, statusReason } from './status-access.js';

const DISALLOWS_ALL = 'User-agent: *\nDisallow: /\n';

/**
 * A file that means what a status means. Its verdicts name the status, not the rule.
 *
 * @param access what the status means: anything but `rules`
 */
export function statusDocument(status: number, { outcome, meaning }: StatusAccess): RobotsDocument {
  const file = fileOf(parseSync(meaning === 'allow-all' ? '' : DISALLOWS_ALL));
  const ruling = { status, reason: statusReason(outcome, meaning) };
  return new RobotsDocument(file.copy({ ...file.facts, ruling }));
}
