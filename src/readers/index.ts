/**
 * The entry point `robotstream/readers`: programs and services as they read robots.txt. Importing it makes their names those of profiles.
 */
import type { ReaderName } from './reader-names.js';

export {
  type FoundReadings,
  type LineReadings,
  type LineReadingsOptions,
  lineReadings,
  type Witness,
} from './line-readings.js';
export type { ReaderName } from './reader-names.js';
export type { ReaderKind } from './reader-titles.js';
export { READERS } from './readers.js';
export { type ReadingsOptions, readings, type UrlReading } from './readings.js';

declare module '../profiles.js' {
  interface AddedProfiles extends Readonly<Record<ReaderName, true>> {}
}
