/**
 * The octets of a case: for the program, and for people.
 */
import { lineBounds } from '../../../command-line/src/line-bounds.js';
import { count, excerpt, type Style } from '../../../command-line/src/terminal.js';
import type { Part } from './cases.js';

/** The octets of all parts, each as often as it says. */
export function octetsOf(parts: readonly Part[]): Buffer {
  return Buffer.concat(
    parts.flatMap(({ text, base64 = '', repeat = 1 }) => {
      const octets = text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text);
      return Array.from({ length: repeat }, () => octets);
    }),
  );
}

/** The member of a question that has the octets: as text if they are UTF-8, else as Base64. */
export function bodyMember(
  parts: readonly Part[],
): { readonly body: string } | { readonly bodyBase64: string } {
  if (parts.every(({ text }) => text !== undefined)) {
    return { body: parts.map(({ text = '', repeat = 1 }) => text.repeat(repeat)).join('') };
  }
  return { bodyBase64: octetsOf(parts).toString('base64') };
}

/** How many lines of a file are shown. */
const MAX_SHOWN_LINES = 40;

/** The lines of a file with their numbers. Octets that are not UTF-8 are escaped. */
export function* shownLines(octets: Uint8Array, style: Style): Generator<string, void> {
  let line = 1;
  for (let start = 0; start < octets.length; line++) {
    if (line > MAX_SHOWN_LINES) {
      yield style.dim(`    … and ${count(octets.length - start, 'more octet')}`);
      return;
    }
    const { end } = lineBounds(octets, start);
    yield `  ${style.dim(`${String(line).padStart(3)} |`)} ${shownText(octets.subarray(start, end))}`;
    start = end + terminatorLength(octets, end);
  }
}

const LF = 0x0a;
const CR = 0x0d;

function terminatorLength(octets: Uint8Array, end: number): number {
  return octets[end] === CR && octets[end + 1] === LF ? 2 : 1;
}

/** Octets as text; each one that is not ASCII as an escape if they are not UTF-8. */
function shownText(octets: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(octets);
  if (Buffer.from(text).equals(octets)) return excerpt(text);
  return excerpt(
    [...octets]
      .map((octet) => (octet < 0x80 ? String.fromCharCode(octet) : `\\x${octet.toString(16)}`))
      .join(''),
  );
}
