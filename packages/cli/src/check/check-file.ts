/**
 * `robotstream check FILE URL...`: URLs by one robots.txt.
 */
import type { RobotsDocument } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import { type ExitCode, untilInterrupted } from '../../../command-line/src/exit.js';
import { ACCEPTED_URL, notAUrl } from '../input.js';
import { readRobots } from '../robots-source.js';
import { askersOf, type Questions, type Reporter } from './asked.js';
import { ClosingNotes } from './closing-notes.js';
import { type Judged, ruledAnswers } from './judged.js';

/** @throws {InputError} (rejects) if the file cannot be read */
export async function checkFile(
  file: string,
  questions: Questions,
  report: Reporter,
  context: CommandContext,
): Promise<ExitCode> {
  const source = await readRobots(file, questions.request, context);
  const document = source.document as RobotsDocument;
  const askers = askersOf(document, questions.asked);
  const judge = (url: string, position: number): Judged => {
    try {
      return { url, position, answers: ruledAnswers(askers, url), document, provenance: null };
    } catch (error) {
      if (error instanceof TypeError) return { complaint: notAUrl(url, ACCEPTED_URL) };
      throw error;
    }
  };
  const heading = { name: source.name, truncated: document.truncated, notes: new ClosingNotes({ file }) };
  return untilInterrupted((signal) =>
    report({ ...questions, ...heading, isFile: true, signal }, { judge }, context),
  );
}
