/**
 * The folder `shared` next to the project, on machines that have it: real files and the reference matcher's verdicts. The
 * project is complete without it: tests that need it are skipped, with a note. Node only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Need } from './needs.js';
import { readTar } from './tar.js';

const DEFAULT_ROOT = fileURLToPath(new URL('../../../shared', import.meta.url));

const VECTORS = ['vectors', 'google-verdicts.ndjson.gz'];
const CORPUS = ['corpus', 'robots-2019.tar.gz'];

/** One question that the reference C++ matcher was asked, and its answer. */
export interface Vector {
  readonly id: number;
  /** The robots.txt, its octets unchanged. */
  readonly body: Uint8Array;
  /** Product tokens, all obeyed together. */
  readonly agents: readonly string[];
  readonly url: string;
  readonly allowed: boolean;
  /** The line of the deciding rule, one-based; 0: no rule decided. */
  readonly line: number;
}

/** The path of a file in the shared folder, or `undefined` if it does not exist. */
export function sharedPath(...parts: string[]): string | undefined {
  const path = join(process.env.ROBOTSTREAM_SHARED ?? DEFAULT_ROOT, ...parts);
  return existsSync(path) ? path : undefined;
}

/** For tests of the shared folder's files; `sharedPath` finds one of them. */
export const SHARED_NEED: Need = {
  isMet: sharedPath() !== undefined,
  what: 'the shared folder: ../shared, or ROBOTSTREAM_SHARED',
};

/** Every verdict of the reference matcher, in the file's order. */
export function loadVectors(): Vector[] {
  const lines = readShared(VECTORS).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map(toVector);
}

/** Whether the real files exist. */
export function hasCorpus(): boolean {
  return sharedPath(...CORPUS) !== undefined;
}

/** Every real robots.txt, octets untouched, by the name of its site (`example.com`). */
export function loadCorpus(): Map<string, Uint8Array> {
  const corpus = new Map<string, Uint8Array>();
  for (const { path, octets } of readTar(readShared(CORPUS))) {
    corpus.set(path.slice(path.lastIndexOf('/') + 1).replace(/\.txt$/, ''), octets);
  }
  return corpus;
}

/**
 * Real files for tests that take minutes with all of them: one in `ROBOTSTREAM_CORPUS_STRIDE`, by default every one.
 *
 * @throws {RangeError} if the variable is not a whole number from 1
 */
export function loadCorpusSample(): [site: string, octets: Uint8Array][] {
  const stride = Number(process.env.ROBOTSTREAM_CORPUS_STRIDE ?? 1);
  if (!(Number.isInteger(stride) && stride >= 1)) {
    throw new RangeError(`ROBOTSTREAM_CORPUS_STRIDE is ${stride}; a whole number from 1 is expected`);
  }
  return [...loadCorpus()].filter((_, i) => i % stride === 0);
}

function readShared(parts: string[]): Buffer {
  const path = sharedPath(...parts);
  if (path === undefined) throw new Error(`not in the shared folder: ${parts.join('/')}`);
  return gunzipSync(readFileSync(path));
}

function toVector(line: string): Vector {
  const { bodyBase64, ...answer } = JSON.parse(line) as Omit<Vector, 'body'> & { bodyBase64: string };
  return { ...answer, body: new Uint8Array(Buffer.from(bodyBase64, 'base64')) };
}
