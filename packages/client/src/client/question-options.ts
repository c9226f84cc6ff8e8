/**
 * The options of one question.
 */
import { anAbortSignal, checkOptions, optionTable } from 'robotstream/internal';

/** Options of one question. */
export interface QuestionOptions {
  /** Gives the question up: the promise rejects with the signal's reason. Other questions about the same file go on waiting. */
  readonly signal?: AbortSignal | undefined;
}

const QUESTION_OPTIONS = optionTable<QuestionOptions>({ signal: anAbortSignal });

/** The signal of a question. @throws {TypeError} if an option is unknown or malformed */
export function signalOf(options: QuestionOptions | undefined): AbortSignal | undefined {
  if (options === undefined) return undefined;
  checkOptions('question', options, QUESTION_OPTIONS);
  return options.signal;
}
