/**
 * The programs that `robotstream lint` asks how they read a file, loaded when they are needed.
 */
import type { Profile } from 'robotstream';
import type { ReaderName } from 'robotstream/readers';

/** Python's own reader, and those of Scrapy, Nutch and StormCrawler, Colly, Crawlee, and Perl's LWP. */
const WIDELY_USED: readonly ReaderName[] = [
  'python-3.11',
  'protego-0.7',
  'crawler-commons-1.7',
  'temoto-1',
  'robots-parser-3',
  'www-robotrules-6.02',
];

/** Loads their profiles. */
export async function widelyUsedReaders(): Promise<readonly Profile[]> {
  const { READERS } = await import('robotstream/readers');
  return WIDELY_USED.map((name) => READERS[name]);
}
