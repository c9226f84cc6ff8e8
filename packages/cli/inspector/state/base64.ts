/** Octets as text for addresses, in base64url without padding (RFC 4648 §5). */

/** How many octets become characters in one call. A function takes no unlimited number of arguments. */
const CHUNK_OCTETS = 0x8000;

function toBase64(octets: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < octets.length; at += CHUNK_OCTETS) {
    binary += String.fromCharCode(...octets.subarray(at, at + CHUNK_OCTETS));
  }
  return btoa(binary);
}

export function toBase64Url(octets: Uint8Array): string {
  return toBase64(octets).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The octets of a text; null if it is not base64url, or has padding. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
