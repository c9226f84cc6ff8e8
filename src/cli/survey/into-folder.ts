/**
 * A survey into a folder, with its progress.
 */
import { FolderError, type RunEvent, surveyAll } from '../../survey/index.js';
import type { CommandContext } from '../command.js';
import { EXIT, type ExitCode, Interrupted, untilInterrupted } from '../exit.js';
import { count, duration } from '../terminal.js';
import { folderFailure } from './folder-failure.js';
import { ProgressReport } from './progress.js';
import type { SurveyRequest } from './request.js';
import { messageOf } from './to-output.js';

export async function surveyIntoFolder(request: SurveyRequest, context: CommandContext): Promise<ExitCode> {
  const { inputs, format, jobs, resume, tables, questions } = request;
  const folder = request.folder as string;
  const { stderr } = context;
  const progress = new ProgressReport(inputs.length, context);
  let failures = 0;
  let faults = 0;
  const onEvent = (event: RunEvent): void => {
    progress.take(event);
    if (event.kind === 'failed') {
      failures++;
      progress.print(`robotstream: ${messageOf(event.error, event.input)}\n`);
    } else if (event.kind !== 'progress') {
      faults += event.result.rows.faults ?? 0;
    }
  };
  try {
    await untilInterrupted((signal) =>
      surveyAll({ ...questions, inputs, folder, format, jobs, resume, tables, signal, onEvent }),
    );
  } catch (error) {
    if (error instanceof FolderError)
      throw folderFailure(error, folder, 'the same command with --resume goes on');
    if (error instanceof Interrupted)
      progress.print(`robotstream: stopped; the same command with --resume goes on\n`);
    throw error;
  } finally {
    progress.end();
  }
  const { captures, elapsedMs } = progress;
  stderr.write(
    `${count(inputs.length - failures, 'input')} done, ${count(captures, 'capture')}, ${count(faults, 'fault')} in ${duration(elapsedMs)}\n`,
  );
  if (failures > 0) return EXIT.failure;
  return faults > 0 ? EXIT.findings : EXIT.fine;
}
