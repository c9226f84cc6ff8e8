/**
 * The order in which the worker answers: a slice of work at a time, and messages in between. A newer question of the same kind
 * replaces an older one, and kinds that are cheap to answer come first.
 */
import type { Engine } from './engine.js';
import type { Answering } from './protocol.js';
import { type FromWorker, ORDER, type QuestionKind, type ToWorker } from './protocol.js';

/** The shortest slice of work before the worker reads newer messages. */
const SLICE_MS = 12;

interface Task {
  readonly id: number;
  readonly kind: QuestionKind;
  readonly answering: Answering<QuestionKind>;
}

export class Schedule {
  readonly #engine: Engine;
  readonly #waiting = new Map<QuestionKind, Task>();
  readonly #send: (message: FromWorker) => void;
  readonly #later: (work: () => void) => void;
  readonly #now: () => number;
  #isRunning = false;

  /**
   * @param send sends a message to the page
   * @param later calls a function after the messages that have arrived
   * @param engine what answers
   * @param now a clock, in milliseconds
   */
  constructor(
    send: (message: FromWorker) => void,
    later: (work: () => void) => void,
    engine: Engine,
    now: () => number = () => performance.now(),
  ) {
    this.#send = send;
    this.#later = later;
    this.#engine = engine;
    this.#now = now;
  }

  /** Takes a message of the page. */
  receive(message: ToWorker): void {
    if (message.type === 'file') {
      this.#waiting.clear();
      this.#engine.setFile(message.slot, message.octets);
      return;
    }
    if (message.type === 'cancel') {
      for (const [kind, { id }] of this.#waiting) if (id === message.id) this.#waiting.delete(kind);
      return;
    }
    const { id, kind, question } = message;
    // The compiler does not know that `kind` and `question` of one message match.
    const answering = this.#engine.answer(kind, question as never) as Answering<QuestionKind>;
    this.#waiting.set(kind, { id, kind, answering });
    this.#run();
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#later(() => {
      this.#isRunning = false;
      this.#slice();
      if (this.#waiting.size > 0) this.#run();
    });
  }

  /** Works on the first question for a while. */
  #slice(): void {
    const kind = ORDER.find((candidate) => this.#waiting.has(candidate));
    const task = kind === undefined ? undefined : this.#waiting.get(kind);
    if (task === undefined) return;
    const { id, answering } = task;
    const until = this.#now() + SLICE_MS;
    try {
      for (;;) {
        const step = answering.next();
        if (step.done) {
          this.#waiting.delete(task.kind);
          this.#send({ type: 'answer', id, answer: step.value });
          return;
        }
        if (this.#now() < until) continue;
        this.#send({ type: 'progress', id, progress: step.value() });
        return;
      }
    } catch (error) {
      this.#waiting.delete(task.kind);
      this.#send({ type: 'failure', id, message: error instanceof Error ? error.message : String(error) });
    }
  }
}
