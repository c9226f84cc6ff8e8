/** The questions of the panels that look at the file as a whole. */
import type { CrawlerTable, CrawlerTableQuestion } from './crawler-table.js';
import type { Comparison, Readings } from './differences.js';
import type { ExportAnswer, ExportQuestion } from './export.js';
import type { FileFindings, FixedFile } from './findings.js';
import type { GridQuestion, ReadingQuestion } from './question.js';
import type { UsageAnswer, UsageQuestion } from './usage.js';

export interface PanelQuestions {
  /** What the lint finds in the file. */
  findings: { question: Record<never, never>; progress: never; answer: FileFindings };
  /** The file after every certain fix. */
  fixes: { question: Record<never, never>; progress: never; answer: FixedFile };
  /** Where the other profiles differ from one. Profiles come as they are compared. */
  readings: { question: GridQuestion; progress: Readings; answer: Readings };
  /** What the second version opens and closes; null if there is none. */
  comparison: { question: ReadingQuestion; progress: never; answer: Comparison | null };
  /** What the file lets each crawler of the registry do. */
  crawlers: { question: CrawlerTableQuestion; progress: never; answer: CrawlerTable };
  /** What the file says about usage. */
  usage: { question: UsageQuestion; progress: never; answer: UsageAnswer };
  /** What the page shows, as files. */
  export: { question: ExportQuestion; progress: never; answer: ExportAnswer };
}
