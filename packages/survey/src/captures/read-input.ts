/**
 * Inputs by name: a file, a folder, or an http, https or s3 URL.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { urlOrNull } from 'robotstream/internal';
import type { InputFault } from '../octets/input-fault.js';
import { paceOf } from '../remote/pace.js';
import { isRemote, type RemoteOptions, remoteFile } from '../remote/remote-options.js';
import { type OpenedRemote, openRemote } from '../remote/remote-source.js';
import type { Capture } from './capture.js';
import { folderCaptures } from './folder-captures.js';
import { type CaptureOptions, readCaptures } from './read-captures.js';
import { isStoredPart, storedParts, tableCaptures } from './table-captures.js';

/** How much of a file is read at a time. */
const READ_OCTETS = 256 * 1024;

/** Identifies an input and its version, so that a survey knows whether it has been read. */
export interface InputFacts {
  readonly name: string;
  /** What tells it from other inputs, however its name is written: see {@link identityOf}. */
  readonly id: string;
  /** In octets; null if that is not known. */
  readonly size: number | null;
  /** Changes when the input changes: ETag or Last-Modified for a URL, the modification time for a file; null if not known. */
  readonly version: string | null;
}

/**
 * What tells an input from others, however its name is written: the real path of a file or a folder, without symbolic links, or the
 * URL in its normal form. A file that does not exist has the path where it would be.
 */
export async function identityOf(name: string): Promise<string> {
  if (!isRemote(name)) return realpath(name).catch(() => resolve(name));
  const url = urlOrNull(name);
  // The key of an object may have any characters.
  if (url === null || url.protocol === 's3:') return name.replace(/^s3:/i, 's3:');
  url.hash = ''; // is not sent
  return url.href;
}

/** The inputs in their order, each under the first of its names. */
export async function distinctInputs(names: readonly string[]): Promise<Map<string, string>> {
  const byId = new Map<string, string>();
  for (const name of names) {
    const id = await identityOf(name);
    if (!byId.has(id)) byId.set(id, name);
  }
  return byId;
}

/** Gets the facts of an input. Those of a file on a server are not known before it is opened. Throws if a file does not exist. */
export async function inputFacts(name: string): Promise<InputFacts> {
  const id = await identityOf(name);
  if (isRemote(name)) return { name, id, size: null, version: null };
  const facts = await stat(name);
  const version = facts.mtime.toISOString();
  return {
    name,
    id,
    size: facts.isDirectory() ? null : facts.size,
    version: facts.isDirectory() ? null : version,
  };
}

export interface ReadInputOptions extends Omit<CaptureOptions, 'name'>, RemoteOptions {
  /** Called with each chunk that is read. */
  readonly onOctets?: ((chunk: Uint8Array) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The file, if it is on a server and open. */
  readonly opened?: OpenedRemote | undefined;
}

/** Whether an input is a folder. Throws if it is a file that does not exist. */
export async function isFolderInput(name: string): Promise<boolean> {
  return !isRemote(name) && (await stat(name)).isDirectory();
}

/** The inputs, with the parts of each folder that has the tables of a survey in place of the folder. */
export async function withStoredParts(names: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const name of names) {
    const isFolder = await isFolderInput(name).catch(() => false); // one that is missing fails when it is read
    all.push(...((isFolder ? await storedParts(name) : undefined) ?? [name]));
  }
  return all;
}

/** Reads the captures of an input, in order, in batches. Throws if the input cannot be read. */
export async function* readInput(
  name: string,
  options: ReadInputOptions = {},
): AsyncGenerator<(Capture | InputFault)[], void> {
  const { all, onOctets, signal } = options;
  if (await isFolderInput(name)) {
    const parts = await storedParts(name);
    if (parts === undefined) yield* folderCaptures(name, onOctets);
    for (const part of parts ?? []) yield* tableCaptures(part);
    return;
  }
  if (isStoredPart(name)) {
    for await (const chunk of createReadStream(name, { signal })) onOctets?.(chunk as Buffer);
    yield* tableCaptures(name);
    return;
  }
  yield* readCaptures(counted(await octetsOf(name, options), onOctets), { name, all });
}

async function octetsOf(name: string, options: ReadInputOptions): Promise<AsyncIterable<Uint8Array>> {
  const { signal, opened, ratePerHost } = options;
  if (!isRemote(name)) return createReadStream(name, { highWaterMark: READ_OCTETS, signal });
  const source =
    opened ?? (await openRemote(remoteFile(name, options), { signal, pace: paceOf(ratePerHost) }));
  return source.octets;
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  onOctets: ((chunk: Uint8Array) => void) | undefined,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    onOctets?.(chunk);
    yield chunk;
  }
}
