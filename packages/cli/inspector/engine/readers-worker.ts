/** The worker for questions to the readers: it has their code, which the page loads when such a question is first asked. */
import { Engine } from './engine.js';
import { serve } from './message-loop.js';
import { readersAnswer } from './readers.js';

serve(new Engine({ readers: ({ file }, question) => readersAnswer(file.document, question) }));
