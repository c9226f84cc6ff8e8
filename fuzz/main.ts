/**
 * Coverage-guided fuzzing of the built package. `npm run fuzz` builds and runs it.
 *
 * Usage: npm run fuzz -- TARGET [SECONDS]. The seconds are processor time.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerData, WorkerMessage } from './engine/worker.js';

/** This module is in a folder of the build: `fuzz/.built/fuzz`. */
const BUILT = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.resolve(BUILT, '../../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/robotstream-fuzz');

const DEFAULT_SECONDS = 60;

/** An input that takes longer than this counts as a hang. Most take less than a millisecond. */
const HUNG_AFTER_MS = 60_000;

/** How many octets of an input that hangs are shown. */
const SHOWN_OCTETS = 65_536;
const COUNTERS_OCTETS = 8;

const [name = '', secondsGiven = String(DEFAULT_SECONDS)] = process.argv.slice(2);
const names = readdirSync(path.join(ROOT, 'fuzz/targets'))
  .filter((file) => existsSync(path.join(BUILT, 'targets', file.replace(/\.ts$/, '.js'))))
  .map((file) => file.replace(/\.ts$/, ''));
const seconds = Number(secondsGiven);
if (!names.includes(name) || !(seconds > 0)) {
  console.error(`usage: npm run fuzz -- TARGET [SECONDS]; the targets are ${names.join(', ')}`);
  process.exit(2);
}

const seed = Number(process.env.ROBOTSTREAM_FUZZ_SEED || Math.floor(Math.random() * 2 ** 31));
const current = new SharedArrayBuffer(COUNTERS_OCTETS + SHOWN_OCTETS);
const counters = new Int32Array(current, 0, 2);
console.log(`fuzzing ${name} for ${seconds} s of processor time from seed ${seed}`);

const workerData: WorkerData = {
  root: ROOT,
  target: pathToFileURL(path.join(BUILT, 'targets', `${name}.js`)).href,
  corpus: path.join(CACHE, 'corpus', name),
  seconds,
  seed,
  current,
};
const worker = new Worker(path.join(BUILT, 'engine/worker.js'), { workerData });
worker.on('message', (message: WorkerMessage) => {
  if (message.type === 'failure') return report(message.input, message.error);
  const { runs, inputs, blocks, processorSeconds } = message;
  console.log(`${processorSeconds} s: ${runs} runs, ${inputs} inputs kept, ${blocks} blocks covered`);
});
worker.on('error', (error) => {
  throw error;
});
worker.on('exit', () => clearInterval(watch));

let last = -1;
let lastChange = Date.now();
const watch = setInterval(() => {
  const runs = Atomics.load(counters, 0);
  if (runs !== last) {
    last = runs;
    lastChange = Date.now();
  } else if (Date.now() - lastChange > HUNG_AFTER_MS) {
    const length = Math.min(Atomics.load(counters, 1), SHOWN_OCTETS);
    report(new Uint8Array(current, COUNTERS_OCTETS, length).slice(), 'the input does not end');
    process.exit();
  }
}, 1000);

function report(input: Uint8Array, error: string): void {
  const folder = path.join(CACHE, 'failures');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}-${createHash('sha1').update(input).digest('hex').slice(0, 12)}`);
  writeFileSync(file, input);
  console.error(`${name} fails: ${error}`);
  console.error(
    `the input, ${input.length} octets: ${JSON.stringify(Buffer.from(input).toString('latin1'))}`,
  );
  console.error(`it is in ${file}`);
  process.exitCode = 1;
}
