/** A survey of an archive on one core, against only decompressing the same archive. */
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { survey } from '@robotstream/survey';
import { atLeast, type Findings, measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race, type Subject, timesAsFast } from '../harness/race.js';
import { TEN_AGENTS } from '../inputs/questions.js';
import { warcArchive } from '../inputs/warc-archive.js';
import { readByWarcio, WARCIO } from '../subjects/warcio.js';
import { chunksOf } from './transform.js';

export const CHUNK_OCTETS = 64 * 1024;

export const GUNZIP = 'node:zlib, createGunzip';
const ONE_CRAWLER = 'survey, one crawler';
const TEN_CRAWLERS = 'survey, ten crawlers';
const PEER = 'warcio and robots-parser, ten crawlers';

/** The least speeds, as shares of that of only decompressing, and of the peer, which finds no `restriction` and no `refusedShare`. */
const ONE_CRAWLER_SHARE = 0.3;
const TEN_CRAWLERS_SHARE = 0.3;
const PEER_TIMES = 2.4;

export async function surveys({ pace }: { pace: Pace }): Promise<Findings> {
  const archive = warcArchive();
  const { octets, captures, recordOctets } = archive;
  const chunks = chunksOf(octets, CHUNK_OCTETS);
  const perRun = recordOctets;
  const subjects: Subject[] = [
    { name: GUNZIP, run: () => gunzipped(chunks), perRun },
    { name: 'node:zlib, gunzipSync', run: () => gunzipSync(octets).length, perRun },
    { name: ONE_CRAWLER, run: () => verdicts(chunks, TEN_AGENTS.slice(0, 1), captures), perRun },
    { name: TEN_CRAWLERS, run: () => verdicts(chunks, TEN_AGENTS, captures), perRun },
  ];
  if (WARCIO.isMet) subjects.push({ name: PEER, run: () => readByWarcio(chunks, TEN_AGENTS), perRun });
  const results = await race(subjects, pace);
  const gunzip = resultOf(results, GUNZIP);
  const ten = resultOf(results, TEN_CRAWLERS);
  const peer = results.get(PEER);
  const name = `${captures} captures, ${(octets.length / 1e6).toFixed(1)} MB in gzip, ${(recordOctets / 1e6).toFixed(1)} MB without`;
  return {
    measurements: measurementsOf(name, 'MB/s', results, GUNZIP),
    goals: [
      atLeast(
        'survey of one crawler vs createGunzip alone',
        ONE_CRAWLER_SHARE,
        '×',
        timesAsFast(resultOf(results, ONE_CRAWLER), gunzip),
      ),
      atLeast(
        'survey of ten crawlers vs createGunzip alone',
        TEN_CRAWLERS_SHARE,
        '×',
        timesAsFast(ten, gunzip),
      ),
      atLeast(`survey vs ${PEER}`, PEER_TIMES, '×', peer === undefined ? null : timesAsFast(ten, peer)),
    ],
  };
}

/** How many octets an archive has without compression. */
export async function gunzipped(chunks: readonly Uint8Array[]): Promise<number> {
  let octets = 0;
  const input = Readable.from(chunks, { objectMode: false });
  for await (const chunk of input.pipe(createGunzip()) as AsyncIterable<Uint8Array>) octets += chunk.length;
  return octets;
}

/** How many verdicts allow their crawler `/`. */
async function verdicts(
  chunks: readonly Uint8Array[],
  agents: readonly string[],
  captures: number,
): Promise<number> {
  let rows = 0;
  let allowed = 0;
  for await (const one of survey(Readable.from(chunks), { agents, tables: ['verdicts'] })) {
    if (one.table !== 'verdicts') throw new Error(`a row of ${one.table}`);
    rows++;
    if (one.row.allowed === true) allowed++;
  }
  if (rows !== captures * agents.length) throw new Error(`${rows} verdicts of ${captures} captures`);
  return allowed;
}
