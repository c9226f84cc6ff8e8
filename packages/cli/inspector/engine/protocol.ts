/**
 * The questions of the page to the worker, and the worker's answers. Everything here is plain data that `postMessage`
 * copies.
 *
 * The worker holds two files: the one that the page shows, and a second version to compare it with. The page sends a file when
 * it changes, and asks questions about the files sent last. A new question replaces an unanswered one of the same kind, and a
 * new file drops all unanswered questions.
 */
import type { CrawlerTable, CrawlerTableQuestion } from './crawler-table.js';
import type { Comparison } from './differences.js';
import type { CellExplanation } from './explanation.js';
import type { ExportAnswer, ExportQuestion } from './export.js';
import type { FileFindings, FixedFile } from './findings.js';
import type { GridRows, VerdictGrid } from './grid.js';
import type { LineMeaning } from './line.js';
import type { RuleWords } from './pattern.js';
import type { Purposes } from './purposes.js';
import type { CellQuestion, GridQuestion, LineQuestion, ReadingQuestion } from './question.js';
import type { ReadersAnswer, ReadersQuestion } from './readers.js';
import type { FileSummary } from './summary.js';

/** The file that the page shows, or the second version. */
export type FileSlot = 'file' | 'other';

/** Each kind of question: what is asked, what comes while it is being answered, and the answer. */
export interface Questions {
  /** The verdicts on each URL for each crawler. Rows come as they are judged. */
  verdicts: { question: GridQuestion; progress: GridRows; answer: VerdictGrid };
  /** One verdict, step by step. */
  explanation: { question: CellQuestion; progress: never; answer: CellExplanation };
  /** What a line means to the crawlers. */
  line: { question: LineQuestion; progress: LineMeaning; answer: LineMeaning };
  /** The pattern of a line in words; null if the line is no rule. */
  pattern: { question: Pick<LineQuestion, 'line' | 'profile'>; progress: never; answer: RuleWords | null };
  /** Paths to ask about, made from the rules of the file. */
  samples: { question: ReadingQuestion; progress: never; answer: readonly string[] };
  /** The size of the file and what it has. */
  summary: { question: Record<never, never>; progress: never; answer: FileSummary };
  /** What the lint finds in the file. */
  findings: { question: Record<never, never>; progress: never; answer: FileFindings };
  /** The file after every certain fix. */
  fixes: { question: Record<never, never>; progress: never; answer: FixedFile };
  /** How every reader judges a URL. */
  readers: { question: ReadersQuestion; progress: never; answer: ReadersAnswer };
  /** What the second version opens and closes; null if there is none. */
  comparison: { question: ReadingQuestion; progress: never; answer: Comparison | null };
  /** How much of the site is open to search, AI training and AI answers. */
  purposes: { question: ReadingQuestion; progress: never; answer: Purposes };
  /** What the file lets each crawler of the registry do. */
  crawlers: { question: CrawlerTableQuestion; progress: never; answer: CrawlerTable };
  /** The verdicts as a file. */
  export: { question: ExportQuestion; progress: never; answer: ExportAnswer };
}

export type QuestionKind = keyof Questions;

/** An answer in progress. It yields what is known so far, as a function, because most of it is never sent. */
export type Answering<Kind extends QuestionKind> = Generator<
  () => Questions[Kind]['progress'],
  Questions[Kind]['answer']
>;

/** What a person waits for. The answers to all other questions may take a second for a hostile file. */
const URGENT: readonly QuestionKind[] = ['summary', 'explanation', 'verdicts', 'line'];

/** The kinds of questions in the order in which the worker answers them if several wait. */
export const ORDER: readonly QuestionKind[] = [
  ...URGENT,
  'purposes',
  'pattern',
  'samples',
  'findings',
  'crawlers',
  'comparison',
  'readers',
  'fixes',
  'export',
];

/** Whether a question does not wait for others that take long. */
export function isUrgent(kind: QuestionKind): boolean {
  return URGENT.includes(kind);
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
