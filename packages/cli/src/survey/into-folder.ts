/**
 * A survey into a folder, with its progress.
 */

import { basename } from 'node:path';
import { FolderError, type RunEvent, surveyAll } from '@robotstream/survey';
import { RobotsError } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import {
  CANNOT_CREATE,
  EXIT,
  type ExitCode,
  InputError,
  Interrupted,
  namedSystemError,
  untilInterrupted,
} from '../../../command-line/src/exit.js';
import { count, duration, visible } from '../../../command-line/src/terminal.js';
import { inputError } from '../input.js';
import { namingList } from './folder-errors.js';
import { ProgressReport } from './progress.js';
import type { SurveyRequest } from './request.js';

/** What a user can do about a folder that fails, before and after the first part is in it. */
const WRITABLE_EXPECTED = 'a directory that can be written is expected (--out)';
const RESUME = 'the same command with --resume goes on';

export async function surveyIntoFolder(
  { inputs, format, jobs, resume, tables, questions, servers }: SurveyRequest,
  folder: string,
  context: CommandContext,
): Promise<ExitCode> {
  const progress = new ProgressReport(context);
  const onEvent = (event: RunEvent): void => {
    progress.take(event);
    if (event.kind === 'failed')
      progress.print(`robotstream: ${visible(inputError(event.error, event.input).message)}\n`);
  };
  try {
    await untilInterrupted((signal) =>
      surveyAll({ ...questions, inputs, folder, format, jobs, resume, tables, ...servers, signal, onEvent }),
    );
  } catch (error) {
    if (error instanceof FolderError)
      throw folderFailure(error, folder, progress.done > 0 ? RESUME : WRITABLE_EXPECTED);
    if (error instanceof Interrupted) progress.print(`robotstream: stopped; ${RESUME}\n`);
    if (!(error instanceof RobotsError)) throw namingList(error, questions.sites);
    // Each input that failed is reported already.
    if (error.code !== 'survey-failed') throw new InputError(error.message, { cause: error });
  } finally {
    progress.end();
  }
  const { done, failed, captures, others, faults, elapsedMs } = progress;
  const counts = [
    `${count(done, 'input')} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    count(captures, 'capture'),
    ...(questions.sites === undefined ? [] : [`${others} of other sites left out`]),
    count(faults, 'fault'),
  ];
  context.stderr.write(`${counts.join(', ')} in ${duration(elapsedMs)}\n`);
  if (failed > 0) return EXIT.failure;
  return faults > 0 ? EXIT.findings : EXIT.fine;
}

/**
 * The failure as one line: the folder has another survey, or cannot be written.
 *
 * @param next what the caller can do if the folder cannot be written
 */
function folderFailure({ message, cause }: FolderError, folder: string, next: string): unknown {
  if (cause === undefined) return new InputError(`${message} (--resume, --out)`);
  const { code, syscall, path } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === 'open')
    return new InputError(`${folder}: ${CANNOT_CREATE}; ${next}`, { cause });
  // A user knows the folders of the tables, but not the files and the hidden folder of the survey.
  const isTable = syscall === 'mkdir' && path !== undefined && !basename(path).startsWith('.');
  const named = namedSystemError(cause, isTable ? path : folder);
  return named instanceof InputError ? new InputError(`${named.message}; ${next}`, { cause }) : named;
}
