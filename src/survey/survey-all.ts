/**
 * A survey of many inputs into a folder, as a function of the library.
 */
import { aUserAgent } from '../access/fetch-option-table.js';
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  oneOf,
  optionTable,
} from '../option-checks.js';
import { NEVER_ABORTS } from './input/never-aborts.js';
import { type RunEvent, runSurvey, type SurveyCounts } from './job/run.js';
import { FORMATS, type PartFormat } from './job/survey-file.js';
import { SURVEY_LIMITS } from './limits.js';
import { aFolder, aListOfNames, questionsOf, SURVEY_OPTIONS, type SurveyOptions } from './questions.js';

export interface SurveyAllOptions extends SurveyOptions {
  /**
   * The names of the inputs: files, folders, and http or https URLs. Each gets a part of its own, a file for each table:
   * `FOLDER/verdicts/NAME.parquet`.
   */
  readonly inputs: readonly string[];
  /** The folder for the parts, which is made if needed. */
  readonly folder: string;
  /** The format of the parts; default `parquet`. */
  readonly format?: PartFormat | undefined;
  /** How many inputs are read at the same time, each in a thread of its own if more than 1; default 1. */
  readonly jobs?: number | undefined;
  /** Whether inputs whose parts are in the folder are skipped, unless they have changed; default false. */
  readonly resume?: boolean | undefined;
  /**
   * The User-Agent header to send to the servers of inputs at URLs, whole: `ExampleResearch/1.0 (+https://example.org/about)`; default
   * `robotstream/` and the version of this package.
   */
  readonly userAgent?: string | undefined;
  /** Ends the survey early. Each part is then complete or absent. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with what happens: progress, and the end of each input. If it throws, the survey ends, as if `signal` aborted with what
   * it threw.
   */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

const OPTIONS = optionTable<SurveyAllOptions>({
  ...SURVEY_OPTIONS,
  inputs: checkedElsewhere,
  folder: checkedElsewhere,
  format: oneOf(...FORMATS),
  jobs: aWholeNumber(1, SURVEY_LIMITS.jobs),
  resume: aBoolean,
  userAgent: aUserAgent,
  signal: anAbortSignal,
  onEvent: aFunction,
});

/**
 * Surveys many inputs into a folder: a part for each input and table, and a ledger of what is done. A part is written under
 * a temporary name and renamed when it is on the disk, and the same input gives the same octets. So a survey that was
 * killed can be resumed at any time. An input that fails is an event; the others go on. An input that is named twice is
 * read once, also if its names differ, such as `a` and `./a`.
 *
 * @returns how many inputs were read, skipped and failed, and how many captures and rows the folder has of them
 * @throws {TypeError | RangeError} (rejects) if an option is unknown or not as documented
 * @throws {RobotsError} (rejects) `survey-failed` if inputs are given and none can be read; `threads-unavailable` if
 *   there is more than one job and their threads cannot be started
 * @throws {FolderError} (rejects) if the folder has the parts of another survey, or cannot be written
 * @throws (rejects) the reason of `signal` if it aborts, or what `onEvent` throws
 */
export async function surveyAll(options: SurveyAllOptions): Promise<SurveyCounts> {
  checkOptions('surveyAll', options, OPTIONS);
  aListOfNames(options.inputs, 'inputs');
  aFolder(options.folder, 'folder');
  const { inputs, folder, format = 'parquet', jobs = 1, resume = false } = options;
  const { agents, paths, profile, tables, all } = options;
  const { userAgent, signal = NEVER_ABORTS, onEvent = () => {} } = options;
  return runSurvey({
    inputs: [...inputs],
    folder,
    format,
    questions: questionsOf('surveyAll', { agents, paths, profile, tables, all }),
    jobs,
    resume,
    userAgent,
    signal,
    onEvent,
  });
}
