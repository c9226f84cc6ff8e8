/** Octet strings as texts, for faults that confuse the two. */

function octetsOf(text: string): Uint8Array {
  return Uint8Array.from(text, (octet) => octet.charCodeAt(0));
}

export function decoded(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(octetsOf(text));
}

export function toOctetText(octets: Uint8Array): string {
  return Array.from(octets, (octet) => String.fromCharCode(octet)).join('');
}

export function isUtf8(text: string): boolean {
  return !decoded(text).includes('\uFFFD') || text.includes('\xEF\xBF\xBD');
}

export function replaced(text: string): string {
  return toOctetText(new TextEncoder().encode(decoded(text)));
}

export function fromLatin1(text: string): string {
  return toOctetText(new TextEncoder().encode(text));
}
