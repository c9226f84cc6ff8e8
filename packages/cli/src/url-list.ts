/**
 * A list of URLs of any length, one on each line, read as a stream.
 */
import { InputError } from './exit.js';
import type { Input } from './input.js';
import { type Line, LineCutter, MAX_LINE_OCTETS } from './lines.js';

/** A URL of a list. */
export interface ListedUrl {
  readonly url: string;
  /** The line's number, from 1. */
  readonly line: number;
}

/**
 * The URLs of a list. Lines end with LF, CR LF or CR. Blank lines, and lines that begin with `#`, are skipped. White space around
 * a URL is removed.
 *
 * @throws {InputError} (rejects) if the list cannot be read, or has a line of more than {@link MAX_LINE_OCTETS}
 */
export async function* urlsOf({ name, octets: chunks }: Input): AsyncGenerator<ListedUrl, void> {
  const cutter = new LineCutter(MAX_LINE_OCTETS);
  let line = 0;
  for await (const chunk of chunks) yield* urlsIn(cutter.cut(asBuffer(chunk)));
  yield* urlsIn(cutter.end());

  function* urlsIn(lines: readonly Line[]): Generator<ListedUrl, void> {
    for (const { octets } of lines) {
      if (octets === null) {
        throw new InputError(`${name}: line ${line + 1} has more than ${MAX_LINE_OCTETS} octets`);
      }
      for (const text of octets.toString('utf8').replace(/\r$/, '').split('\r')) {
        line++;
        const url = text.trim();
        if (url !== '' && !url.startsWith('#')) yield { url, line };
      }
    }
  }
}

function asBuffer(octets: Uint8Array): Buffer {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length);
}
