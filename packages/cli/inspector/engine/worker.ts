/** The worker for quick answers, such as verdicts. Its code comes with the page. */
import { Engine } from './engine.js';
import { serve } from './message-loop.js';
import { QUICK_ANSWERS } from './quick-answers.js';

serve(new Engine(QUICK_ANSWERS));
