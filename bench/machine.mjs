// @ts-check
/** Where and when something was measured. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PEER_PACKAGES = ['robots-parser', 'robots-txt-parse', 'robots-txt-guard', 'exclusion'];

export function describeMachine() {
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

/** @returns {string} `unknown` outside a clone; `+` behind it: with changes in what is measured */
function commit() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    const isChanged = git('status', '--porcelain', '--', 'src') !== '';
    return git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '');
  } catch {
    return 'unknown';
  }
}

/** @param {string} name */
function versionOf(name) {
  const text = readFileSync(`${ROOT}node_modules/${name}/package.json`, 'utf8');
  return /** @type {string} */ (JSON.parse(text).version);
}
