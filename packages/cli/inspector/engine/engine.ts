/**
 * Answers questions about the files that the page has sent. Every answer is a generator that yields between steps, so that the
 * worker can read newer messages.
 */
import { parseSync, type RobotsDocument } from 'robotstream/web';
import { crawlerTable } from './crawler-table.js';
import { comparisonOf, readingsOf } from './differences.js';
import { cellExplanation } from './explanation.js';
import { exported } from './export.js';
import { fileFindings, fixedFile } from './findings.js';
import { verdictGrid } from './grid.js';
import { lineMeaning } from './line.js';
import type { Answering, FileSlot, QuestionKind, Questions } from './protocol.js';
import { registryAnswer } from './registry.js';
import { fileSummary } from './summary.js';
import { usageAnswer } from './usage.js';

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

/** How each kind of question is answered that every worker can answer. */
const ANSWERERS: Omit<Answerers, 'readers'> = {
  verdicts: ({ file }, question) => verdictGrid(file.document, question),
  explanation: ({ file }, question) => inOneStep(() => cellExplanation(file.document, question)),
  line: ({ file }, question) => lineMeaning(file.document, question),
  summary: ({ file }) => inOneStep(() => fileSummary(file.document)),
  registry: () => inOneStep(registryAnswer),
  findings: ({ file }) => inOneStep(() => fileFindings(file.document)),
  fixes: ({ file }) => inOneStep(() => fixedFile(file.document)),
  readings: ({ file }, question) => readingsOf(file.document, question),
  comparison: ({ file, other }, { profile }) =>
    inOneStep(() =>
      other === null
        ? null
        : comparisonOf({ document: other.document, profile }, { document: file.document, profile }),
    ),
  crawlers: ({ file }, question) => crawlerTable(file.document, question),
  usage: ({ file }, question) => usageAnswer(file.document, question),
  export: ({ file, other }, question) => exported(file.document, other?.document ?? null, question),
};

/** An answer that needs no steps. */
function* inOneStep<Answer>(answer: () => Answer): Generator<never, Answer> {
  yield* [];
  return answer();
}

/** What the worker holds. */
export class Engine {
  readonly #answerers: Partial<Answerers>;
  #files: Files = { file: new HeldFile(new Uint8Array()), other: null };

  /** @param more how this worker answers further kinds of questions */
  constructor(more: Pick<Answerers, 'readers'> | null = null) {
    this.#answerers = { ...ANSWERERS, ...more };
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
    const answerer = this.#answerers[kind];
    if (answerer === undefined) throw new Error(`this worker answers no questions of the kind ${kind}`);
    return answerer(this.#files, question);
  }
}
