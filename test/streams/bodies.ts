/** Bodies that the stream tests read. */
import { utf8 } from '../support/octets.js';

/** A body with everything in it that chunks can cut in two. */
export const BODY: Uint8Array = utf8(
  [
    '\ufeff# The rules of the house: é, €, 😀\r\n',
    'User-agent: FooBot\rUser-agent: *\r\n\r\n',
    'Disallow: /\u00e9?q=*  # not this\n\nallow:/a$\n',
    'Crawl-delay: 2.5\r\r\nunknown\nSitemap: https://example.com/sitemap.xml',
  ].join(''),
);

/** Octets a line of {@link endlessChunks} has. */
export const ENDLESS_LINE_OCTETS = 16;

/** Rules without end, so many octets a chunk. What ends it is told to `ended`. */
export async function* endlessChunks(octetsAChunk: number, ended?: () => void): AsyncGenerator<Uint8Array> {
  const chunk = utf8('Disallow: /abcd\n'.repeat(octetsAChunk / ENDLESS_LINE_OCTETS));
  try {
    for (;;) yield chunk;
  } finally {
    ended?.();
  }
}
