/**
 * Parts: the rows of one input, a file for each table. A part is written under a temporary name, synced and renamed, so that it is
 * complete or absent. The same input and the same options give the same octets.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFolderInput, readInput } from '../captures/read-input.js';
import type { PartFormat } from '../kept-tables/survey-folder.js';
import { readsEveryUrl, type SurveyQuestions } from '../questions.js';
import type { Pace } from '../remote/pace.js';
import type { RemoteFacts } from '../remote/remote-file.js';
import { isRemote, type RemoteOptions, remoteFile } from '../remote/remote-options.js';
import { openChanged } from '../remote/remote-source.js';
import { chosenCaptures, type SurveyItem } from '../rows/chosen-captures.js';
import { rowBatches } from '../rows/rows.js';
import type { SiteLists } from '../rows/site-list.js';
import type { Output, SurveyRows, TableName, TableWriter } from '../tables.js';
import { METADATA_KEYS, ParquetTableWriter } from '../writers/parquet-writer.js';
import { csvWriter, ndjsonWriter } from '../writers/text-writers.js';
import { inFolder, makeFolder, onDisk } from './folder.js';
import { surveyFacts, textOfFacts } from './survey-file.js';
import { unfinishedPath } from './unfinished.js';

/** An input and what to make of it: plain data, for a worker. */
export interface PartTask {
  /** What to read. */
  readonly input: string;
  /** What the input is called in the tables and by the names of its parts: one of its names, always the same. */
  readonly name: string;
  /** The folder for the parts: one folder in it for each table. */
  readonly folder: string;
  readonly format: PartFormat;
  readonly questions: SurveyQuestions;
  readonly remote: RemoteTask;
}

/** How an input on a server is asked for. */
interface RemoteTask extends Pick<RemoteOptions, 'userAgent' | 'headers'> {
  /** The version of which the part exists; null for none. */
  readonly known: string | null;
}

/** The end of making a part. */
export interface PartEnd {
  readonly result: PartResult;
  /** Of an input on a server: what the server says about it. */
  readonly facts: RemoteFacts | undefined;
}

/** How many rows a part has, by table. */
export type RowCounts = Readonly<Partial<Record<TableName, number>>>;

/** The counts of an input's parts. */
export interface PartResult {
  /** How many captures the input has: of the sites that are surveyed. */
  readonly captures: number;
  /** How many captures of other sites it has; only if a list of sites is given. */
  readonly otherCaptures?: number | undefined;
  /** How many rows each table got. */
  readonly rows: RowCounts;
  /** The SHA-256 of the input as it is stored, in hexadecimal digits; null for a folder. */
  readonly digest: string | null;
}

/** How much of an input has been read so far. */
export interface PartProgress {
  /** Octets of the input that have been read. */
  readonly octets: number;
  /** Captures found so far. */
  readonly captures: number;
  /** Faults found so far. */
  readonly faults: number;
}

type Metadata = () => Readonly<Record<string, string>>;

const WRITERS: Readonly<
  Record<PartFormat, (table: TableName, output: Output, metadata: Metadata) => TableWriter>
> = {
  parquet: (table, output, metadata) => new ParquetTableWriter(table, output, metadata),
  ndjson: (_table, output) => ndjsonWriter(output),
  csv: (table, output) => csvWriter(table, output),
};

/** How many characters of an input's name are in the name of its part. */
const NAME_CHARACTERS = 80;
/** 128 bits of the digest, so that no input can be named to replace the part of another. */
const DIGEST_CHARACTERS = 32;

/** The name of an input's parts, without the ending: the readable part of the input's name, and a digest that makes it unique. */
function partName(input: string): string {
  const readable = basename(input)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .slice(0, NAME_CHARACTERS);
  return `${readable}-${createHash('sha256').update(input).digest('hex').slice(0, DIGEST_CHARACTERS)}`;
}

/** The path of a part. */
export function partPath(
  { folder, name, format }: Pick<PartTask, 'folder' | 'name' | 'format'>,
  table: TableName,
): string {
  return join(folder, table, `${partName(name)}.${format}`);
}

/** The tables of a survey's parts: those asked for, and the faults. */
export function tablesOf({ tables }: Pick<SurveyQuestions, 'tables'>): readonly TableName[] {
  return [...new Set<TableName>([...tables, 'faults'])];
}

/**
 * Makes the parts of an input.
 *
 * @param onProgress called after each batch of captures
 * @returns undefined if the input has the version of which the part exists
 * @throws {FolderError} if a part cannot be written; there are no parts then, nor unfinished files
 * @throws {Error} if the input cannot be read; likewise
 */
