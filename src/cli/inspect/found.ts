/**
 * A robots.txt that was read or fetched, as the page gets it.
 */
import { InputError } from '../exit.js';
import type { Input } from '../input.js';
import { provenanceText } from '../provenance-text.js';
import type { FetchedRobots, RobotsSource } from '../robots-source.js';
import type { FoundMessage } from './messages.js';

/** The largest file to open: eight times what parsers read (RFC 9309 §2.5). The page shows all of it, so it is not cut. */
export const MAX_FILE_OCTETS = 4 * 1024 * 1024;

/**
 * Reads a file.
 *
 * @throws {InputError} (rejects) if it cannot be read, or is too large
 */
export async function foundInFile({ name, octets }: Input): Promise<FoundMessage> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of octets) {
    size += chunk.length;
    if (size > MAX_FILE_OCTETS) {
      throw new InputError(`${name}: the file is too large; at most ${MAX_FILE_OCTETS} octets are expected`);
    }
    chunks.push(chunk);
  }
  return { name, octets: Buffer.concat(chunks).toString('base64url'), notes: [] };
}

/** What a fetch found, with the reason if that is no file. */
export function foundAtSite({
  name,
  document,
  fetched,
}: RobotsSource & { readonly fetched: FetchedRobots }): FoundMessage {
  const { provenance, explanation } = fetched;
  const origin = `${provenanceText(provenance, document?.truncated ?? false)}.`;
  const fault = provenance.faultMessage === null ? [] : [provenance.faultMessage];
  if (document === null) return { name, octets: null, notes: [explanation, origin, ...fault] };
  return { name, octets: Buffer.from(document.octets).toString('base64url'), notes: [origin, ...fault] };
}
