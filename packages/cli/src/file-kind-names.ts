/** What files that are no robots.txt are called: by the command, and by the inspector. */
import type { FileKind } from 'robotstream';

/** The kinds of files as people call them, after “This is”. */
export const FILE_KIND_NAMES: { readonly [kind in FileKind]: string } = {
  html: 'an HTML page',
  xml: 'an XML file',
  json: 'JSON',
  pdf: 'a PDF',
  gzip: 'gzip',
  zip: 'a ZIP archive',
  zstd: 'Zstandard',
  png: 'a PNG image',
  jpeg: 'a JPEG image',
  gif: 'a GIF image',
  webp: 'a WebP image',
  ico: 'an icon',
  'utf-16le': 'text in UTF-16',
  'utf-16be': 'text in UTF-16',
  'utf-32le': 'text in UTF-32',
  'utf-32be': 'text in UTF-32',
};
