/**
 * What the command and the inspector share of this folder's inside. It is no API: any version may change it.
 */
export { callerNamed } from './caller.js';
export { type CrawlersToCompare, crawlersToCompare } from './differences.js';
export { type NameHint, nameHint, nearestName } from './name-hints.js';
export { purposeNamed } from './purposes.js';
