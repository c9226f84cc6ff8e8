/**
 * The answers that files gave before. Many sites have the file that their software comes with.
 */
import type { Capture } from '../captures/capture.js';
import type { Answer } from './shared-answers.js';

/** How many files are remembered at most, each in the place that its octets name, and how many answers of all of them. */
const MAX_PLACES = 1024;
const MAX_ANSWERS = 65_536;

/** The longest file that is remembered, in octets: few sites have a longer one in common. */
const MAX_OCTETS = 4096;

/** How many octets of a file name its place. */
const SAMPLES = 8;

/** Of FNV-1a. */
const FNV_PRIME = 0x01000193;

/** What answers depend on, if a capture is no redirect. */
type Asked = Pick<Capture, 'status' | 'isRepeated' | 'payload'>;

interface Known extends Pick<Capture, 'status' | 'isRepeated'> {
  /** A copy: the octets of a payload are a part of a block of the archive. */
  readonly octets: Buffer;
  readonly answers: readonly Answer[];
}

/** Remembers the answers of the latest files. */
export class KnownAnswers {
  readonly #known = new Map<number, Known>();
  readonly #places: number;

  /** @param answers how many answers a capture gives */
  constructor(answers: number) {
    this.#places = Math.max(1, Math.min(MAX_PLACES, Math.floor(MAX_ANSWERS / answers)));
  }

  /** The answers to a capture. They are found anew unless the last file in its place has the same octets. */
  of({ status, isRepeated, payload }: Asked, find: () => readonly Answer[]): readonly Answer[] {
    const octets = payload?.octets;
    if (octets === undefined || octets.length > MAX_OCTETS) return find();
    const place = hashOf(octets) % this.#places;
    const known = this.#known.get(place);
    const isKnown =
      known?.status === status && known.isRepeated === isRepeated && known.octets.equals(octets);
    if (isKnown) return known.answers;
    const answers = find();
    this.#known.set(place, { octets: Buffer.from(octets), status, isRepeated, answers });
    return answers;
  }
}

function hashOf(octets: Uint8Array): number {
  const { length } = octets;
  let hash = length;
  for (let nth = 0; nth < SAMPLES; nth++)
    hash = Math.imul(hash ^ octets[Math.floor((nth * length) / SAMPLES)], FNV_PRIME);
  return (hash ^ (hash >>> 15)) >>> 0;
}
