/**
 * The ledger of a survey: a line of JSON for each input whose parts are complete, so that a survey can be resumed.
 */
import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type InputFacts, identityOf } from '../captures/read-input.js';
import { insteadOf } from '../kept-tables/instead-of.js';
import { FolderError, inFolder, makeFolder, onDisk } from '../parts/folder.js';
import { type PartResult, partPath, tablesOf } from '../parts/part.js';
import { claimFolder, type SurveyFacts } from '../parts/survey-file.js';
import { removeAbandoned } from '../parts/unfinished.js';
import type { TableName } from '../tables.js';

const LEDGER_NAME = 'ledger.ndjson';

/** An input that is done. */
interface LedgerEntry extends PartResult {
  /** Its name, by which its parts are named. */
  readonly input: string;
  /** What tells it from other inputs, however its name is written. */
  readonly id: string;
  readonly size: number | null;
  readonly version: string | null;
  /** The digest of the survey's options and of the format. */
  readonly options: string;
  /** The version of this package. */
  readonly robotstream: string;
  /** How many octets the part of each table has: a part may be cut by what happens to a disk, or by a copy that is not whole. */
  readonly octets: Readonly<Partial<Record<TableName, number>>>;
}

/** A ledger that is open for writing. */
export class Ledger {
  readonly #folder: string;
  readonly #survey: SurveyFacts;
  readonly #handle: FileHandle;
  readonly #byId = new Map<string, LedgerEntry>();
  readonly #byName = new Map<string, LedgerEntry>();

  /**
   * Opens the ledger of a folder, which becomes that of the survey.
   *
   * @param mayHaveParts whether the folder may have parts of the same survey already
   * @throws {FolderError} (rejects) if it has parts and may not, or has those of another survey, or cannot be read or written
   */
  static async open(folder: string, survey: SurveyFacts, mayHaveParts: boolean): Promise<Ledger> {
    return inFolder(folder, async () => {
      await makeFolder(folder);
      const path = join(folder, LEDGER_NAME);
      const { entries, isTorn } = await readLedger(path);
      if (entries.length > 0 && !mayHaveParts)
        throw new FolderError(
          `${folder} has the parts of an earlier survey; resume it, or choose another folder`,
        );
      await claimFolder(folder, survey);
      await removeAbandoned(folder);
      const handle = await open(path, 'a');
      // A killed process was writing the last line, or another process is writing it. Nothing is cut off, so neither loses a line.
      if (isTorn) await handle.appendFile('\n');
      return new Ledger(folder, survey, handle, entries);
    });
  }

  private constructor(
    folder: string,
    survey: SurveyFacts,
    handle: FileHandle,
    entries: readonly LedgerEntry[],
  ) {
    this.#folder = folder;
    this.#survey = survey;
    this.#handle = handle;
    for (const entry of entries) if (entry.options === survey.options) this.#remember(entry);
  }

  /**
   * The entry of an input, under whatever name it was read; undefined if it is new.
   *
   * @throws {Error} (rejects) if the name is that of another input in the ledger, because parts are named by the names of inputs
   */
  async find({ id, name }: InputFacts): Promise<LedgerEntry | undefined> {
    const entry = this.#byId.get(id) ?? this.#byName.get(name);
    if (entry === undefined || entry.id === id) return entry;
    // The input was moved together with its folder, or the name is relative to another folder.
    if (existsSync(entry.id) && (await identityOf(entry.id)) !== id)
      throw new Error(
        `${name} is ${id}, but the folder has the part of ${entry.id} under this name; name the input by its whole path`,
      );
    return entry;
  }

  /** The result of an input whose parts exist, as long as they were; undefined if it must be read. */
  resultOf(entry: LedgerEntry): PartResult | undefined {
    const { input, captures, otherCaptures, rows, digest } = entry;
    const parts = Object.entries(this.#octetsOf(input)) as [TableName, number | undefined][];
    const isWhole = parts.every(
      ([table, octets]) => octets !== undefined && octets === entry.octets?.[table],
    );
    return isWhole ? { captures, otherCaptures, rows, digest } : undefined;
  }

  /** How many octets the parts of an input have; undefined for a part that does not exist. */
  #octetsOf(name: string): Partial<Record<TableName, number>> {
    const { format, questions } = this.#survey;
    return Object.fromEntries(
      tablesOf(questions).map((table) => {
        const path = partPath({ folder: this.#folder, format, name }, table);
        return [table, statSync(path, { throwIfNoEntry: false })?.size];
      }),
    );
  }

  /**
   * Adds an input whose parts are complete, and waits until the line is on the disk.
   *
   * @param input the name by which the parts are named
   * @throws {FolderError} (rejects) if it cannot be written
   */
  async add(input: string, { id, size, version }: InputFacts, result: PartResult): Promise<void> {
    const { options, robotstream } = this.#survey;
    const { captures, otherCaptures, rows, digest } = result;
    await inFolder(this.#folder, async () => {
      const octets = this.#octetsOf(input);
      const made = { options, robotstream, captures, otherCaptures, rows, digest, octets };
      const entry = { input, id, size, version, ...made };
      this.#remember(entry);
      await this.#handle.appendFile(`${JSON.stringify(entry)}\n`);
      await onDisk(this.#handle);
    });
  }

  #remember(entry: LedgerEntry): void {
    this.#byId.set(entry.id, entry);
    this.#byName.set(entry.input, entry);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

/** Whether an input has not changed since. Without a version, as for a folder, it may have. */
export function hasVersion({ size, version }: InputFacts, entry: LedgerEntry): boolean {
  return version !== null && entry.size === size && entry.version === version;
}

interface LedgerLines {
  readonly entries: readonly LedgerEntry[];
  /** Whether an unfinished line follows. */
  readonly isTorn: boolean;
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
    insteadOf(['ENOENT', 'ENOTDIR'], Buffer.alloc(0)),
  );
  const length = octets.lastIndexOf('\n') + 1;
  const lines = octets.subarray(0, length).toString('utf8').split('\n').slice(0, -1);
  const entries = lines.map(entryOf).filter((entry) => entry !== undefined);
  return { entries, isTorn: length < octets.length };
}

function entryOf(line: string): LedgerEntry | undefined {
  try {
    const entry = JSON.parse(line) as LedgerEntry | null;
    return typeof entry?.input === 'string' && typeof entry.id === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}
