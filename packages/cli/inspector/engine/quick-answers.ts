/** How the first worker answers: what the page needs for its first paint. */
import { type Answerers, inOneStep } from './engine.js';
import { cellExplanation } from './explanation.js';
import { verdictGrid } from './grid.js';
import { lineMeaning } from './line.js';
import { registryAnswer } from './registry.js';
import { fileSummary } from './summary.js';

export const QUICK_ANSWERS = {
  verdicts: ({ file }, question) => verdictGrid(file.document, question),
  explanation: ({ file }, question) => inOneStep(() => cellExplanation(file.document, question)),
  line: ({ file }, question) => lineMeaning(file.document, question),
  summary: ({ file }) => inOneStep(() => fileSummary(file.document)),
  registry: () => inOneStep(registryAnswer),
} satisfies Partial<Answerers>;
