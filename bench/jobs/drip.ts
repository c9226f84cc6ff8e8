/** The same octets in chunks of several sizes. */
import { Readable } from 'node:stream';
import parseRobotsTxt from 'robots-txt-parse';
import { parse } from 'robotstream';
import { type Findings, type Measurement, measurementsOf } from '../harness/measurements.js';
import { type Pace, race, type Subject } from '../harness/race.js';
import { filesNamed } from '../inputs/file-sets.js';
import { chunksOf, pushCore, throughTransform } from './transform.js';

const CHUNK_OCTETS = [1, 7, 64, 4096, 65_536];
const INPUT_OCTETS = 64 * 1024;

/** @param options `withPeers`: whether robots-txt-parse takes part, the only peer that reads streams */
export async function drip({ withPeers, pace }: { withPeers: boolean; pace: Pace }): Promise<Findings> {
  const octets = filesNamed('huge').files[0].octets.slice(0, INPUT_OCTETS);
  const measurements: Measurement[] = [];
  for (const size of CHUNK_OCTETS) {
    const chunks = chunksOf(octets, size);
    const perRun = octets.length;
    const subjects: Subject[] = [
      { name: 'LineParser', run: () => pushCore(chunks), perRun },
      { name: 'LineTransform', run: () => throughTransform(chunks), perRun },
      { name: 'parse()', run: async () => (await parse(chunks)).lineCount, perRun },
    ];
    if (withPeers) {
      subjects.push({
        name: 'robots-txt-parse',
        run: async () => (await parseRobotsTxt(Readable.from(chunks, { objectMode: false }))).groups.length,
        perRun,
      });
    }
    measurements.push(...measurementsOf(`chunks of ${size}`, 'MB/s', await race(subjects, pace)));
  }
  return { layout: 'matrix', measurements, goals: [] };
}
