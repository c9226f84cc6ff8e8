// @ts-check
/** Sets of files to read. */
import { loadCorpus, octetsOf, PARSING_LIMIT_OCTETS, SMALL_FILE_OCTETS } from './corpus.mjs';

/** @typedef {'all' | 'small' | 'huge'} SetName */

/**
 * - `all`: the corpus
 * - `small`: its files of 2 KiB at most
 * - `huge`: the corpus's own lines, file after file, as one file just under the parsing limit of 500 KiB
 *
 * @param {SetName} set
 * @returns {import('./corpus.mjs').Corpus}
 */
export function filesNamed(set) {
  const corpus = loadCorpus();
  if (set === 'all') return { name: `all (${corpus.name})`, files: corpus.files };
  if (set === 'small') {
    const files = corpus.files.filter(({ octets }) => octets.length <= SMALL_FILE_OCTETS);
    return { name: `small (${files.length} files ≤ 2 KiB, ${(octetsOf(files) / 1e6).toFixed(2)} MB)`, files };
  }
  const octets = hugeFile(corpus.files);
  return {
    name: `huge (1 file, ${octets.length} octets)`,
    files: [{ origin: 'https://huge.example', octets }],
  };
}

const LINE_FEED = '\n'.charCodeAt(0);

/** A file that takes up so much of the limit alone is left out: the huge file is to be a mixture. */
const LARGEST_PART_OCTETS = 64 * 1024;

/** @param {readonly import('./corpus.mjs').RobotsFile[]} files */
function hugeFile(files) {
  const huge = new Uint8Array(PARSING_LIMIT_OCTETS);
  let length = 0;
  for (const { octets } of files) {
    if (octets.length > LARGEST_PART_OCTETS || length + octets.length + 1 > huge.length) continue;
    huge.set(octets, length);
    length += octets.length;
    huge[length++] = LINE_FEED;
  }
  return huge.slice(0, length);
}
