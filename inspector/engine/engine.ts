/**
 * Answers questions about the files that the page has sent. Every answer is a generator that yields between steps, so that the
 * worker can read newer messages.
 */
import { cellExplanation } from './explanation.js';
import { verdictGrid } from './grid.js';
import { type Files, HeldFile } from './held-files.js';
import { inOneStep } from './in-one-step.js';
import { lineMeaning } from './line.js';
import { PANEL_ANSWERERS } from './panel-answers.js';
import type { Answering, FileSlot, QuestionKind, Questions } from './protocol.js';
import { registryAnswer } from './registry.js';
import { fileSummary } from './summary.js';

type Answerers = {
  readonly [Kind in QuestionKind]: (files: Files, question: Questions[Kind]['question']) => Answering<Kind>;
};

/** How each kind of question is answered. */
const ANSWERERS: Answerers = {
  verdicts: ({ file }, question) => verdictGrid(file.document, question),
  explanation: ({ file }, question) => inOneStep(() => cellExplanation(file.document, question)),
  line: ({ file }, question) => lineMeaning(file.document, question),
  summary: ({ file }) => inOneStep(() => fileSummary(file.document)),
  registry: () => inOneStep(registryAnswer),
  ...PANEL_ANSWERERS,
};

/** What the worker holds. */
export class Engine {
  #files: Files = { file: new HeldFile(new Uint8Array()), other: null };

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
    return ANSWERERS[kind](this.#files, question);
  }
}
