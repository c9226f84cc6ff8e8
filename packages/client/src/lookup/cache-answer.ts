/**
 * The answer of the cache to a question about a robots.txt.
 */

import type { Freshness } from '../memory/freshness.js';
import type { MemoryEntry } from '../memory/memory-entry.js';
import type { Source } from './lookup-runner.js';

/** What is known of a robots.txt, what that means now, and where it comes from. */
export interface CacheAnswer {
  readonly entry: MemoryEntry;
  readonly freshness: Freshness;
  readonly source: Source;
}
