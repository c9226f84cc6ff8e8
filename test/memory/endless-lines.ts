/** Sends lines without end through a way of reading; prints what is reachable after half of them and after all of them. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type * as robotstream from '../../src/index.js';
import { reachableOctets } from '../support/reachable.js';

export interface Request {
  /** `index.js` of the build. */
  readonly entry: string;
  readonly way: string;
  /** What the lines consist of, over and over. */
  readonly unit: string;
  readonly octets: number;
}

export interface Report {
  readonly lines: number;
  /** How much more is reachable after all the octets than after half of them. */
  readonly growth: number;
}

const { entry, way, unit, octets } = JSON.parse(process.argv[2] ?? '') as Request;
const { LineParser, lineEventBatches, LineTransform } = (await import(
  pathToFileURL(entry).href
)) as typeof robotstream;

/** As much as a socket or a file gives at a time. */
const CHUNK_OCTETS = 65_536;

const OPTIONS = { maxOctets: Number.POSITIVE_INFINITY };

/** Each way reads all chunks and counts the lines. */
const WAYS: { readonly [name: string]: () => Promise<void> } = {
  /** The control: what the process does besides. */
  async nothing() {
    for await (const _ of chunks());
  },
  async LineParser() {
    const parser = new LineParser(OPTIONS);
    for await (const chunk of chunks()) count(parser.write(chunk));
    count(parser.end());
  },
  async lineEventBatches() {
    for await (const batch of lineEventBatches(chunks(), OPTIONS)) count(batch);
  },
  async LineTransform() {
    const sink = new Writable({
      objectMode: true,
      write(event, _encoding, callback) {
        count([event]);
        callback();
      },
    });
    await pipeline(Readable.from(chunks(), { objectMode: false }), new LineTransform(OPTIONS), sink);
  },
};

let lines = 0;
const reachable: number[] = [];
await WAYS[way]?.();
const [half = 0, all = 0] = reachable;
const report: Report = { lines, growth: all - half };
process.stdout.write(`${JSON.stringify(report)}\n`);

/** The chunks; measures in the midst of the lines, when half of them and when all of them have been sent. */
async function* chunks(): AsyncGenerator<Buffer> {
  for (let half = 0; half < 2; half++) {
    for (let sent = 0; sent < octets / 2; sent += CHUNK_OCTETS) yield Buffer.alloc(CHUNK_OCTETS, unit);
    reachable.push(await reachableOctets());
  }
}

function count(events: readonly robotstream.RobotsEvent[]): void {
  for (const { type } of events) if (type !== 'start' && type !== 'end') lines++;
}
