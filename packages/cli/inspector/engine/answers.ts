/** How each kind of question is answered. */
import { crawlerTable } from './crawler-table.js';
import { comparisonOf } from './differences.js';
import { type Answerers, inOneStep } from './engine.js';
import { cellExplanation } from './explanation.js';
import { exported } from './export.js';
import { fileFindings, fixedFile } from './findings.js';
import { verdictGrid } from './grid.js';
import { lineMeaning } from './line.js';
import { ruleWords } from './pattern.js';
import { purposesOf } from './purposes.js';
import { readersAnswer } from './readers.js';
import { samplePaths } from './samples.js';
import { fileSummary } from './summary.js';

export const ANSWERS: Answerers = {
  verdicts: ({ file }, question) => verdictGrid(file.document, question),
  explanation: ({ file }, question) => inOneStep(() => cellExplanation(file.document, question)),
  line: ({ file }, question) => lineMeaning(file.document, question),
  summary: ({ file }) => inOneStep(() => fileSummary(file.document)),
  findings: ({ file }) => inOneStep(() => fileFindings(file.document)),
  fixes: ({ file }) => inOneStep(() => fixedFile(file.document)),
  readers: ({ file }, question) => readersAnswer(file.document, question),
  comparison: ({ file, other }, { profile }) =>
    inOneStep(() =>
      other === null
        ? null
        : comparisonOf({ document: other.document, profile }, { document: file.document, profile }),
    ),
  purposes: ({ file }, question) => inOneStep(() => purposesOf(file.document, question)),
  samples: ({ file }, question) => inOneStep(() => samplePaths(file.document, question)),
  pattern: ({ file }, question) => inOneStep(() => ruleWords(file.document, question)),
  crawlers: ({ file }, question) => crawlerTable(file.document, question),
  export: ({ file }, question) => inOneStep(() => exported(file.document, question)),
};
