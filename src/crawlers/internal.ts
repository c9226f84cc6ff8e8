/**
 * What the command and the inspector share of the inside; it is no API, and changes without notice. Beside that, what each start of the
 * command needs of `index.ts`, whose reports and comparisons would take longer to load than the rest of the command.
 */
export { FILE_KIND_NAMES } from '../file-kind.js';
export { didYouMean, likelyName } from '../option-checks.js';
export { statusDocument } from '../parse.js';
export { urlOrNull } from '../urls.js';
export { callerNamed } from './caller.js';
export type { Crawler } from './crawler.js';
export { CRAWLER_MARKS } from './marks.js';
export { type NameHint, nameHint } from './name-hints.js';
export { type CrawlersToCompare, crawlersToCompare } from './named-in.js';
export { purposeNamed } from './purposes.js';
export { CRAWLERS, findCrawler } from './registry.js';
