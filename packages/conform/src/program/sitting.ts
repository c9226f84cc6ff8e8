/**
 * One process of the program, and the questions that it is asked: all are written as fast as it reads, answers come in any order.
 */
import type { Line } from '../../../command-line/src/lines.js';
import { type Answer, readAnswer } from './answer.js';
import { type CommandLine, type Ending, type Environment, endingText, ProgramProcess } from './process.js';
import { startTimer, type Timers } from './timers.js';

/** A question for the program. */
export interface Question {
  readonly id: number;
  /** Makes the question as JSON, without line breaks. */
  json(): string;
}

export interface SittingOptions {
  readonly command: CommandLine;
  /** Added to the environment of the program. */
  readonly env?: Environment;
  /** How long the program may neither answer nor read, in milliseconds. */
  readonly limitMs: number;
  readonly timers: Timers;
  /** Ends the process when it aborts. */
  readonly signal: AbortSignal;
  /** Called with each answer to a question of the sitting: the first one, and each later one that differs. */
  readonly onAnswer: (id: number, answer: Answer) => void;
  /** Called with what is wrong with the output, or with how the process ended. */
  readonly onComplaint: (complaint: string) => void;
}

/** How many lines of output may answer no open question, in addition to ten per question. It limits an endless output. */
const MAX_IDLE_LINES = 10_000;
const IDLE_LINES_PER_QUESTION = 10;

/** What happened to the questions that are not answered. */
export type Failure =
  /** The program ended as it should and left them out. */
  | { readonly kind: 'silent' }
  /** It ended while it had questions to answer. */
  | { readonly kind: 'crashed'; readonly how: string; readonly lastWords: string }
  /** It neither answered nor read for too long. */
  | { readonly kind: 'timeout'; readonly limitMs: number };

/**
 * Asks a process of its own.
 *
 * @returns why there are questions without an answer; null if all are answered
 * @throws {InputError} (rejects) if the program cannot be started
 */
export async function sit(questions: readonly Question[], options: SittingOptions): Promise<Failure | null> {
  const { command, limitMs, timers, signal } = options;
  const answers = new AnswerSheet(questions, options);
  let isTimedOut = false;
  let hasEnded = false;
  const maxIdleLines = MAX_IDLE_LINES + IDLE_LINES_PER_QUESTION * questions.length;
  let idleLines = 0;
  const onLine = (line: Line): void => {
    if (idleLines > maxIdleLines) return;
    if (answers.read(line)) timer.restart();
    else if (++idleLines > maxIdleLines) kill();
  };
  const program = new ProgramProcess(command, onLine, options.env);
  const kill = (): void => program.kill();
  const timer = startTimer(timers, limitMs, () => {
    isTimedOut = true;
    kill();
  });
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    let isRead = true;
    for (const question of questions) {
      isRead = await program.write(question.json());
      if (!isRead) break;
      timer.restart();
    }
    program.endInput();
    const ending = await program.ended;
    hasEnded = true;
    signal.throwIfAborted();
    const isFlood = idleLines > maxIdleLines;
    const how = isFlood
      ? `was ended because more than ${maxIdleLines} lines of its output answer no open question`
      : endingText(ending);
    return verdictOn(ending, { how, isTimedOut, isAnswered: answers.isComplete, isRead, limitMs }, options);
  } finally {
    timer.stop();
    signal.removeEventListener('abort', kill);
    if (!hasEnded) kill();
  }
}

interface Circumstances {
  /** How the process ended, in words that follow the name of the program. */
  readonly how: string;
  readonly isTimedOut: boolean;
  readonly isAnswered: boolean;
  /** Whether the program took all questions. */
  readonly isRead: boolean;
  readonly limitMs: number;
}

/** Why questions are left, by how the process ended. An end that leaves none is only complained about. */
function verdictOn(
  ending: Ending,
  { how, isTimedOut, isAnswered, isRead, limitMs }: Circumstances,
  { onComplaint }: SittingOptions,
): Failure | null {
  if (isAnswered) {
    if (isTimedOut) onComplaint(`it answered everything and did not end within ${limitMs} ms after that`);
    else if (ending.code !== 0) onComplaint(`it answered everything and ${how}`);
    return null;
  }
  if (isTimedOut) return { kind: 'timeout', limitMs };
  if (ending.code === 0 && isRead) return { kind: 'silent' };
  return { kind: 'crashed', how, lastWords: ending.lastWords };
}

/** The answers of a process. */
class AnswerSheet {
  readonly #asked: ReadonlySet<number>;
  readonly #given = new Map<number, string>();
  readonly #options: SittingOptions;

  constructor(questions: readonly Question[], options: SittingOptions) {
    this.#asked = new Set(questions.map(({ id }) => id));
    this.#options = options;
  }

  get isComplete(): boolean {
    return this.#given.size === this.#asked.size;
  }

  /** Reads a line of output. Returns whether it answers a question that was open. */
  read(line: Line): boolean {
    const { onAnswer, onComplaint } = this.#options;
    const read = readAnswer(line);
    if (read === null) return false;
    if (read.id === null) {
      onComplaint(read.complaint);
      return false;
    }
    const { id, answer } = read;
    if (!this.#asked.has(id)) {
      onComplaint(`line ${line.number} of its output answers the question ${id}, which was not asked`);
      return false;
    }
    const text = JSON.stringify(answer);
    const earlier = this.#given.get(id);
    if (earlier !== undefined)
      onComplaint(`line ${line.number} of its output answers the question ${id} again`);
    if (earlier !== text) onAnswer(id, answer);
    if (earlier === undefined) this.#given.set(id, text);
    return earlier === undefined;
  }
}
