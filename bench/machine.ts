/** Where and when something was measured. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { ROOT } from './paths.js';

const PEER_PACKAGES = ['robots-parser', 'robots-txt-parse', 'robots-txt-guard', 'exclusion'];

export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly v8: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  /** `unknown` outside a clone; ends with `+` if `src` has changes. */
  readonly commit: string;
  /** The version of each peer by its name. */
  readonly peers: Readonly<Record<string, string>>;
}

export function describeMachine(): Machine {
  return {
    date: new Date().toISOString(),
    node: process.version,
    v8: process.versions.v8,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${process.arch}`,
    commit: commit(),
    peers: Object.fromEntries(PEER_PACKAGES.map((name) => [name, versionOf(name)])),
  };
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    const isChanged = git('status', '--porcelain', '--', 'src') !== '';
    return git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
  } catch {
    return 'unknown';
  }
}

function versionOf(name: string): string {
  const text = readFileSync(`${ROOT}node_modules/${name}/package.json`, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
