/** Fuzzes one target in a thread, so that the main thread can detect an input that never ends. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Coverage, type Features } from './coverage.js';
import { mutated, randomNumbers } from './mutations.js';
import { conformanceTexts } from './seeds.js';
import { MOST_OCTETS, type Target } from './target.js';

export interface WorkerData {
  readonly root: string;
  /** The URL of the target's module. */
  readonly target: string;
  /** Where inputs are kept from one run to the next. */
  readonly corpus: string;
  /** Of processor time. */
  readonly seconds: number;
  readonly seed: number;
  /** A counter of inputs, the length of the input that runs, and its octets: how the main thread sees a hang. */
  readonly current: SharedArrayBuffer;
}

export type WorkerMessage =
  | {
      readonly type: 'status';
      readonly runs: number;
      readonly inputs: number;
      readonly blocks: number;
      /** Since the start. */
      readonly processorSeconds: number;
    }
  | { readonly type: 'failure'; readonly input: Uint8Array; readonly error: string };

/** How many inputs run before their coverage is read. Reading it takes as long as about ten runs. */
const BATCH = 64;
const STATUS_EVERY_MS = 10_000;
const US_A_SECOND = 1e6;

/** How many smaller inputs are tried in place of one that fails. */
const MINIMISING_RUNS = 5_000;

interface Input {
  readonly octets: Uint8Array;
  readonly features: Features;
}

class Failure extends Error {
  constructor(
    readonly input: Uint8Array,
    override readonly cause: unknown,
  ) {
    super('the target failed');
  }
}

const { root, target, corpus, seconds, seed, current } = workerData as WorkerData;
const counters = new Int32Array(current, 0, 2);
const shown = new Uint8Array(current, 8);
const { fuzz, seeds } = (await import(target)) as Target;
const coverage = new Coverage((url) => url.includes('/.built/src/'));
const inputs: Input[] = [];
const knownBlocks = new Set<number>();
/** Blocks that several inputs together cover. V8 reports a block by itself only if its count differs from that of the block around it. */
const knownTogether = new Set<number>();
const knownFeatures = new Set<number>();
let runs = 0;

try {
  await tryKnown();
  await fuzzFor(seconds);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  const input = await minimised(error.input);
  post({ type: 'failure', input, error: textOf(error.cause) });
}
keep();
status();
process.exit();

/** Runs the seeds, and what an earlier run kept. */
async function tryKnown(): Promise<void> {
  const stored = existsSync(corpus)
    ? readdirSync(corpus).map((name) => readFileSync(path.join(corpus, name)))
    : [];
  for (const octets of [new Uint8Array(), ...seeds(conformanceTexts(root)), ...stored]) {
    if (octets.length <= MOST_OCTETS) await consider(new Uint8Array(octets));
  }
  status();
}

/** @param seconds of processor time, so that a busy machine does as much as a quiet one */
async function fuzzFor(seconds: number): Promise<void> {
  const random = randomNumbers(seed);
  const end = processorSeconds() + seconds;
  const pick = (): Uint8Array => inputs[random(inputs.length)]?.octets ?? new Uint8Array();
  for (let nextStatus = Date.now() + STATUS_EVERY_MS; processorSeconds() < end; ) {
    const batch = Array.from({ length: BATCH }, () => mutated(pick(), pick(), random, MOST_OCTETS));
    await considerTogether(batch);
    await consider(mutated(pick(), pick(), random, MOST_OCTETS));
    if (Date.now() < nextStatus) continue;
    nextStatus += STATUS_EVERY_MS;
    status();
  }
}

/** Runs inputs, and again those of them that cover a new block. */
async function considerTogether(batch: readonly Uint8Array[]): Promise<void> {
  const news = without(await blocksOf(batch), knownTogether);
  for (const block of news) knownTogether.add(block);
  await considerThoseWith(news, batch);
}

/** Looks for the inputs that cover some of the blocks: halves the batch until one input is left. */
async function considerThoseWith(blocks: Features, batch: readonly Uint8Array[]): Promise<void> {
  const [only] = batch;
  if (blocks.size === 0 || only === undefined) return;
  if (batch.length === 1) return consider(only);
  const middle = Math.ceil(batch.length / 2);
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    const covered = await blocksOf(half);
    await considerThoseWith(new Set([...blocks].filter((block) => covered.has(block))), half);
  }
}

async function blocksOf(batch: readonly Uint8Array[]): Promise<Features> {
  coverage.take();
  for (const octets of batch) await run(octets);
  return coverage.take().blocks;
}

/** Runs an input by itself, and keeps it if it covers something new. */
async function consider(octets: Uint8Array): Promise<void> {
  coverage.take();
  await run(octets);
  const { blocks, features } = coverage.take();
  if (!isNews(features, knownFeatures)) return;
  for (const block of blocks) {
    knownBlocks.add(block);
    knownTogether.add(block);
  }
  for (const feature of features) knownFeatures.add(feature);
  inputs.push({ octets, features });
}

async function run(octets: Uint8Array): Promise<void> {
  runs++;
  shown.set(octets.subarray(0, shown.length));
  Atomics.store(counters, 1, octets.length);
  Atomics.add(counters, 0, 1);
  try {
    await fuzz(Buffer.from(octets));
  } catch (error) {
    throw new Failure(octets, error);
  }
}

function without(found: Features, known: Features): Features {
  return new Set([...found].filter((one) => !known.has(one)));
}

function isNews(found: Features, known: Features): boolean {
  for (const one of found) if (!known.has(one)) return true;
  return false;
}

/** Makes an input that fails smaller: removes as many and as large parts as possible while it still fails. */
async function minimised(input: Uint8Array): Promise<Uint8Array> {
  let smallest = input;
  let left = MINIMISING_RUNS;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && left > 0; left--) {
      const shorter = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (await fails(shorter)) smallest = new Uint8Array(shorter);
      else at += size;
    }
  }
  return smallest;
}

async function fails(octets: Uint8Array): Promise<boolean> {
  try {
    await run(octets);
    return false;
  } catch {
    return true;
  }
}

/** Stores the smallest inputs that together cover as much as all of them. */
function keep(): void {
  rmSync(corpus, { recursive: true, force: true });
  mkdirSync(corpus, { recursive: true });
  const covered = new Set<number>();
  for (const { octets, features } of [...inputs].sort((a, b) => a.octets.length - b.octets.length)) {
    if (!isNews(features, covered)) continue;
    for (const feature of features) covered.add(feature);
    writeFileSync(path.join(corpus, createHash('sha1').update(octets).digest('hex')), octets);
  }
}

function status(): void {
  post({
    type: 'status',
    runs,
    inputs: inputs.length,
    blocks: knownBlocks.size,
    processorSeconds: Math.round(processorSeconds()),
  });
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_A_SECOND;
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
