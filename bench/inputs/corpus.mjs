// @ts-check
/**
 * The files that most benchmarks read: real ones where the folder `shared` is at hand, else generated ones.
 *
 * An HTML page is no robots.txt: a file whose first visible octet is `<` is left out. Of a file over the parsing limit of
 * 500 KiB (RFC 9309 §2.5) everybody gets the whole lines within it, or a parser with a limit would win by reading less.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { generatedFiles } from './generated-files.mjs';
import { readTar } from './tar.mjs';

/**
 * @typedef {object} RobotsFile
 * @property {string} origin such as `https://example.com`
 * @property {Uint8Array} octets
 */

/**
 * @typedef {object} Corpus
 * @property {string} name what it is, for the report
 * @property {RobotsFile[]} files
 */

/** RFC 9309 §2.5. */
export const PARSING_LIMIT_OCTETS = 500 * 1024;
/** What counts as a small file. */
export const SMALL_FILE_OCTETS = 2 * 1024;

export const SHARED_ROOT =
  process.env.ROBOTSTREAM_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const ARCHIVE = `${SHARED_ROOT}/corpus/robots-2019.tar.gz`;

/** @returns {Corpus} */
export function loadCorpus() {
  if (!existsSync(ARCHIVE)) return described('generated', generatedFiles());
  const files = [];
  for (const { path, octets } of readTar(gunzipSync(readFileSync(ARCHIVE)))) {
    if (isHtml(octets)) continue;
    files.push({ origin: `https://${basename(path, '.txt')}`, octets: withinLimit(octets) });
  }
  return described('robots-2019', files);
}

/** @param {readonly RobotsFile[]} files */
export function octetsOf(files) {
  return files.reduce((sum, { octets }) => sum + octets.length, 0);
}

/**
 * @param {string} name
 * @param {RobotsFile[]} files
 */
function described(name, files) {
  return { name: `${name}: ${files.length} files, ${(octetsOf(files) / 1e6).toFixed(2)} MB`, files };
}

const LESS_THAN = '<'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
/** White space and the octets of a byte order mark (U+FEFF in UTF-8). */
const INVISIBLE = new Set([...Buffer.from(' \t\r\n\v\f\uFEFF')]);

/** @param {Uint8Array} octets */
function isHtml(octets) {
  return octets.find((octet) => !INVISIBLE.has(octet)) === LESS_THAN;
}

/** @param {Uint8Array} octets */
function withinLimit(octets) {
  if (octets.length <= PARSING_LIMIT_OCTETS) return octets;
  return octets.slice(0, octets.lastIndexOf(LINE_FEED, PARSING_LIMIT_OCTETS - 1) + 1);
}
