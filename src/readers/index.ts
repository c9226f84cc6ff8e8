/**
 * The entry point `robotstream/readers`: programs and services as they read robots.txt. Importing it makes their names those of profiles.
 */
export { READERS, type ReaderName } from './readers.js';

declare module '../profiles.js' {
  interface AddedProfiles {
    readonly 'python-3.11': true;
    readonly 'crawler-commons-1.7': true;
  }
}
