/**
 * A process of the program that is asked one question at a time.
 */
import type { Line } from '../../../command-line/src/lines.js';
import { type Answer, readAnswer } from './answer.js';
import { endingText, ProgramProcess } from './process.js';
import type { Failure, Question, SittingOptions } from './sitting.js';
import { type RestartableTimer, startTimer } from './timers.js';

export type DialogueOptions = Omit<SittingOptions, 'onAnswer'>;

export class Dialogue {
  readonly #options: DialogueOptions;
  readonly #program: ProgramProcess;
  readonly #kill = (): void => this.#program.kill();
  #open: OpenQuestion | null = null;
  #isTimedOut = false;

  /** Starts the program. */
  constructor(options: DialogueOptions) {
    this.#options = options;
    this.#program = new ProgramProcess(options.command, (line) => this.#read(line), options.env);
    options.signal.addEventListener('abort', this.#kill, { once: true });
    if (options.signal.aborted) this.#kill();
  }

  /**
   * Asks a question and waits for its answer.
   *
   * @returns why there is none if the program ends or the time limit passes; then the process has ended
   * @throws {InputError} (rejects) if the program cannot be started
   */
  async ask(question: Question): Promise<Answer | Failure> {
    const { timers, limitMs, signal } = this.#options;
    const answered = new Promise<Answer>((resolve) => {
      this.#open = { id: question.id, resolve };
    });
    const timer = this.#limit(timers, limitMs);
    try {
      await this.#program.write(question.json());
      const reply = await Promise.race([answered, this.#endedEarly()]);
      signal.throwIfAborted();
      return reply;
    } finally {
      timer.stop();
      this.#open = null;
    }
  }

  /** Writes a line that is no question. */
  async tell(json: string): Promise<void> {
    await this.#program.write(json);
  }

  /** Ends its input and waits for its end. */
  async end(): Promise<void> {
    const { timers, limitMs, signal, onComplaint } = this.#options;
    this.#program.endInput();
    const timer = this.#limit(timers, limitMs);
    try {
      const ending = await this.#program.ended;
      if (this.#isTimedOut)
        onComplaint(`it answered everything and did not end within ${limitMs} ms after that`);
      else if (ending.code !== 0) onComplaint(`it answered everything and ${endingText(ending)}`);
    } finally {
      timer.stop();
      signal.removeEventListener('abort', this.#kill);
    }
  }

  /** Ends the process at once, and waits for its end. */
  async abandon(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#kill);
    this.#kill();
    await this.#program.ended.catch(() => {});
  }

  #limit(timers: DialogueOptions['timers'], limitMs: number): RestartableTimer {
    return startTimer(timers, limitMs, () => {
      this.#isTimedOut = true;
      this.#kill();
    });
  }

  async #endedEarly(): Promise<Failure> {
    const ending = await this.#program.ended;
    if (this.#isTimedOut) return { kind: 'timeout', limitMs: this.#options.limitMs };
    return { kind: 'crashed', how: endingText(ending), lastWords: ending.lastWords };
  }

  #read(line: Line): void {
    const { onComplaint } = this.#options;
    const read = readAnswer(line);
    if (read === null) return;
    if (read.id === null) onComplaint(read.complaint);
    else if (read.id === this.#open?.id) this.#open.resolve(read.answer);
    else onComplaint(`line ${line.number} of its output answers the question ${read.id}, which is not open`);
  }
}

interface OpenQuestion {
  readonly id: number;
  readonly resolve: (answer: Answer) => void;
}
