/**
 * What the page asks the worker and what the worker answers. Everything here is plain data that `postMessage` copies.
 *
 * The worker holds two files: the one that the page shows, and a second version to compare it with. The page sends a file when
 * it changes, and asks questions about the files sent last. A new question replaces an unanswered one of the same kind, and a
 * new file drops all unanswered questions about files.
 */
import type { ProfileName, Span } from 'robotstream/web';
import type { CellExplanation } from './explanation.js';
import type { GridRows, VerdictGrid } from './grid.js';
import type { LineMeaning } from './line.js';
import type { PanelQuestions } from './panel-questions.js';
import type { RegistryAnswer } from './registry.js';
import type { FileSummary } from './summary.js';

/** The file that the page shows, or the second version. */
export type FileSlot = 'file' | 'other';

/** What decides, or what a finding is about: a part of one line. Offsets count octets from the start of the file. */
export interface LinePart extends Span {
  /** From 1. */
  readonly line: number;
}

/** Who asks for what: lines of URLs, and names of crawlers and sets, both as they are typed. */
export interface GridQuestion {
  /** One URL or path a line. Blank lines and lines that begin with `#` are left out. */
  readonly urls: string;
  /** Product tokens and `@ai`, `@search`, `@seo`, `@all`, apart by commas or white space. */
  readonly crawlers: string;
  readonly profile: ProfileName;
}

/** What a cell of the grid says. */
export const CELL = { allowed: 0, disallowed: 1, unanswered: 2 } as const;

/** One cell of the grid. */
export interface CellQuestion {
  readonly url: string;
  /** A product token. */
  readonly crawler: string;
  readonly profile: ProfileName;
}

/** A line of the file, and the crawlers that it may concern. */
export interface LineQuestion {
  /** From 1. */
  readonly line: number;
  /** As in {@link GridQuestion}. */
  readonly crawlers: string;
  readonly profile: ProfileName;
}

/** Each kind of question: what is asked, what comes while it is being answered, and the answer. */
export interface Questions extends PanelQuestions {
  /** The verdicts on each URL for each crawler. Rows come as they are judged. */
  verdicts: { question: GridQuestion; progress: GridRows; answer: VerdictGrid };
  /** One verdict, step by step. */
  explanation: { question: CellQuestion; progress: never; answer: CellExplanation };
  /** What a line means to the crawlers. */
  line: { question: LineQuestion; progress: LineMeaning; answer: LineMeaning };
  /** The size of the file and what it has. */
  summary: { question: Record<never, never>; progress: never; answer: FileSummary };
  /** The crawlers and sets that can be asked about. */
  registry: { question: Record<never, never>; progress: never; answer: RegistryAnswer };
}

export type QuestionKind = keyof Questions;

/** Whether a new file makes the answer worthless. */
export function isAboutFiles(kind: QuestionKind): boolean {
  return kind !== 'registry';
}

/** What the page sends. */
export type ToWorker =
  | { readonly type: 'file'; readonly slot: FileSlot; readonly octets: Uint8Array | null }
  | {
      [Kind in QuestionKind]: {
        readonly type: 'question';
        readonly id: number;
        readonly kind: Kind;
        readonly question: Questions[Kind]['question'];
      };
    }[QuestionKind]
  | { readonly type: 'cancel'; readonly id: number };

/** What the worker sends. `id` is that of the question. */
export type FromWorker =
  | { readonly type: 'progress'; readonly id: number; readonly progress: Questions[QuestionKind]['progress'] }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Questions[QuestionKind]['answer'] }
  /** The question cannot be answered; the message says why. */
  | { readonly type: 'failure'; readonly id: number; readonly message: string };
