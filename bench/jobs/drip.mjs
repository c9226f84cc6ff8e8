// @ts-check
/** The same octets in chunks of one size or another. */
import { Readable } from 'node:stream';
// @ts-expect-error it has no declarations
import parseRobotsTxt from 'robots-txt-parse';
import { parse } from 'robotstream';
import { measurementsOf } from '../harness/measurements.mjs';
import { race } from '../harness/race.mjs';
import { filesNamed } from '../inputs/file-sets.mjs';
import { chunksOf, pushCore, throughTransform } from './transform.mjs';

const CHUNK_OCTETS = [1, 7, 64, 4096, 65_536];
const INPUT_OCTETS = 64 * 1024;

/** @param {{ peers: boolean, pace: import('../harness/race.mjs').Pace }} options */
export default async function drip({ peers, pace }) {
  const octets = filesNamed('huge').files[0].octets.slice(0, INPUT_OCTETS);
  const measurements = [];
  for (const size of CHUNK_OCTETS) {
    const chunks = chunksOf(octets, size);
    const perRun = octets.length;
    const subjects = [
      { name: 'LineParser', run: () => pushCore(chunks), perRun },
      { name: 'LineTransform', run: () => throughTransform(chunks), perRun },
      { name: 'parse()', run: async () => (await parse(chunks)).lineCount, perRun },
    ];
    if (peers) {
      subjects.push({
        name: 'robots-txt-parse',
        run: async () => (await parseRobotsTxt(Readable.from(chunks, { objectMode: false }))).groups.length,
        perRun,
      });
    }
    measurements.push(...measurementsOf(`chunks of ${size}`, 'MB/s', await race(subjects, pace)));
  }
  return { measurements };
}
