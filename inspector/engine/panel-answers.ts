/** How the questions of the panels that look at the file as a whole are answered. */
import { crawlerTable } from './crawler-table.js';
import { comparisonOf, readingsOf } from './differences.js';
import { exported } from './export.js';
import { fileFindings, fixedFile } from './findings.js';
import type { Files } from './held-files.js';
import { inOneStep } from './in-one-step.js';
import type { PanelQuestions } from './panel-questions.js';
import type { Answering } from './protocol.js';
import { usageAnswer } from './usage.js';

type PanelAnswerers = {
  readonly [Kind in keyof PanelQuestions]: (
    files: Files,
    question: PanelQuestions[Kind]['question'],
  ) => Answering<Kind>;
};

export const PANEL_ANSWERERS: PanelAnswerers = {
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