export async function writePart(
  task: PartTask,
  {
    onProgress,
    signal,
    pace,
    lists,
  }: {
    readonly onProgress?: (progress: PartProgress) => void;
    readonly signal?: AbortSignal;
    readonly pace: Pace;
    readonly lists: SiteLists;
  },
): Promise<PartEnd | undefined> {
  const { input, name, questions, remote } = task;
  const { known } = remote;
  const opened = isRemote(input)
    ? await openChanged(remoteFile(input, remote), known, { signal, pace })
    : undefined;
  if (opened === undefined && isRemote(input)) return undefined;
  const sites = questions.sites === undefined ? undefined : await lists.of(questions.sites);
  let octets = 0;
  const inputHash = createHash('sha256');
  const captures = readInput(input, {
    all: readsEveryUrl(questions),
    signal,
    opened,
    onOctets: (chunk) => {
      octets += chunk.length;
      inputHash.update(chunk);
    },
  });
  const isFolder = await isFolderInput(input);
  let digest: string | null = null;
  const metadata = () => ({
    [METADATA_KEYS.survey]: textOfFacts(surveyFacts(task.format, questions)),
    [METADATA_KEYS.input]: JSON.stringify({ name, octets, sha256: digest }),
  });
  const files = new Map<TableName, PartFile>();
  const counted = { captures: 0, otherCaptures: 0, faults: 0 };
  const chosen = countedBatches(chosenCaptures(captures, sites), counted);
  try {
    for (const table of tablesOf(questions)) files.set(table, await PartFile.open(task, table, metadata));
    for await (const rows of rowBatches(name, chosen, questions)) {
      signal?.throwIfAborted();
      for (const one of rows) files.get(one.table)?.write(one);
      for (const file of files.values()) await file.flush();
      onProgress?.({ octets, captures: counted.captures, faults: counted.faults });
    }
    // A folder has no octets of its own.
    if (!isFolder) digest = inputHash.digest('hex');
    // At once, because each waits for the disk.
    const ends = await Promise.allSettled([...files.values()].map((file) => file.finish()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    for (const file of files.values()) await file.publish();
  } catch (error) {
    for (const file of files.values()) await file.discard();
    throw error;
  }
  const rows = Object.fromEntries([...files].map(([table, file]) => [table, file.rows]));
  const others = sites === undefined ? {} : { otherCaptures: counted.otherCaptures };
  return { result: { captures: counted.captures, ...others, rows, digest }, facts: opened?.facts };
}

const COUNTED = { capture: 'captures', other: 'otherCaptures', fault: 'faults' } as const;

async function* countedBatches(
  batches: AsyncIterable<SurveyItem[]>,
  counts: Record<(typeof COUNTED)[SurveyItem['kind']], number>,
): AsyncGenerator<SurveyItem[], void> {
  for await (const batch of batches) {
    for (const { kind } of batch) counts[COUNTED[kind]]++;
    yield batch;
  }
}

/** A file of a part that is not complete. */
class PartFile {
  readonly #folder: string;
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #target: string;
  readonly #writer: TableWriter;
  rows = 0;

  static open(task: PartTask, table: TableName, metadata: Metadata): Promise<PartFile> {
    return inFolder(task.folder, async () => {
      const path = await unfinishedPath(task.folder, `${table}-${partName(task.name)}`);
      await makeFolder(join(task.folder, table));
      return new PartFile(await open(path, 'wx'), path, task, table, metadata);
    });
  }

  private constructor(
    handle: FileHandle,
    path: string,
    task: PartTask,
    table: TableName,
    metadata: Metadata,
  ) {
    this.#folder = task.folder;
    this.#handle = handle;
    this.#path = path;
    this.#target = partPath(task, table);
    const output = (octets: Uint8Array) => inFolder(task.folder, () => handle.writeFile(octets));
    this.#writer = WRITERS[task.format](table, output, metadata);
  }

  write(rows: SurveyRows): void {
    if ('row' in rows) {
      this.#writer.write(rows.row);
      this.rows++;
      return;
    }
    if (this.#writer instanceof ParquetTableWriter) this.#writer.writeShared(rows);
    else for (let nth = 0; nth < rows.length; nth++) this.#writer.write(rows.rowAt(nth));
    this.rows += rows.length;
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Writes the rest, and waits until it is on the disk. */
  async finish(): Promise<void> {
    await this.#writer.end();
    await inFolder(this.#folder, async () => {
      await onDisk(this.#handle);
      await this.#handle.close();
    });
  }

  /** Gives the file its name. */
  publish(): Promise<void> {
    return inFolder(this.#folder, () => rename(this.#path, this.#target));
  }

  /** Removes the file. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {}); // as on a full disk
    await rm(this.#path, { force: true });
  }
}
