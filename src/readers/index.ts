/**
 * The entry point `robotstream/readers`: programs and services as they read robots.txt. Importing it makes their names those of profiles.
 */
import type { ReaderName } from './reader-names.js';

export type { ReaderName } from './reader-names.js';
export { READERS } from './readers.js';

declare module '../profiles.js' {
  interface AddedProfiles extends Readonly<Record<ReaderName, true>> {}
}
