/** The worker for all questions but those to the readers. */
import { Engine } from './engine.js';
import { serve } from './message-loop.js';

serve(new Engine());
