/**
 * A survey into a folder, with its progress.
 */

import { FolderError, type RunEvent, surveyAll } from '@robotstream/survey';
import { RobotsError } from 'robotstream';
import type { CommandContext } from '../command.js';
import { EXIT, type ExitCode, InputError, Interrupted, untilInterrupted } from '../exit.js';
import { count, duration } from '../terminal.js';
import { folderFailure } from './folder-failure.js';
import { ProgressReport } from './progress.js';
import type { SurveyRequest } from './request.js';
import { messageOf } from './to-output.js';

/** What a user can do about a folder that fails, before and after the first part is in it. */
const WRITABLE_EXPECTED = 'a directory that can be written is expected (--out)';
const RESUME = 'the same command with --resume goes on';

export async function surveyIntoFolder(request: SurveyRequest, context: CommandContext): Promise<ExitCode> {
  const { inputs, format, jobs, resume, tables, questions, userAgent } = request;
  const folder = request.folder as string;
  const { stderr } = context;
  const progress = new ProgressReport(inputs.length, context);
  let done = 0;
  let failures = 0;
  let faults = 0;
  const onEvent = (event: RunEvent): void => {
    progress.take(event);
    if (event.kind === 'failed') {
      failures++;
      progress.print(`robotstream: ${messageOf(event.error, event.input)}\n`);
    } else if (event.kind !== 'progress') {
      done++;
      faults += event.result.rows.faults ?? 0;
    }
  };
  try {
    await untilInterrupted((signal) =>
      surveyAll({ ...questions, inputs, folder, format, jobs, resume, tables, userAgent, signal, onEvent }),
    );
  } catch (error) {
    if (error instanceof FolderError)
      throw folderFailure(error, folder, '--resume, --out', done > 0 ? RESUME : WRITABLE_EXPECTED);
    if (error instanceof Interrupted) progress.print(`robotstream: stopped; ${RESUME}\n`);
    if (!(error instanceof RobotsError)) throw error;
    // Each input that failed is reported already.
    if (error.code !== 'survey-failed') throw new InputError(error.message, { cause: error });
  } finally {
    progress.end();
  }
  const { captures, elapsedMs } = progress;
  stderr.write(
    `${count(done, 'input')} done, ${failures > 0 ? `${failures} failed, ` : ''}${count(captures, 'capture')}, ${count(faults, 'fault')} in ${duration(elapsedMs)}\n`,
  );
  if (failures > 0) return EXIT.failure;
  return faults > 0 ? EXIT.findings : EXIT.fine;
}
