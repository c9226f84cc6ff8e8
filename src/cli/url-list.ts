/**
 * A list of URLs of any length, one on each line, read as a stream.
 */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** A URL of a list. */
export interface ListedUrl {
  readonly url: string;
  /** The line's number, from 1. */
  readonly line: number;
}

/** The URLs of a list. Blank lines, and lines that begin with `#`, are skipped. White space around a URL is removed. */
export async function* urlsOf(octets: AsyncIterable<Uint8Array>): AsyncGenerator<ListedUrl, void> {
  const lines = createInterface({ input: Readable.from(octets), crlfDelay: Infinity });
  let line = 0;
  for await (const text of lines) {
    line++;
    const url = text.trim();
    if (url !== '' && !url.startsWith('#')) yield { url, line };
  }
}
