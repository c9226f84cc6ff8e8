/** Files as docs/lint.md writes them: `\xE9` is the octet E9; everything else is UTF-8. */
export function octetsOf(text: string): Uint8Array {
  const encoder = new TextEncoder();
  const octets: number[] = [];
  for (const [part] of text.matchAll(/\\x[0-9A-F]{2}|[\s\S]/gu)) {
    if (part.length === 4 && part.startsWith('\\x')) octets.push(Number.parseInt(part.slice(2), 16));
    else octets.push(...encoder.encode(part));
  }
  return Uint8Array.from(octets);
}
