/**
 * A robots.txt that was read or fetched, as the page gets it.
 */
import { type Input, wholeInput } from '../input.js';
import { provenanceText } from '../provenance-text.js';
import type { FetchedRobots, RobotsSource } from '../robots-source.js';
import type { FoundMessage } from './messages.js';

/** The largest file to open, as in the page itself. The page shows all of it, so it is not cut. */
export const MAX_FILE_OCTETS = 8 * 1024 * 1024;

/**
 * Reads a file.
 *
 * @throws {InputError} (rejects) if it cannot be read, or is too large
 */
export async function foundInFile(input: Input): Promise<FoundMessage> {
  const octets = await wholeInput(input, MAX_FILE_OCTETS);
  return { name: input.name, octets: octets.toString('base64url'), notes: [] };
}

/** The result of a fetch, with the reason if there is no file. */
export function foundAtSite(source: RobotsSource & { readonly fetched: FetchedRobots }): FoundMessage {
  const { name, document, fetched } = source;
  const { provenance, explanation } = fetched;
  const origin = `${provenanceText(provenance, document?.truncated ?? false)}.`;
  const fault = provenance.fault === 'address-refused' ? ADDRESS_REFUSED : provenance.faultMessage;
  const notes = fault === null ? [origin] : [origin, fault];
  if (document === null) return { name, octets: null, notes: [explanation, ...notes] };
  return { name, octets: Buffer.from(document.octets).toString('base64url'), notes };
}

/** A page has no options, so the library's message about the option would not help there. */
const ADDRESS_REFUSED =
  'The page fetches from public addresses only. To inspect a server on this machine or its network, run robotstream inspect with its URL.';
