/**
 * Headers of WARC records and of HTTP messages: a first line, then named fields.
 */
import { COLON, CR, HTAB, LF, SP } from '../../ascii.js';
import type { NamedFields } from './record.js';

/** A header without the empty line after it. */
export interface Header {
  readonly firstLine: string;
  readonly fields: NamedFields;
}

/**
 * The index of the first octet after a header and the empty line at its end; -1 if the header does not end here. Lines end
 * with CR LF, or with LF alone, as some writers do.
 */
export function headerEnd(octets: Uint8Array, from: number, to: number): number {
  for (let lf = octets.indexOf(LF, from); lf !== -1 && lf + 1 < to; lf = octets.indexOf(LF, lf + 1)) {
    if (octets[lf + 1] === LF) return lf + 2;
    if (octets[lf + 1] === CR && lf + 2 < to && octets[lf + 2] === LF) return lf + 3;
  }
  return -1;
}

/**
 * Reads a header. Lines without a colon are ignored. A line that begins with white space continues the one before (RFC 9112 §5.2).
 */
export function readHeader(octets: Uint8Array, from: number, to: number): Header {
  const text = headerText(octets, from, to);
  const fields = new Map<string, string>();
  let name = '';
  let end = lineEnd(text, 0);
  const firstLine = text.slice(0, end).trimEnd();
  for (let start = end + 1; start < text.length; start = end + 1) {
    end = lineEnd(text, start);
    const first = text.charCodeAt(start);
    if (first === SP || first === HTAB) {
      if (name !== '') fields.set(name, `${fields.get(name)} ${text.slice(start, end).trim()}`);
      continue;
    }
    const colon = text.indexOf(COLON_TEXT, start);
    if (colon === -1) break;
    if (colon > end || colon === start) continue;
    name = text.slice(start, colon).trim().toLowerCase();
    if (fields.has(name)) name = '';
    else fields.set(name, text.slice(colon + 1, end).trim());
  }
  return { firstLine, fields };
}

/** A header as text. */
function headerText(octets: Uint8Array, from: number, to: number): string {
  return Buffer.from(octets.buffer, octets.byteOffset + from, to - from).toString('utf8');
}

/** The index of the line ending after an index; the length if there is none. */
function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

const COLON_TEXT = String.fromCharCode(COLON);
