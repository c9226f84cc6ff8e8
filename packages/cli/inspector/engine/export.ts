/** The verdicts as a file: a table, and expectations for `robotstream test`. */
import { callerNamed } from 'robotstream/crawlers/internal';
import type { RobotsDocument } from 'robotstream/web';
import { csvLine } from '../../src/csv.js';
import { type CrawlerVerdicts, type ExpectedVerdict, expectationsText } from './expectations.js';
import { typedUrls } from './grid.js';
import { namedCrawlers } from './named-crawlers.js';
import type { GridQuestion } from './question.js';
import { testCommand } from './saved-names.js';

export interface ExportQuestion extends GridQuestion {
  readonly format: ExportFormat;
  readonly fileName: string;
}

export type ExportFormat = 'csv' | 'expectations';

export interface ExportAnswer {
  readonly format: ExportFormat;
  /** The content of the file to save. */
  readonly text: string;
}

/** How many verdicts an export has at most. */
const MAX_VERDICTS = 100_000;

interface ExportedVerdict extends ExpectedVerdict {
  readonly crawler: string;
  /** The profile by which it is judged. */
  readonly profile: string;
  readonly explanation: string;
}

/**
 * Makes a file of the verdicts.
 *
 * @throws {RangeError} if there are too many verdicts, or none to expect
 */
export function exported(document: RobotsDocument, question: ExportQuestion): ExportAnswer {
  const { format, fileName, profile } = question;
  const verdicts = exportedVerdicts(document, question);
  if (format === 'csv') return { format, text: csvText(verdicts) };
  if (verdicts.length === 0)
    throw new RangeError('There are no verdicts to save. Write a URL and a crawler.');
  return { format, text: expectationsText(testCommand(fileName, profile), byCrawler(verdicts)) };
}

/** A line for each verdict. */
function csvText(verdicts: readonly ExportedVerdict[]): string {
  const lines = verdicts.map(({ url, crawler, allowed, line, explanation, profile }) =>
    csvLine([
      url,
      crawler,
      allowed ? 'allowed' : 'disallowed',
      line === 0 ? '' : String(line),
      explanation,
      profile,
    ]),
  );
  return [csvLine(['url', 'crawler', 'verdict', 'line', 'explanation', 'profile']), ...lines].join('');
}

function exportedVerdicts(
  document: RobotsDocument,
  { urls, crawlers, profile }: ExportQuestion,
): readonly ExportedVerdict[] {
  const agents = namedCrawlers(crawlers).filter(({ fault }) => fault === null);
  const typed = typedUrls(urls);
  if (agents.length * typed.length > MAX_VERDICTS) {
    throw new RangeError(
      `There are more than ${MAX_VERDICTS.toLocaleString('en')} verdicts; ask about fewer URLs.`,
    );
  }
  const matchers = document.matchers(
    agents.map(({ name }) => callerNamed(name)),
    { profile },
  );
  return typed.flatMap(({ url }) => {
    try {
      return agents.map(({ name: crawler }, i) => {
        const { allowed, rule, explanation, profile: own } = matchers[i].check(url);
        return { url, crawler, allowed, line: rule?.line ?? 0, explanation, profile: own };
      });
    } catch (error) {
      // The profile does not accept the URL; the page says so in its row.
      if (error instanceof TypeError) return [];
      throw error;
    }
  });
}

function byCrawler(verdicts: readonly ExportedVerdict[]): readonly CrawlerVerdicts[] {
  const crawlers = new Map<string, ExportedVerdict[]>();
  for (const verdict of verdicts) {
    const known = crawlers.get(verdict.crawler);
    if (known === undefined) crawlers.set(verdict.crawler, [verdict]);
    else known.push(verdict);
  }
  return Array.from(crawlers, ([crawler, ofCrawler]) => ({ crawler, verdicts: ofCrawler }));
}
