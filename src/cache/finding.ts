/**
 * What a question finds out about a robots.txt.
 */
import type { Source } from './finder.js';
import type { Freshness } from './freshness.js';
import type { MemoryEntry } from './memory-entry.js';

/** What was found, and where. */
export interface Finding {
  readonly entry: MemoryEntry;
  readonly freshness: Freshness;
  readonly source: Source;
}
