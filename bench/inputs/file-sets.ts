/** Sets of files to read. */
import { type Corpus, loadCorpus, octetsOf, PARSING_LIMIT_OCTETS, SMALL_FILE_OCTETS } from './corpus.js';
import type { RobotsFile } from './robots-file.js';

/**
 * - `all`: the corpus
 * - `small`: its files of at most 2 KiB
 * - `huge`: many of its files joined into one file just under the parsing limit of 500 KiB
 */
export type SetName = (typeof SET_NAMES)[number];

export const SET_NAMES = ['all', 'small', 'huge'] as const;

export function filesNamed(set: SetName): Corpus {
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

/** A larger file would fill too much of the huge file, which is to be a mixture. */
const LARGEST_PART_OCTETS = 64 * 1024;

function hugeFile(files: readonly RobotsFile[]): Uint8Array {
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
