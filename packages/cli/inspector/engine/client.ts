/** The page's side of the worker: send files, ask, cancel. */
import {
  type FileSlot,
  type FromWorker,
  isAboutFiles,
  type QuestionKind,
  type Questions,
  type ToWorker,
} from './protocol.js';

/** The part of a `Worker` that the client uses. */
export interface Port {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
}

/** Callbacks for the outcome of a question. */
export interface Replies<Kind extends QuestionKind> {
  /** Some of the answer is known. */
  progress?(progress: Questions[Kind]['progress']): void;
  answer(answer: Questions[Kind]['answer']): void;
  /** The question cannot be answered; the message says why. */
  failure(message: string): void;
}

interface Asked {
  readonly kind: QuestionKind;
  readonly replies: Replies<QuestionKind>;
}

export class EngineClient {
  readonly #port: Port;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  constructor(port: Port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
  }

  /** Replaces a file. Unanswered questions about the old one get no reply. */
  setFile(slot: FileSlot, octets: Uint8Array | null): void {
    for (const [id, { kind }] of this.#asked) if (isAboutFiles(kind)) this.#asked.delete(id);
    this.#port.postMessage({ type: 'file', slot, octets });
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
    for (const [id, asked] of this.#asked) if (asked.kind === kind) this.#asked.delete(id);
    const id = ++this.#lastId;
    this.#asked.set(id, { kind, replies: replies as unknown as Replies<QuestionKind> });
    this.#port.postMessage({ type: 'question', id, kind, question } as ToWorker);
    return () => {
      if (this.#asked.delete(id)) this.#port.postMessage({ type: 'cancel', id });
    };
  }

  #receive(message: FromWorker): void {
    const asked = this.#asked.get(message.id);
    if (asked === undefined) return;
    if (message.type === 'progress') {
      asked.replies.progress?.(message.progress as never);
      return;
    }
    this.#asked.delete(message.id);
    if (message.type === 'answer') asked.replies.answer(message.answer);
    else asked.replies.failure(message.message);
  }
}
