/**
 * Fields of a log as text: without the escapes of the server, and for targets in the form that a URL has.
 */

const BACKSLASH = 0x5c;
const LOWER_X = 0x78;
const FIRST_PRINTABLE = 0x21;
const LAST_PRINTABLE = 0x7e;

/** What the letter after a backslash stands for in logs of Apache (ap_escape_logitem). */
const ESCAPES: Readonly<Record<number, number>> = { 98: 8, 110: 10, 114: 13, 116: 9, 118: 11 };

/** The value of a hexadecimal digit; -1 if it is none. */
export function hexValue(octet: number): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/**
 * A field without its escapes: `\xhh`, which nginx and Apache write for octets, and `\"`, `\\` and `\n`, as Apache writes them. Octets that
 * are not UTF-8 become U+FFFD.
 */
export function fieldText(octets: Buffer, start: number, end: number, isPlain: boolean): string {
  return isPlain
    ? octets.toString('latin1', start, end)
    : unescaped(octets.subarray(start, end)).toString('utf8');
}

/** A target, or a request line with one, with every octet that is not printable ASCII percent-encoded. Spaces are kept. */
export function targetText(octets: Buffer, start: number, end: number, isPlain: boolean): string {
  if (isPlain) return octets.toString('latin1', start, end);
  return percentEncoded(unescaped(octets.subarray(start, end)));
}

/** Percent-encodes octets as URLs have them, apart from spaces. */
export function percentEncoded(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) {
    text +=
      octet === 0x20 || (octet >= FIRST_PRINTABLE && octet <= LAST_PRINTABLE)
        ? String.fromCharCode(octet)
        : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

/** Text as a target, for readers that have text already. */
export function asTarget(text: string): string {
  return /[^\u0020-\u007e]/.test(text) ? percentEncoded(Buffer.from(text, 'utf8')) : text;
}

function unescaped(octets: Buffer): Buffer {
  if (!octets.includes(BACKSLASH)) return octets;
  const result = Buffer.allocUnsafe(octets.length);
  let length = 0;
  for (let i = 0; i < octets.length; i++) {
    if (octets[i] !== BACKSLASH || i + 1 === octets.length) {
      result[length++] = octets[i];
      continue;
    }
    const next = octets[++i];
    const [high, low] = next === LOWER_X ? [hexValue(octets[i + 1]), hexValue(octets[i + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      result[length++] = high * 16 + low;
      i += 2;
    } else {
      result[length++] = ESCAPES[next] ?? next;
    }
  }
  return result.subarray(0, length);
}

/** Text with `%hh` decoded once, as UTF-8. What is no escape stays as it is. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  return Buffer.from(
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
