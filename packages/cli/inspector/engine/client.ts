/**
 * The page's side of the worker: send files, ask, cancel.
 *
 * A worker that is busy is replaced when a question cannot wait: it reads no messages during a step, and for a hostile file one step,
 * such as the lint, can take seconds.
 */
import {
  type FileSlot,
  type FromWorker,
  isUrgent,
  type QuestionKind,
  type Questions,
  type ToWorker,
} from './protocol.js';

/** The part of a `Worker` that the client uses. */
export interface Port {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  terminate(): void;
}

/** Calls a function once, later. */
export type Later = (callback: () => void, ms: number) => void;

/** Callbacks for the outcome of a question. */
export interface Replies<Kind extends QuestionKind> {
  /** Some of the answer is known. */
  progress?(progress: Questions[Kind]['progress']): void;
  answer(answer: Questions[Kind]['answer']): void;
  /** The question cannot be answered; the message says why. */
  failure(message: string): void;
}

interface Asked {
  readonly id: number;
  readonly message: ToWorker;
  readonly replies: Replies<QuestionKind>;
}

/** How long a worker may stay silent after the page has asked for something that does not wait for the work before it. */
const PATIENCE_MS = 500;

export class EngineClient {
  readonly #start: () => Port;
  readonly #later: Later;
  #worker: Port;
  readonly #files = new Map<FileSlot, Uint8Array | null>();
  /** What is asked and not answered. */
  readonly #asked = new Map<QuestionKind, Asked>();
  #lastId = 0;
  /** Counts the messages of the workers. */
  #received = 0;
  /** Whether the worker has sent nothing since it may have begun with a step that other questions should not wait for. */
  #mayBeStuck = false;
  /** Whether the worker's silence is being watched. */
  #isWatched = false;

  /**
   * @param start starts a worker
   * @param later such as `setTimeout`
   */
  constructor(start: () => Port, later: Later) {
    this.#start = start;
    this.#later = later;
    this.#worker = this.#started();
  }

  /** Replaces a file. Unanswered questions get no reply. */
  setFile(slot: FileSlot, octets: Uint8Array | null): void {
    if (this.#asked.size > 0) this.#mayBeStuck = true;
    this.#asked.clear();
    this.#files.set(slot, octets);
    this.#worker.postMessage({ type: 'file', slot, octets });
  }

  /**
   * Asks a question about the files as they are. An unanswered question of the same kind gets no reply.
   *
   * @returns a function that withdraws the question, so that it gets no reply
   */
  ask<Kind extends QuestionKind>(
    kind: Kind,
    question: Questions[Kind]['question'],
    replies: Replies<Kind>,
  ): () => void {
    const mayWait = !isUrgent(kind) || [...this.#asked.keys()].every(isUrgent);
    if (!mayWait || this.#asked.has(kind)) this.#mayBeStuck = true;
    const id = ++this.#lastId;
    const message = { type: 'question', id, kind, question } as ToWorker;
    this.#asked.set(kind, { id, message, replies: replies as unknown as Replies<QuestionKind> });
    this.#worker.postMessage(message);
    if (this.#mayBeStuck) this.#watch();
    return () => {
      if (this.#asked.get(kind)?.id !== id) return;
      this.#asked.delete(kind);
      this.#mayBeStuck = true;
      this.#worker.postMessage({ type: 'cancel', id });
    };
  }

  /** Replaces the worker unless it sends a message in time. */
  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const received = this.#received;
    this.#later(() => {
      this.#isWatched = false;
      if (received === this.#received && this.#mayBeStuck && this.#asked.size > 0) this.#restart();
    }, PATIENCE_MS);
  }

  /** The new worker begins with what is urgent. */
  #restart(): void {
    this.#mayBeStuck = false;
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#worker = this.#started();
    for (const [slot, octets] of this.#files) this.#worker.postMessage({ type: 'file', slot, octets });
    for (const { message } of this.#asked.values()) this.#worker.postMessage(message);
  }

  #started(): Port {
    const worker = this.#start();
    worker.onmessage = ({ data }) => this.#receive(data);
    return worker;
  }

  #receive(message: FromWorker): void {
    this.#received++;
    this.#mayBeStuck = false;
    const [kind, asked] = [...this.#asked].find(([, { id }]) => id === message.id) ?? [];
    if (kind === undefined || asked === undefined) return;
    if (message.type === 'progress') {
      asked.replies.progress?.(message.progress as never);
      return;
    }
    this.#asked.delete(kind);
    if (message.type === 'answer') asked.replies.answer(message.answer);
    else asked.replies.failure(message.message);
  }
}
