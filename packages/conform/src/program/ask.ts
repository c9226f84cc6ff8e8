/**
 * Asks the program all questions, and finds the one to blame when it crashes or hangs.
 */
import { InputError } from '../../../command-line/src/exit.js';
import { duration, excerpt } from '../../../command-line/src/terminal.js';
import type { Answer } from './answer.js';
import { type CommandLine, commandText } from './process.js';
import { type Failure, type Question, type SittingOptions, sit } from './sitting.js';

/** What became of a question. */
export type Reply =
  | Answer
  | Failure
  /** The program answered several times, not always the same. */
  | { readonly kind: 'contradiction'; readonly answers: readonly Answer[] }
  /** The program was not started again to answer it. */
  | { readonly kind: 'unasked' };

export interface AskOptions extends Omit<SittingOptions, 'onAnswer'> {
  /** How many times the program may be started again. */
  readonly maxRestarts: number;
}

export interface Asked {
  /** By the id of the question; each has one. */
  readonly replies: ReadonlyMap<number, Reply>;
  /** How many times the program was started again. */
  readonly restarts: number;
}

const UNASKED: Reply = { kind: 'unasked' };

/** After so many processes without an answer, the program does not answer at all. */
const MAX_MUTE_PROCESSES = 3;

/**
 * Asks all questions. A program that crashes or hangs is started again. The oldest question without an answer is then asked alone: if the
 * program fails again, that question is to blame, and otherwise the others are asked in two halves. So a program may also answer out of
 * order, or all at its end.
 *
 * @throws {InputError} (rejects) if the program cannot be started, or never answers
 */
export async function ask(questions: readonly Question[], options: AskOptions): Promise<Asked> {
  const asking = new Asking(options);
  await asking.askAll(questions);
  const replies = questions.map(({ id }) => [id, asking.replies.get(id) ?? UNASKED] as const);
  return { replies: new Map(replies), restarts: asking.restarts };
}

class Asking {
  readonly replies = new Map<number, Reply>();
  readonly #options: AskOptions;
  #starts = 0;

  constructor(options: AskOptions) {
    this.#options = options;
  }

  get restarts(): number {
    return Math.max(this.#starts - 1, 0);
  }

  async askAll(questions: readonly Question[]): Promise<void> {
    if (questions.length === 0 || this.#starts > this.#options.maxRestarts) return;
    const failure = await this.#sit(questions);
    if (failure === null) return;
    const [first, ...others] = questions.filter(({ id }) => !this.replies.has(id)) as [
      Question,
      ...Question[],
    ];
    if (failure.kind === 'silent' || questions.length === 1) {
      for (const { id } of [first, ...others]) this.replies.set(id, failure);
      return;
    }
    await this.askAll([first]);
    const isToBlame = ['crashed', 'timeout'].includes(this.replies.get(first.id)?.kind ?? '');
    const middle = isToBlame ? 0 : Math.ceil(others.length / 2);
    await this.askAll(others.slice(0, middle));
    await this.askAll(others.slice(middle));
  }

  async #sit(questions: readonly Question[]): Promise<Failure | null> {
    this.#starts += 1;
    const onAnswer = (id: number, answer: Answer): void => this.#keep(id, answer);
    const failure = await sit(questions, { ...this.#options, onAnswer });
    if (
      failure !== null &&
      this.#isMute &&
      (failure.kind === 'silent' || this.#starts >= MAX_MUTE_PROCESSES)
    ) {
      throw new InputError(
        `${commandText(this.#options.command)} answers no question: ${failureText(failure)}`,
      );
    }
    return failure;
  }

  /** Whether no process has answered anything. */
  get #isMute(): boolean {
    return [...this.replies.values()].every(isFailure);
  }

  /** Keeps an answer. A later one that differs contradicts it. */
  #keep(id: number, answer: Answer): void {
    const earlier = this.replies.get(id);
    if (earlier === undefined || isFailure(earlier)) this.replies.set(id, answer);
    else if (earlier.kind === 'contradiction') {
      this.replies.set(id, { kind: 'contradiction', answers: [...earlier.answers, answer] });
    } else this.replies.set(id, { kind: 'contradiction', answers: [earlier as Answer, answer] });
  }
}

/** Whether a reply says why there is no answer. */
export function isFailure(reply: Reply): reply is Failure {
  return reply.kind === 'silent' || reply.kind === 'crashed' || reply.kind === 'timeout';
}

/**
 * Gives up a program that has answered no question.
 *
 * @param starts how many times it was started
 * @throws {InputError} if it was started often enough, or ends as if it had answered
 */
export function answersNothing(command: CommandLine, failure: Failure, starts: number): void {
  if (failure.kind !== 'silent' && starts < MAX_MUTE_PROCESSES) return;
  throw new InputError(`${commandText(command)} answers no question: ${failureText(failure)}`);
}

/** Why a question has no answer, in words that follow the name of the program: `ended with exit code 1`. */
export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'silent':
      return 'it ended without an answer, with exit code 0';
    case 'crashed':
      return `it ${failure.how}${failure.lastWords === '' ? '' : ` and wrote: ${excerpt(failure.lastWords, 400)}`}`;
    case 'timeout':
      return `it neither answered nor read anything for ${duration(failure.limitMs)} (--timeout); an answer must be written at once, not kept in a buffer`;
  }
}
