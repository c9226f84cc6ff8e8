/**
 * The versions of a robots.txt from the history of a git repository.
 */
import { execFile, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import { aString } from 'robotstream/internal';
import { historyOf, MAX_HISTORY_OCTETS, type RobotsVersion } from './robots-version.js';

const SECOND_MS = 1000;

/** How much of the list of commits is read. */
const MAX_LOG_OCTETS = 64 * 1024 * 1024;

/** What git is told before the sub-command: nothing in the repository's configuration runs a program. */
const SAFELY = [
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'log.showSignature=false',
];

/**
 * Reads the history of a robots.txt in a git repository: a version for each commit of the current branch that changed it, merges as a whole,
 * in force since the date at which it was committed. Where the file was renamed, its history goes on under the old name. Before the first
 * commit, and after one that removes it, there is no file.
 *
 * @param path the file in the work tree; it may be deleted there
 * @throws {TypeError} (rejects) if the path is no string
 * @throws {Error} (rejects) if git cannot be run, the path is in no repository, or no commit has it
 * @example
 * ```js
 * import { robotsGit } from '@robotstream/audit';
 *
 * const versions = await robotsGit('site/robots.txt');
 * console.log(versions.map(({ since }) => new Date(since).toISOString()));
 * ```
 */
export async function robotsGit(path: string): Promise<readonly RobotsVersion[]> {
  aString(path, 'path');
  const folder = await existing(dirname(path));
  const changes = changesIn(
    await git(folder, [
      'log',
      '--first-parent',
      '--diff-merges=first-parent',
      '--follow',
      '--raw',
      '--no-abbrev',
      '--no-ext-diff',
      '--no-textconv',
      '-z',
      '--format=%x01%ct %H',
      '--',
      relative(folder, path),
    ]),
  );
  if (changes.length === 0) throw new Error(`${path}: no commit of the current branch has this file`);
  const blobs = await blobsOf(
    folder,
    changes.map(({ blob }) => blob).filter((blob) => blob !== undefined),
  );
  const versions = changes.map(({ since, commit, blob }) => ({
    since,
    octets: blob === undefined ? null : (blobs.get(blob) ?? null),
    name: `commit ${commit}`,
  }));
  // Of commits of one second, the later one counts: git lists it first.
  return historyOf([
    { since: -Infinity, octets: null, name: 'before the first commit' },
    ...versions.reverse(),
  ]);
}

/** A folder, or the first one above it that is in the work tree: git removes a folder with its last file. */
async function existing(folder: string): Promise<string> {
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return existing(parent);
  }
}

interface Change {
  readonly since: number;
  readonly commit: string;
  /** The name of the content; undefined if the file was removed. */
  readonly blob: string | undefined;
}

/** The mode of a file that is not there. */
const NO_FILE = '000000';

/** Commits with what `--raw -z` says about the file, the newest first: `:MODE MODE BLOB BLOB STATUS`. */
function changesIn(log: string): Change[] {
  return log.split('\u0001').flatMap((entry) => {
    const head = /^(\d+) ([0-9a-f]+)/.exec(entry);
    const raw = /:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(entry);
    if (head === null || raw === null) return [];
    const blob = raw[1] === NO_FILE ? undefined : (raw[2] as string);
    return [{ since: Number(head[1]) * SECOND_MS, commit: (head[2] as string).slice(0, 12), blob }];
  });
}

/** Runs git in a folder. */
async function git(folder: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, ...SAFELY, ...args], {
      maxBuffer: MAX_LOG_OCTETS,
      env: environment(),
    });
    return stdout;
  } catch (error) {
    throw failure(folder, error as NodeJS.ErrnoException & { stderr?: string });
  }
}

function failure(folder: string, error: NodeJS.ErrnoException & { stderr?: string }): Error {
  if (error.code === 'ENOENT')
    return new Error('git cannot be run; it is needed for the history of a file', { cause: error });
  const [first = error.message] = (error.stderr ?? '').trim().split('\n');
  return new Error(`${folder}: git cannot read the history: ${first.replace(/^fatal: /, '')}`, {
    cause: error,
  });
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}

const LF = 0x0a;

/** The contents with these names, read by one process. */
async function blobsOf(folder: string, names: readonly string[]): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(names)];
  const child = spawn('git', ['-C', folder, ...SAFELY, 'cat-file', '--batch'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: environment(),
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  ended.catch(() => {}); // the loop below ends first, and it is awaited after it
  child.stdin.on('error', () => {});
  child.stdin.end(`${wanted.join('\n')}\n`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 2 * MAX_HISTORY_OCTETS) {
      child.kill();
      throw new RangeError(`the versions have more than ${MAX_HISTORY_OCTETS} octets together`);
    }
    chunks.push(chunk);
  }
  await ended;
  return batchOf(Buffer.concat(chunks));
}

/** What `git cat-file --batch` prints: `NAME TYPE SIZE`, the content, and a line feed, for each name. */
function batchOf(output: Buffer): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(LF, at);
    const [name = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type === 'missing' || size === undefined) continue;
    const content = output.subarray(at, at + Number(size));
    if (type === 'blob') blobs.set(name, Buffer.from(content));
    at += Number(size) + 1;
  }
  return blobs;
}
