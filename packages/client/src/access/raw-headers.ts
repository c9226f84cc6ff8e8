/**
 * Headers as undici 6 and earlier pass them: names and values alternating, as octets.
 */
import type { HeaderValues } from './exchange.js';

/** The headers by lower-case name; those that are sent more than once as lists. */
export function parseRawHeaders(raw: readonly unknown[]): HeaderValues {
  const lines = new Map<string, string[]>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = textOf(raw[i]).toLowerCase();
    const values = lines.get(name) ?? [];
    for (const value of [raw[i + 1]].flat()) values.push(textOf(value));
    lines.set(name, values);
  }
  return Object.fromEntries(
    Array.from(lines, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function textOf(octets: unknown): string {
  return octets instanceof Uint8Array ? Buffer.from(octets).toString('latin1') : String(octets);
}
