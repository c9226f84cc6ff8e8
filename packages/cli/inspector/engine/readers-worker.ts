/**
 * The worker that has the readers, which the page loads when one is first asked. It answers all kinds of questions, because the profile of
 * any may be that of a reader.
 */
import { ANALYSIS_ANSWERS } from './analysis-answers.js';
import { Engine, inOneStep } from './engine.js';
import { serve } from './message-loop.js';
import { QUICK_ANSWERS } from './quick-answers.js';
import { readersAnswer, readerTitle } from './readers.js';

serve(
  new Engine({
    ...QUICK_ANSWERS,
    ...ANALYSIS_ANSWERS,
    readerTitle: (_, question) => inOneStep(() => readerTitle(question)),
    readers: ({ file }, question) => readersAnswer(file.document, question),
  }),
);
