/** Reads captures and rows the short way. */
import type { Capture } from '../../src/captures/capture.js';
import { readCaptures } from '../../src/captures/read-captures.js';
import type { InputFault } from '../../src/octets/input-fault.js';

/** Octets in chunks of a size. */
export async function* inChunks(octets: Uint8Array, size = octets.length): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < octets.length; start += size) yield octets.subarray(start, start + size);
}

/** A capture, or a fault, as a test compares it. */
export type ShortItem =
  | {
      readonly url: string;
      readonly offset: number;
      readonly status: number | null;
      readonly text: string | null;
      readonly digest: string;
      readonly isCutOff: boolean;
    }
  | { readonly fault: string; readonly offset: number; readonly message: string };

/** Reads a whole input. */
export async function captures(
  octets: Uint8Array,
  { name = 'input', size, all }: { name?: string; size?: number; all?: boolean } = {},
): Promise<ShortItem[]> {
  const items: ShortItem[] = [];
  for await (const batch of readCaptures(inChunks(octets, size), { name, all }))
    items.push(...batch.map(short));
  return items;
}

function short(item: Capture | InputFault): ShortItem {
  if (item.kind === 'fault') return { fault: item.code, offset: item.offset, message: item.message };
  const { url, offset, status, payload } = item;
  return {
    url,
    offset,
    status,
    text: payload === null ? null : Buffer.from(payload.octets).toString(),
    digest: item.digest,
    isCutOff: payload?.isCutOff ?? false,
  };
}

/** The URLs of the captures, in order. */
export function urlsOf(items: readonly ShortItem[]): string[] {
  return items.flatMap((item) => ('url' in item ? [item.url] : []));
}

/** The codes of the faults, in order. */
export function faultsOf(items: readonly ShortItem[]): string[] {
  return items.flatMap((item) => ('fault' in item ? [item.fault] : []));
}
