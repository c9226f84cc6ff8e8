/**
 * The name of a profile or of a reader.
 */
import type { ProfileName } from 'robotstream';
import type { ReaderName } from 'robotstream/readers';

/** The name of a profile: one of the four, or that of a reader. */
export type ReadingName = ProfileName | ReaderName;
