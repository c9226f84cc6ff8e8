/**
 * Makes few large files of many small parts: one of each month for a table whose rows have dates, and one for any other.
 */
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_KEYS, ParquetTableWriter } from '../output/parquet-writer.js';
import { FolderError, inFolder, makeFolder, onDisk } from '../part/folder.js';
import {
  claimFolder,
  readSurveyFile,
  type SurveyFacts,
  textOfFacts,
  unknownParts,
} from '../part/survey-file.js';
import { removeAbandoned, unfinishedPath } from '../part/unfinished.js';
import { aFolder } from '../questions.js';
import { columnOf, type PlainRow, readPart } from '../stored/read-table.js';
import { partNames } from '../stored/survey-folder.js';
import { type Cell, TABLES, type TableName } from '../tables.js';

/** The rows of a row group. Readers skip row groups, and read several at a time. */
const GROUP_ROWS = 1_000_000;

/** The most characters of the distinct texts of a row group, about. */
const GROUP_CHARACTERS = 128 * 1024 * 1024;

const MONTH_LENGTH = '2024-05'.length;

/** What the file of rows without a date is called, and the file of a table whose rows have none. */
const UNDATED = 'undated';
const ALL = 'all';

/** What was compacted. */
export interface CompactCounts {
  /** How many parts were read. */
  readonly parts: number;
  /** How many files were written. */
  readonly files: number;
  /** How many rows they have. */
  readonly rows: number;
}

/**
 * Copies the tables of a survey into few large Parquet files, `target/verdicts/2024-05.parquet`: a file for each month, with row groups of a
 * million rows. The parts stay as they are. The table `bodies` is left out, because files are read again from the parts. Each part is read
 * once for each month that it has captures of, so that no more than one row group is in memory.
 *
 * @param folder where {@link surveyAll} wrote parts
 * @param target the folder for the files, which is made if needed; files of an earlier call are replaced, once all are written
 * @returns how many parts were read, and how many files and rows were written
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {FolderError} (rejects) if the folder has no survey, or `target` has another one or cannot be written
 * @throws {Error} (rejects) if a part cannot be read
 * @example
 * ```js
 * import { compactTables } from '@robotstream/survey';
 *
 * await compactTables('tables', 'compact').catch((error) => console.log(error.code)); // → ENOENT
 * ```
 */
export async function compactTables(folder: string, target: string): Promise<CompactCounts> {
  aFolder(folder, 'folder');
  aFolder(target, 'target');
  const parts = await partNames(folder);
  const survey = await readSurveyFile(folder);
  if (survey === undefined)
    throw parts.size > 0
      ? unknownParts(folder)
      : new FolderError(`${folder} is not the folder of a survey: it has no survey.json`);
  const compactedParts = Math.max(0, ...[...parts.values()].map(({ length }) => length));
  const facts: SurveyFacts = { ...survey, format: 'parquet', compactedParts };
  await inFolder(target, async () => {
    await makeFolder(target);
    await claimFolder(target, facts);
    await removeAbandoned(target);
  });
  const counts = { parts: 0, files: 0, rows: 0 };
  const files: MonthFile[] = [];
  try {
    for (const table of Object.keys(TABLES) as TableName[]) {
      const names = parts.get(table)?.sort();
      if (names === undefined || table === 'bodies') continue;
      counts.parts += names.length;
      for (const [month, ofMonth] of await monthsOf(folder, table, names)) {
        const path = await inFolder(target, () => unfinishedPath(target, `${table}-${month}`));
        const file = { path, table, month };
        files.push(file);
        counts.rows += await writeMonth(file, { folder, target, names: ofMonth, facts });
      }
    }
    counts.files = files.length;
    await inFolder(target, () => publish(files, target));
    return counts;
  } finally {
    for (const { path } of files) await rm(path, { force: true });
  }
}

/** The months of a table, and the parts with rows of each. */
async function monthsOf(
  folder: string,
  table: TableName,
  names: readonly string[],
): Promise<[month: string, names: string[]][]> {
  if (!Object.hasOwn(TABLES[table], 'fetchedAt')) return [[ALL, [...names]]];
  const byMonth = new Map<string, string[]>();
  for (const name of names) {
    const months = new Set<string>();
    for await (const date of columnOf(folder, table, name, 'fetchedAt')) months.add(monthOf(date));
    for (const month of months) byMonth.set(month, [...(byMonth.get(month) ?? []), name]);
  }
  return [...byMonth].sort(([one], [other]) => (one < other ? -1 : 1));
}

function monthOf(date: Cell | undefined): string {
  return typeof date === 'string' ? date.slice(0, MONTH_LENGTH) : UNDATED;
}

/** A file that is not complete. */
interface MonthFile {
  readonly path: string;
  readonly table: TableName;
  readonly month: string;
}

interface MonthSource {
  readonly folder: string;
  readonly target: string;
  readonly names: readonly string[];
  readonly facts: SurveyFacts;
}

/** Writes the file of a month. Returns how many rows it has. */
async function writeMonth(
  { path, table, month }: MonthFile,
  { folder, target, names, facts }: MonthSource,
): Promise<number> {
  const handle = await inFolder(target, () => open(path, 'wx'));
  try {
    const writer = new ParquetTableWriter(
      table,
      (octets) => inFolder(target, () => handle.writeFile(octets)),
      {
        metadata: () => ({ [METADATA_KEYS.survey]: textOfFacts(facts) }),
        maxGroupRows: GROUP_ROWS,
        maxGroupCharacters: GROUP_CHARACTERS,
      },
    );
    const isOfMonth = ({ fetchedAt }: PlainRow) => month === ALL || monthOf(fetchedAt) === month;
    let rows = 0;
    for (const name of names) {
      for await (const row of readPart(folder, table, name, isOfMonth)) {
        writer.write(row);
        rows++;
      }
      await writer.flush();
    }
    await writer.end();
    await inFolder(target, () => onDisk(handle));
    return rows;
  } finally {
    await handle.close();
  }
}

/** Gives all files their names, once all are written, and removes those of months that an earlier call had. */
async function publish(files: readonly MonthFile[], target: string): Promise<void> {
  const names = new Set(files.map(({ table, month }) => join(table, `${month}.parquet`)));
  for (const [table, present] of await partNames(target))
    for (const name of present) if (!names.has(join(table, name))) await rm(join(target, table, name));
  for (const { path, table, month } of files) {
    await makeFolder(join(target, table));
    await rename(path, join(target, table, `${month}.parquet`));
  }
}
