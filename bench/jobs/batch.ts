/** `check --batch`: ten crawlers of each file, as ten lines with the file in each and as one line. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { atLeast, type Findings, measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race, timesAsFast } from '../harness/race.js';
import { filesNamed } from '../inputs/file-sets.js';
import { oneQuestionEach, type Question, TEN_AGENTS } from '../inputs/questions.js';
import { batchPipeline } from '../subjects/internals.js';
import { chunksOf } from './transform.js';

const CHUNK_OCTETS = 64 * 1024;

const TEN_LINES = 'ten lines, one crawler each';
const ONE_LINE = 'one line with "each"';

/** How many times the questions a second of ten lines one line with "each" should answer. */
const GOAL = 4;

export async function batch({ pace }: { pace: Pace }): Promise<Findings> {
  const { files, name } = filesNamed('all');
  const questions = oneQuestionEach(files);
  const perRun = questions.length * TEN_AGENTS.length;
  const tenLines = chunksOf(ndjson(questions.flatMap(askedTenTimes)), CHUNK_OCTETS);
  const oneLine = chunksOf(ndjson(questions.map(askedOnce)), CHUNK_OCTETS);
  const results = await race(
    [
      { name: TEN_LINES, run: () => countLines(tenLines), perRun },
      { name: ONE_LINE, run: () => countLines(oneLine), perRun },
    ],
    pace,
  );
  const gain = timesAsFast(resultOf(results, ONE_LINE), resultOf(results, TEN_LINES));
  return {
    measurements: measurementsOf(name, 'verdicts/s', results, TEN_LINES),
    goals: [atLeast(`check --batch: ${ONE_LINE} vs ${TEN_LINES}`, GOAL, '×', gain)],
  };
}

function askedTenTimes({ octets, url }: Question): object[] {
  const body = Buffer.from(octets).toString();
  return TEN_AGENTS.map((agent) => ({ id: url, body, agents: [agent], url }));
}

function askedOnce({ octets, url }: Question): object {
  return { id: url, body: Buffer.from(octets).toString(), each: TEN_AGENTS, url };
}

function ndjson(lines: readonly object[]): Buffer {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Counts the lines of the output. */
async function countLines(chunks: readonly Uint8Array[]): Promise<number> {
  let lines = 0;
  await pipeline(
    Readable.from(chunks, { objectMode: false }),
    batchPipeline({ profile: 'rfc9309' }),
    async (blocks: AsyncIterable<string>) => {
      for await (const block of blocks) {
        for (let at = block.indexOf('\n'); at >= 0; at = block.indexOf('\n', at + 1)) lines++;
      }
    },
  );
  return lines;
}
