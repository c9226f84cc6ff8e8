/**
 * Moves parts from several folders into one.
 */
import { copyFile, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { distinctInputs } from '../captures/read-input.js';
import { FolderError, makeFolder } from '../part/folder.js';
import { partFile } from '../part/part.js';
import { differenceOf, readSurveyFile, type SurveyFacts, unknownParts } from '../part/survey-file.js';
import { unfinishedPath } from '../part/unfinished.js';
import { aFolder, aListOfNames } from '../questions.js';
import { insteadOf } from '../stored/instead-of.js';
import { partNames } from '../stored/survey-folder.js';
import { Ledger, type LedgerEntry, ledgerEntries } from './ledger.js';

/** A folder with parts. */
interface PartsFolder {
  readonly folder: string;
  readonly survey: SurveyFacts;
  /** The names of the parts, by table. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** The lines of the ledger about these parts. */
  readonly entries: readonly LedgerEntry[];
}

/**
 * Moves the parts in folders into one folder, and the lines of their ledgers. They must be parts of surveys with the same options. A
 * part with the same name is replaced: the same input gives the same part. Of a symbolic link, the file that it leads to is
 * copied, and the link is removed.
 *
 * @returns how many files were moved
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {FolderError} (rejects) if parts were made with other options or by another version, or if two inputs have one name, or one
 *   input two: nothing is moved then. Also if the target cannot be written
 * @throws {Error} (rejects) if a folder cannot be read, or a link leads nowhere; files already moved stay moved
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { collectParts, surveyAll } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * );
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'of-machine-1', agents: ['GPTBot'] });
 * const count = await collectParts(['of-machine-1'], 'all');
 * console.log(count > 0); // → true
 * ```
 */
export async function collectParts(folders: readonly string[], target: string): Promise<number> {
  aListOfNames(folders, 'folders');
  aFolder(target, 'target');
  const names = [...(await distinctInputs(folders)).values()];
  const sources = (await Promise.all(names.map(partsIn))).filter((source) => source !== undefined);
  const [first] = sources;
  if (first === undefined) return 0;
  const present = await readdir(target).then(
    () => partsIn(target),
    () => undefined,
  );
  const all = present === undefined ? sources : [present, ...sources];
  refuseOtherSurveys(all);
  refuseOtherInputs(all);
  const ledger = await Ledger.open(target, first.survey, true);
  try {
    let moved = 0;
    for (const { folder, parts, entries } of sources) {
      for (const [table, names] of parts) {
        await makeFolder(join(target, table));
        for (const name of names)
          await movePart(join(folder, table, name), target, join(target, table, name));
        moved += names.length;
      }
      await ledger.addAll(entries);
    }
    return moved;
  } finally {
    await ledger.close();
  }
}

/**
 * The parts in a folder; undefined if there are none.
 *
 * @throws {FolderError} (rejects) if it is not known what they are made with
 */
async function partsIn(folder: string): Promise<PartsFolder | undefined> {
  const parts = await partNames(folder);
  if (parts.size === 0) return undefined;
  const survey = await readSurveyFile(folder);
  if (survey === undefined) throw unknownParts(folder);
  const files = new Set([...parts.values()].flat());
  const entries = (await ledgerEntries(folder)).filter(({ input }) =>
    files.has(partFile(input, survey.format)),
  );
  return { folder, survey, parts, entries };
}

/** @throws {FolderError} if parts were made with other options, or by another version */
function refuseOtherSurveys([first, ...others]: readonly PartsFolder[]): void {
  for (const { folder, survey } of others) {
    const other = differenceOf(survey, first.survey);
    if (other !== undefined)
      throw new FolderError(
        `${first.folder} and ${folder} have the parts of different surveys: the second is made ${other}; nothing is collected`,
      );
  }
}

/** @throws {FolderError} if different inputs have one name, so that a part would replace another, or one input has two names */
function refuseOtherInputs(folders: readonly PartsFolder[]): void {
  const byName = new Map<string, { readonly folder: string; readonly size: number | null }>();
  const byId = new Map<string, { readonly folder: string; readonly input: string }>();
  for (const { folder, entries } of folders) {
    for (const { input, id, size } of entries) {
      const named = byName.get(input);
      if (named !== undefined && size !== null && named.size !== null && size !== named.size)
        throw new FolderError(
          `${input} has ${named.size} octets in the ledger of ${named.folder}, and ${size} in that of ${folder}; remove the parts of one of them`,
        );
      const same = byId.get(id);
      if (same !== undefined && same.input !== input)
        throw new FolderError(
          `${input} in ${folder} is the same input as ${same.input} in ${same.folder}; remove the parts of one of them`,
        );
      byName.set(input, { folder, size });
      byId.set(id, { folder, input });
    }
  }
}

/** Moves a part, also to another disk. Of a link, a copy of the file that it leads to: a relative link leads elsewhere from another folder. */
async function movePart(from: string, target: string, to: string): Promise<void> {
  const isLink = (await lstat(from)).isSymbolicLink();
  const isMoved = !isLink && (await rename(from, to).then(() => true, insteadOf(['EXDEV'], false)));
  if (isMoved) return;
  const copy = await copied(from, target);
  // The link may be at `to`, so it is removed first.
  if (isLink) await rm(from);
  await rename(copy, to);
  if (!isLink) await rm(from);
}

/** Copies a file to a temporary name, so that its final name is complete or absent. */
async function copied(from: string, target: string): Promise<string> {
  const copy = await unfinishedPath(target, 'collected');
  try {
    await copyFile(from, copy);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
  return copy;
}
