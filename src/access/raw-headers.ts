/**
 * Headers as undici 6 and earlier pass them: names and values alternating, as octets.
 */
import type { HeaderValues } from './exchange.js';

/** The headers by lower-case name; those that are sent more than once as lists. */
export function parseRawHeaders(raw: readonly unknown[]): HeaderValues {
  const headers: Record<string, string | string[]> = {};
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = textOf(raw[i]).toLowerCase();
    const values = [raw[i + 1]].flat().map(textOf);
    const all = [headers[name] ?? [], values].flat();
    headers[name] = all.length === 1 ? all[0] : all;
  }
  return headers;
}

function textOf(octets: unknown): string {
  return octets instanceof Uint8Array ? Buffer.from(octets).toString('latin1') : String(octets);
}
