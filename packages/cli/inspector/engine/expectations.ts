/** Verdicts as a file of expectations for `robotstream test`. */
import { acceptsUrl } from './accepted.js';

/** A verdict on a URL. */
export interface ExpectedVerdict {
  readonly url: string;
  readonly allowed: boolean;
  /** The line of the deciding rule; 0 if none decides. */
  readonly line: number;
}

/** The verdicts for one crawler. */
export interface CrawlerVerdicts {
  readonly crawler: string;
  readonly verdicts: readonly ExpectedVerdict[];
}

/**
 * Writes expectations. Crawlers with equal verdicts share them. Names and URLs that such a file cannot hold, such as URLs with
 * spaces, are left out, and a comment says how many.
 *
 * @param command the command that tests a robots.txt against the file, for the first line
 */
export function expectationsText(command: string, verdicts: readonly CrawlerVerdicts[]): string {
  const blocks = new Map<string, string[]>();
  const left = { crawlers: 0, urls: new Set<string>() };
  for (const { crawler, verdicts: ofCrawler } of verdicts) {
    if (!isWritable(crawler)) {
      left.crawlers++;
      continue;
    }
    const lines = ofCrawler.flatMap(({ url, allowed, line }) => {
      if (isWritable(url) && acceptsUrl(url))
        return [`${allowed ? 'Allow' : 'Disallow'}: ${url} line ${line}`];
      left.urls.add(url);
      return [];
    });
    const key = lines.join('\n');
    const crawlers = blocks.get(key);
    if (crawlers === undefined) blocks.set(key, [crawler]);
    else crawlers.push(crawler);
  }
  blocks.delete('');
  const comments = [
    `# Test with: ${command}`,
    ...(left.crawlers > 0
      ? [`# ${left.crawlers} crawlers are left out: their names do not fit into this file.`]
      : []),
    ...(left.urls.size > 0 ? [`# ${left.urls.size} URLs are left out: they do not fit into this file.`] : []),
  ];
  const sections = Array.from(blocks, ([lines, crawlers]) =>
    [...crawlers.map((crawler) => `User-agent: ${crawler}`), lines].join('\n'),
  );
  return `${[comments.join('\n'), ...sections].join('\n\n')}\n`;
}

/** Whether a name or a URL is one word that does not begin a comment. */
function isWritable(text: string): boolean {
  return /^[^\s#]\S*$/.test(text);
}
