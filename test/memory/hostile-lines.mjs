/**
 * Sends hostile lines through a way of reading, and prints what became of the process's memory, as JSON.
 *
 * Usage: node --expose-gc hostile-lines.mjs FOLDER WAY FAMILY OCTETS WARM_UP_OCTETS
 */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';

const [folder, way, family, ...amounts] = process.argv.slice(2);
const { LineParser, lineEventBatches } = await import(pathToFileURL(`${folder}/core.mjs`).href);
const { LineTransform } = await import(pathToFileURL(`${folder}/node.mjs`).href);

/** What a chunk consists of, over and over. */
const FAMILIES = {
  'an endless line': 'x',
  'an endless comment': '#',
  'comment lines': '# sixteen long.\n',
  'one-octet lines': 'a\n',
  'empty lines': '\n',
};

/**
 * How each way is fed. As much as a socket or a file gives at a time for the stream, which reads it piece by piece; the
 * others hand over all events of a chunk at once, so that with larger chunks it is the caller who holds more.
 */
const WAYS = {
  LineTransform: { read: throughTransform, chunkOctets: 65_536 },
  LineParser: { read: throughParser, chunkOctets: 16_384 },
  lineEventBatches: { read: throughBatches, chunkOctets: 16_384 },
};

const [octets, warmUpOctets] = amounts.map(Number);
const { read, chunkOctets } = WAYS[way];
// A heap's young part grows, sooner or later, to the size that V8 gives it, whatever is sent; one-octet lines, of which
// most events are alive at once, make it do so at once.
const warmUp = Buffer.alloc(chunkOctets, FAMILIES['one-octet lines']);
const hostile = Buffer.alloc(chunkOctets, FAMILIES[family]);
const LOOK_EVERY_OCTETS = 2 ** 20;

const resident = { start: process.memoryUsage.rss(), warm: 0, most: 0 };
const retained = { warm: 0, end: 0 };
let sent = 0;
let lines = 0;

const begun = process.cpuUsage();
await read();
const { user, system } = process.cpuUsage(begun);
retained.end = collected();
console.log(JSON.stringify({ sent, lines, cpuSeconds: (user + system) / 1e6, resident, retained }));

function chunk() {
  return sent < warmUpOctets ? warmUp : hostile;
}

/** A chunk is sent: looks at the memory now and then. */
function next() {
  sent += chunkOctets;
  if (sent % LOOK_EVERY_OCTETS !== 0) return;
  const phase = sent <= warmUpOctets ? 'warm' : 'most';
  resident[phase] = Math.max(resident[phase], process.memoryUsage.rss());
  if (sent === warmUpOctets) retained.warm = collected();
}

/** Octets that are in use after the garbage has been collected. */
function collected() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function count(events) {
  for (const { type } of events) if (type !== 'start' && type !== 'end') lines++;
}

function throughParser() {
  const parser = new LineParser({ maxOctets: Infinity });
  for (; sent < octets; next()) count(parser.write(chunk()));
  count(parser.end());
}

async function throughBatches() {
  for await (const batch of lineEventBatches(chunks(), { maxOctets: Infinity })) count(batch);
}

async function throughTransform() {
  const sink = new Writable({
    objectMode: true,
    write({ type }, _encoding, callback) {
      if (type !== 'start' && type !== 'end') lines++;
      callback();
    },
  });
  await pipeline(
    Readable.from(chunks(), { objectMode: false }),
    new LineTransform({ maxOctets: Infinity }),
    sink,
  );
}

function* chunks() {
  for (; sent < octets; next()) yield chunk();
}
