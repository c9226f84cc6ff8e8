/** How fuzz targets read their octets. Text stays text, so that real files make good seeds. */

const LF = 0x0a;

/** The first line, without its end, and the octets after it. */
export function headAndBody(data: Uint8Array): { readonly head: string; readonly body: Uint8Array } {
  const end = data.indexOf(LF);
  if (end === -1) return { head: latin1(data), body: new Uint8Array() };
  return { head: latin1(data.subarray(0, end)), body: data.slice(end + 1) };
}

export function latin1(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Octets cut into chunks at places that depend on the octets alone, so that a case can be replayed; some chunks are empty. */
export function chunksOf(octets: Uint8Array): Uint8Array[] {
  let state = octets.length + 1;
  for (const octet of octets.subarray(0, 64)) state = Math.imul(state, 31) + octet;
  const random = (): number => {
    // Numerical Recipes' linear congruential generator.
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return (state >>> 8) / 2 ** 24;
  };
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < octets.length; ) {
    const size = Math.floor(random() ** 4 * octets.length + random() * 3);
    chunks.push(octets.slice(at, at + size));
    at += size;
  }
  return chunks;
}
