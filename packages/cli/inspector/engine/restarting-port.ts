/**
 * A worker that is replaced when it is busy with unwanted work. A worker reads no messages during a step, and for a hostile
 * file one step, such as the lint, can take seconds.
 */
import type { Port } from './client.js';
import { type FileSlot, type FromWorker, isAboutFiles, type ToWorker } from './protocol.js';

/** A worker, as this port uses it. */
export interface TerminablePort extends Port {
  terminate(): void;
}

/** Calls a function once, later. */
export type Later = (callback: () => void, ms: number) => void;

/** How long a worker may stay silent after the page has asked for something else. */
const PATIENCE_MS = 1_000;

type QuestionMessage = Extract<ToWorker, { readonly type: 'question' }>;

export class RestartingPort implements Port {
  onmessage: Port['onmessage'] = null;
  readonly #start: () => TerminablePort;
  readonly #later: Later;
  #worker: TerminablePort;
  /** The files that the worker has. */
  readonly #files = new Map<FileSlot, ToWorker>();
  /** The questions that are still wanted and not answered, by id. */
  readonly #wanted = new Map<number, QuestionMessage>();
  /** Counts the messages of the workers. */
  #received = 0;
  /** Whether the worker has sent nothing since a question became unwanted, so that it may still work on it. */
  #mayBeStuck = false;
  /** Whether the worker's silence is being watched. */
  #isWatched = false;

  /**
   * @param start starts a worker
   * @param later such as `setTimeout`
   */
  constructor(start: () => TerminablePort, later: Later) {
    this.#start = start;
    this.#later = later;
    this.#worker = this.#started();
  }

  postMessage(message: ToWorker): void {
    const wantedBefore = this.#wanted.size;
    if (message.type === 'file') {
      this.#files.set(message.slot, message);
      this.#drop(({ kind }) => isAboutFiles(kind));
    } else if (message.type === 'cancel') {
      this.#wanted.delete(message.id);
    } else {
      this.#drop(({ kind }) => kind === message.kind);
    }
    if (this.#wanted.size < wantedBefore) this.#mayBeStuck = true;
    if (message.type === 'question') this.#wanted.set(message.id, message);
    this.#worker.postMessage(message);
    if (this.#mayBeStuck && this.#wanted.size > 0) this.#watch();
  }

  #drop(isUnwanted: (question: QuestionMessage) => boolean): void {
    for (const [id, question] of this.#wanted) if (isUnwanted(question)) this.#wanted.delete(id);
  }

  /** Replaces the worker unless it sends a message in time. */
  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const received = this.#received;
    this.#later(() => {
      this.#isWatched = false;
      if (received === this.#received && this.#mayBeStuck && this.#wanted.size > 0) this.#restart();
    }, PATIENCE_MS);
  }

  #restart(): void {
    this.#mayBeStuck = false;
    this.#worker.onmessage = null;
    this.#worker.terminate();
    this.#worker = this.#started();
    for (const message of [...this.#files.values(), ...this.#wanted.values()])
      this.#worker.postMessage(message);
  }

  #started(): TerminablePort {
    const worker = this.#start();
    worker.onmessage = (event) => this.#receive(event);
    return worker;
  }

  #receive(event: MessageEvent<FromWorker>): void {
    this.#received++;
    this.#mayBeStuck = false;
    if (event.data.type !== 'progress') this.#wanted.delete(event.data.id);
    this.onmessage?.(event);
  }
}
