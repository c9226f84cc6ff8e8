/**
 * stream-chain: the sitemaps of a file as absolute URLs. Put the source into the chain, so that an error destroys it.
 */
import { createReadStream } from 'node:fs';
import { LineTransform } from 'robotstream';
import chain from 'stream-chain';

const sitemaps = chain([
  createReadStream(new URL('robots.txt', import.meta.url)),
  new LineTransform(),
  (event) => (event.type === 'sitemap' ? event.url : null),
  (url) => new URL(url, 'https://example.com/robots.txt').href,
]);

for await (const url of sitemaps) console.log(url);
