/** The worker for slow answers, such as findings. The page loads its code after its first paint. */
import { ANALYSIS_ANSWERS } from './analysis-answers.js';
import { Engine } from './engine.js';
import { serve } from './message-loop.js';

serve(new Engine(ANALYSIS_ANSWERS));
