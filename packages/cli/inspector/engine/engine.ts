/**
 * Answers questions about the files that the page has sent. Every answer is a generator that yields between steps, so that the
 * worker can read newer messages.
 */
import { parseSync, type RobotsDocument } from 'robotstream/web';
import type { Answering, FileSlot, QuestionKind, Questions } from './protocol.js';

/** A file that the page has sent. */
class HeldFile {
  readonly octets: Uint8Array;
  #document: RobotsDocument | undefined;

  constructor(octets: Uint8Array) {
    this.octets = octets;
  }

  /** Parsed when it is first read. */
  get document(): RobotsDocument {
    this.#document ??= parseSync(this.octets);
    return this.#document;
  }
}

/** The files that questions are about. */
interface Files {
  readonly file: HeldFile;
  /** The second version; null if there is none. */
  readonly other: HeldFile | null;
}

/** How each kind of question is answered. */
export type Answerers = {
  readonly [Kind in QuestionKind]: (files: Files, question: Questions[Kind]['question']) => Answering<Kind>;
};

/** An answer that needs no steps. */
export function* inOneStep<Answer>(answer: () => Answer): Generator<never, Answer> {
  yield* [];
  return answer();
}

/** What the worker holds. */
export class Engine {
  readonly #answerers: Answerers;
  #files: Files = { file: new HeldFile(new Uint8Array()), other: null };

  constructor(answerers: Answerers) {
    this.#answerers = answerers;
  }

  /** Replaces a file. Without octets, `file` is empty and there is no `other`. */
  setFile(slot: FileSlot, octets: Uint8Array | null): void {
    const held = octets === null ? null : new HeldFile(octets);
    this.#files =
      slot === 'file'
        ? { ...this.#files, file: held ?? new HeldFile(new Uint8Array()) }
        : { ...this.#files, other: held };
  }

  /** Starts to answer a question about the files as they are. */
  answer<Kind extends QuestionKind>(kind: Kind, question: Questions[Kind]['question']): Answering<Kind> {
    return this.#answerers[kind](this.#files, question);
  }
}
