/**
 * Octet strings: a JavaScript string in which every character is one octet (U+0000 to U+00FF, Latin-1).
 * The whole reference works on them, because slicing, comparing and searching then read as the sentences of
 * the specification do. Nothing here imports from `src`: the reference shares no mistake with what it judges.
 */

/** The octets as an octet string. */
export function toOctetString(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) text += String.fromCharCode(octet);
  return text;
}

/**
 * The octets of an octet string.
 *
 * @throws {RangeError} if a character is none of U+0000 to U+00FF
 */
export function toOctets(octetString: string): Uint8Array {
  const octets = new Uint8Array(octetString.length);
  for (let at = 0; at < octetString.length; at += 1) {
    const octet = octetString.charCodeAt(at);
    if (octet > 0xff) throw new RangeError(`character ${at} is no octet: ${octetString.charAt(at)}`);
    octets[at] = octet;
  }
  return octets;
}

/** What a caller gives as text (a name, a URL) as the octets of its UTF-8 form; a lone surrogate becomes EF BF BD. */
export function utf8OctetString(text: string): string {
  return toOctetString(new TextEncoder().encode(text));
}

/** docs/semantics.md §1.5: white space is SP, HTAB, VT, FF. (Two loops, since `/\s+$/` takes quadratic time on a long run inside.) */
export function trim(octetString: string): string {
  let start = 0;
  let end = octetString.length;
  while (start < end && isWhiteSpace(octetString.charAt(start))) start += 1;
  while (end > start && isWhiteSpace(octetString.charAt(end - 1))) end -= 1;
  return octetString.slice(start, end);
}

function isWhiteSpace(octet: string): boolean {
  return octet === ' ' || octet === '\t' || octet === '\v' || octet === '\f';
}

/** docs/semantics.md §2.3 and §4.3 compare case-insensitively: that folds A to Z, and nothing else. */
export function foldCase(octetString: string): string {
  return octetString.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The part before the first `mark`, or everything if there is none. */
export function before(octetString: string, mark: string): string {
  const at = octetString.indexOf(mark);
  return at === -1 ? octetString : octetString.slice(0, at);
}
