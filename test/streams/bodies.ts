/** Bodies that the stream tests read. */
import { utf8 } from '../support/octets.js';

/** A body with everything that chunks can cut in two. */
export const BODY: Uint8Array = utf8(
  [
    '\ufeff# The rules of the house: é, €, 😀\r\n',
    'User-agent: FooBot\rUser-agent: *\r\n\r\n',
    'Disallow: /\u00e9?q=*  # not this\n\nallow:/a$\n',
    'Crawl-delay: 2.5\r\r\nunknown\nSitemap: https://example.com/sitemap.xml',
  ].join(''),
);

/** Octets of a line of {@link endlessChunks}. */
export const ENDLESS_LINE_OCTETS = 16;

/** Rules without end, in chunks of so many octets. Calls `ended` when it returns. */
export async function* endlessChunks(octetsAChunk: number, ended?: () => void): AsyncGenerator<Uint8Array> {
  const chunk = utf8('Disallow: /abcd\n'.repeat(octetsAChunk / ENDLESS_LINE_OCTETS));
  try {
    for (;;) yield chunk;
  } finally {
    ended?.();
  }
}
