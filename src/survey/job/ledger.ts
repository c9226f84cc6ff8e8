/**
 * The ledger of a survey: a line of JSON for each input whose parts are complete, so that a survey can be resumed.
 */
import { createHash } from 'node:crypto';
import { access, type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFacts } from '../input/read-input.js';
import type { SurveyQuestions } from '../questions.js';
import { FolderError, inFolder } from './folder-error.js';
import { makeFolder } from './make-folder.js';
import { type PartFormat, type PartResult, partPath, tablesOf } from './part.js';

const LEDGER_NAME = 'ledger.ndjson';

/** An input that is done. */
export interface LedgerEntry extends PartResult {
  readonly input: string;
  readonly size: number | null;
  readonly version: string | null;
  /** The digest of the survey's options and of the format. */
  readonly options: string;
  /** The version of this package. */
  readonly robotstream: string;
}

/** The options that the parts of a survey depend on. */
export interface LedgerOptions {
  readonly folder: string;
  readonly format: PartFormat;
  readonly questions: SurveyQuestions;
  /** The version of this package. */
  readonly robotstream: string;
}

/** The digest of the options that the parts depend on. */
export function optionsDigest({ format, questions }: Pick<LedgerOptions, 'format' | 'questions'>): string {
  const { agents, paths, profile, tables, all } = questions;
  const text = JSON.stringify([format, agents, paths, profile, tables, all]);
  return createHash('sha256').update(text).digest('hex');
}

/** A ledger that is open for writing. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #digest: string;
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, LedgerEntry>;

  /**
   * Opens the ledger of a folder.
   *
   * @throws {FolderError} if there is one and `resume` is false, or it is of a survey with other options or of another version,
   *   or the folder cannot be read or written
   */
  static async open(options: LedgerOptions, resume: boolean): Promise<Ledger> {
    const path = join(options.folder, LEDGER_NAME);
    const { entries, length, torn } = await inFolder(options.folder, async () => {
      await makeFolder(options.folder);
      return readLedger(path);
    });
    if (entries.length > 0 && !resume) {
      throw new FolderError(
        `${options.folder} has the parts of an earlier survey; resume it, or choose another folder`,
      );
    }
    const digest = optionsDigest(options);
    const other = entries.find(
      (entry) => entry.options !== digest || entry.robotstream !== options.robotstream,
    );
    if (other !== undefined) {
      const what = other.options === digest ? `by version ${other.robotstream}` : 'with other options';
      throw new FolderError(
        `${options.folder} has the parts of a survey made ${what}; choose another folder`,
      );
    }
    const handle = await inFolder(options.folder, async () => {
      const ledger = await open(path, 'a');
      // Only if the last line is torn: another survey into this folder may have added a line since the ledger was read.
      if (torn) await ledger.truncate(length);
      return ledger;
    });
    return new Ledger(options, digest, handle, new Map(entries.map((entry) => [entry.input, entry])));
  }

  private constructor(
    options: LedgerOptions,
    digest: string,
    handle: FileHandle,
    entries: ReadonlyMap<string, LedgerEntry>,
  ) {
    this.#options = options;
    this.#digest = digest;
    this.#handle = handle;
    this.#entries = entries;
  }

  /** The result of an input whose parts exist and which has not changed since; undefined if it must be read. */
  async resultOf({ name, size, version }: InputFacts): Promise<PartResult | undefined> {
    const entry = this.#entries.get(name);
    // Without a version, as for a folder, the input may have changed.
    if (entry === undefined || version === null) return undefined;
    if (entry.size !== size || entry.version !== version) return undefined;
    const { folder, format, questions } = this.#options;
    const paths = tablesOf(questions).map((table) => partPath({ folder, format, input: name }, table));
    const exist = await Promise.all(paths.map((path) => access(path).then(isTrue, isFalse)));
    return exist.every(Boolean) ? { captures: entry.captures, rows: entry.rows } : undefined;
  }

  /**
   * Adds an input whose parts are complete, and waits until the line is on the disk.
   *
   * @throws {FolderError} (rejects) if it cannot be written
   */
  async add({ name, size, version }: InputFacts, { captures, rows }: PartResult): Promise<void> {
    const { folder, robotstream } = this.#options;
    const entry: LedgerEntry = {
      input: name,
      size,
      version,
      options: this.#digest,
      robotstream,
      captures,
      rows,
    };
    await inFolder(folder, async () => {
      await this.#handle.appendFile(`${JSON.stringify(entry)}\n`);
      await this.#handle.sync();
    });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

const isTrue = () => true;
const isFalse = () => false;

interface LedgerLines {
  readonly entries: readonly LedgerEntry[];
  /** The length of the complete lines, in octets. */
  readonly length: number;
  /** Whether an unfinished line follows, which a killed process was writing. */
  readonly torn: boolean;
}

/**
 * Reads the complete lines of a ledger; none if there is no ledger. Lines that are damaged are left out: their inputs are read again.
 *
 * @throws {FolderError} (rejects) if it is not a regular file: a device such as `/dev/full` has no end
 */
async function readLedger(path: string): Promise<LedgerLines> {
  const octets = await stat(path).then(
    (facts) => {
      if (!facts.isFile()) throw new FolderError(`${path} is not a regular file; choose another folder`);
      return readFile(path);
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    },
  );
  const length = octets.lastIndexOf('\n') + 1;
  const lines = octets.subarray(0, length).toString('utf8').split('\n').slice(0, -1);
  const entries = lines.map(entryOf).filter((entry) => entry !== undefined);
  return { entries, length, torn: length < octets.length };
}

function entryOf(line: string): LedgerEntry | undefined {
  try {
    const entry = JSON.parse(line) as LedgerEntry | null;
    return typeof entry?.input === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}
