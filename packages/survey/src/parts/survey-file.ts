/**
 * The file `survey.json` of a survey's folder: what its parts are made with. The first survey into a folder writes it. A survey with
 * other options, or of another version, is refused, so that the parts in a folder belong together.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { callersFor, REGISTRY_VERSION, readingOf, resolveProfile } from 'robotstream/internal';
import { insteadOf } from '../kept-tables/instead-of.js';
import { type PartFormat, partNames, SURVEY_FILE } from '../kept-tables/survey-folder.js';
import { PACKAGE_VERSION } from '../package-version.js';
import { nameOf, type QuestionFacts, type SurveyQuestions, withoutFile } from '../questions.js';
import { FolderError, onDisk } from './folder.js';
import { unfinishedPath } from './unfinished.js';

/** What the parts of a survey are made with. */
export interface SurveyFacts {
  /** The version of this package. */
  readonly robotstream: string;
  /** The digest of the format and the questions. */
  readonly options: string;
  readonly format: PartFormat;
  readonly questions: QuestionFacts;
  /** The version of the registry of crawlers. */
  readonly registry: string;
  /** What each crawler is judged by. */
  readonly crawlers: readonly {
    readonly agent: string;
    readonly tokens: readonly string[];
    readonly profile: string;
  }[];
}

export function surveyFacts(format: PartFormat, questions: SurveyQuestions): SurveyFacts {
  const recorded = withoutFile(questions);
  const { agents, paths, profile, tables, all, sites } = recorded;
  const asked = [format, agents, paths, profile, tables, all];
  const text = JSON.stringify(sites === undefined ? asked : [...asked, sites]);
  const options = createHash('sha256').update(text).digest('hex');
  const crawlers = agents.map((caller) => ({
    agent: nameOf(caller),
    tokens: callersFor(caller).names.map(({ name }) => name),
    profile: profile ?? resolveProfile(readingOf(caller, undefined)).name,
  }));
  return {
    robotstream: PACKAGE_VERSION,
    registry: REGISTRY_VERSION,
    options,
    format,
    questions: recorded,
    crawlers,
  };
}

/** Facts as one line of JSON: in the metadata of a Parquet part. */
export function textOfFacts(facts: SurveyFacts): string {
  return JSON.stringify(facts);
}

/**
 * Makes a folder that of a survey, unless it is already. Of surveys that begin at the same time, one is first.
 *
 * @throws {FolderError} (rejects) if it is that of another survey, or has parts and no `survey.json`
 * @throws {Error} (rejects) if it cannot be read or written
 */
export async function claimFolder(folder: string, facts: SurveyFacts): Promise<void> {
  let present = await readSurveyFile(folder);
  if (present === undefined) {
    if ((await partNames(folder)).size > 0) throw unknownParts(folder);
    await writeSurveyFile(folder, facts);
    present = await readSurveyFile(folder);
  }
  const other = present && differenceOf(present, facts);
  if (other !== undefined)
    throw new FolderError(`${folder} has the parts of a survey made ${other}; choose another folder`);
}

/**
 * Reads what the parts of a folder are made with; undefined if there is no `survey.json`.
 *
 * @throws {FolderError} (rejects) if the file is damaged
 */
export async function readSurveyFile(folder: string): Promise<SurveyFacts | undefined> {
  const path = join(folder, SURVEY_FILE);
  const text = await readFile(path, 'utf8').catch(insteadOf(['ENOENT'], undefined));
  if (text === undefined) return undefined;
  const facts = parsedFacts(text);
  if (facts === undefined)
    throw new FolderError(
      `${path} is damaged, so it is not known what the parts are made with; choose another folder`,
    );
  return facts;
}

function parsedFacts(text: string): SurveyFacts | undefined {
  try {
    const facts = JSON.parse(text) as SurveyFacts | null;
    const isWhole = typeof facts?.options === 'string' && typeof facts.robotstream === 'string';
    return isWhole && typeof facts.questions === 'object' ? facts : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuses folders of surveys that do not belong together.
 *
 * @throws {FolderError} (rejects) if their parts were made with different options, or by different versions
 */
export async function refuseOtherSurveys(folders: readonly string[]): Promise<void> {
  let first: { readonly folder: string; readonly facts: SurveyFacts } | undefined;
  for (const folder of folders) {
    const facts = await readSurveyFile(folder);
    if (facts === undefined) continue;
    first ??= { folder, facts };
    const other = differenceOf(facts, first.facts);
    if (other !== undefined)
      throw new FolderError(
        `${first.folder} and ${folder} have the parts of different surveys: the second is made ${other}`,
      );
  }
}

/** How the parts of a survey differ from those of another: `with other options (agents)`; undefined if they belong together. */
function differenceOf(present: SurveyFacts, wanted: SurveyFacts): string | undefined {
  if (present.options !== wanted.options)
    return `with other options (${otherOptions(present, wanted).join(', ')})`;
  return present.robotstream === wanted.robotstream ? undefined : `by version ${present.robotstream}`;
}

function otherOptions(present: SurveyFacts, wanted: SurveyFacts): string[] {
  const [before, now] = [present, wanted].map(
    ({ format, questions }) => new Map<string, unknown>(Object.entries({ ...questions, format })),
  ) as [Map<string, unknown>, Map<string, unknown>];
  const names = [...new Set([...now.keys(), ...before.keys()])];
  return names.filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(now.get(name)));
}

function unknownParts(folder: string): FolderError {
  return new FolderError(
    `${folder} has parts but no ${SURVEY_FILE}, so it is not known what they are made with; choose another folder`,
  );
}

/** The errors of file systems without hard links. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

/** Writes the file, unless there is one. A file that exists is complete: its name is given to it last. */
async function writeSurveyFile(folder: string, facts: SurveyFacts): Promise<void> {
  const path = join(folder, SURVEY_FILE);
  const copy = await unfinishedPath(folder, SURVEY_FILE);
  try {
    const handle = await open(copy, 'wx');
    try {
      await handle.writeFile(`${JSON.stringify(facts, null, 2)}\n`);
      await onDisk(handle);
    } finally {
      await handle.close();
    }
    await link(copy, path).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code)) throw error;
      return copyFile(copy, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(copy, { force: true });
  }
}
