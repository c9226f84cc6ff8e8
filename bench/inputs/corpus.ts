/**
 * The files that most benchmarks read: real ones where the folder `shared` exists, else generated ones.
 *
 * A file whose first visible octet is `<` is an HTML page, not a robots.txt, and is left out. A file over the parsing limit of 500 KiB
 * (RFC 9309 §2.5) is cut to the whole lines within it, or a parser with a limit would win by reading less.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTar } from '../../test/support/tar.js';
import { SHARED_ROOT } from '../paths.js';
import { generatedFiles } from './generated-files.js';
import type { RobotsFile } from './robots-file.js';

export interface Corpus {
  /** Names the files, their number and their size, for the report. */
  readonly name: string;
  readonly files: readonly RobotsFile[];
}

/** RFC 9309 §2.5. */
export const PARSING_LIMIT_OCTETS = 500 * 1024;
/** The size of the largest file that counts as small. */
export const SMALL_FILE_OCTETS = 2 * 1024;

const ARCHIVE = `${SHARED_ROOT}/corpus/robots-2019.tar.gz`;

/** Whether the files are real. Times of generated ones are not those of real ones. */
export const hasRealFiles: boolean = existsSync(ARCHIVE);

export function loadCorpus(): Corpus {
  if (!hasRealFiles) return described('generated', generatedFiles());
  const files: RobotsFile[] = [];
  for (const { path, octets } of readTar(gunzipSync(readFileSync(ARCHIVE)))) {
    if (isHtml(octets)) continue;
    files.push({ origin: `https://${basename(path, '.txt')}`, octets: withinLimit(octets) });
  }
  return described('robots-2019', files);
}

export function octetsOf(files: readonly RobotsFile[]): number {
  return files.reduce((sum, { octets }) => sum + octets.length, 0);
}

function described(name: string, files: readonly RobotsFile[]): Corpus {
  return { name: `${name}: ${files.length} files, ${(octetsOf(files) / 1e6).toFixed(2)} MB`, files };
}

const LESS_THAN = '<'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
/** White space and the octets of a byte order mark (U+FEFF in UTF-8). */
const INVISIBLE = new Set([...Buffer.from(' \t\r\n\v\f\uFEFF')]);

function isHtml(octets: Uint8Array): boolean {
  return octets.find((octet) => !INVISIBLE.has(octet)) === LESS_THAN;
}

function withinLimit(octets: Uint8Array): Uint8Array {
  if (octets.length <= PARSING_LIMIT_OCTETS) return octets;
  return octets.slice(0, octets.lastIndexOf(LINE_FEED, PARSING_LIMIT_OCTETS - 1) + 1);
}
