/** What the page shows, as files: JSON with everything, and expectations for `robotstream test`. */
import { callerNamed } from 'robotstream/crawlers';
import type { RobotsDocument } from 'robotstream/web';
import { type AnswerLine, answerLine } from '../../src/check/answer-line.js';
import { csvLine } from '../../src/csv.js';
import { toBase64 } from '../state/base64.js';
import { type CrawlerTableQuestion, crawlerTable } from './crawler-table.js';
import { comparisonOf, readingsOf } from './differences.js';
import { type CrawlerVerdicts, expectationsText } from './expectations.js';
import { fileFindings } from './findings.js';
import { typedUrls } from './grid.js';
import { namedCrawlers } from './named-crawlers.js';
import { testCommand } from './saved-names.js';
import { type UsageQuestion, usageAnswer } from './usage.js';

export interface ExportQuestion {
  readonly format: ExportFormat;
  readonly fileName: string;
  /** The name of the second version; null if there is none. */
  readonly otherName: string | null;
  readonly urls: string;
  readonly crawlers: string;
  readonly profile: UsageQuestion['profile'];
  readonly overview: Pick<CrawlerTableQuestion, 'set' | 'path'>;
}

export type ExportFormat = 'json' | 'csv' | 'expectations';

export interface ExportAnswer {
  readonly format: ExportFormat;
  /** The content of the file to save. */
  readonly text: string;
}

/** How many verdicts an export has at most. */
const MAX_VERDICTS = 100_000;

/** A verdict, with the keys of `robotstream check --json`. */
interface ExportedVerdict extends AnswerLine {
  readonly agent: string;
  /** The profile by which it is judged. */
  readonly profile: string;
  readonly explanation: string;
}

/**
 * Makes a file of what the page shows. The second version is the earlier one.
 *
 * @param other the second version; null if there is none
 * @throws {RangeError} if there are too many verdicts, or none to expect
 */
export function* exported(
  document: RobotsDocument,
  other: RobotsDocument | null,
  question: ExportQuestion,
): Generator<never, ExportAnswer> {
  const { format, fileName, profile } = question;
  const verdicts = exportedVerdicts(document, question);
  if (format === 'expectations') {
    if (verdicts.length === 0)
      throw new RangeError('There are no verdicts to save. Write a URL and a crawler.');
    return { format, text: expectationsText(testCommand(fileName, profile), byCrawler(verdicts)) };
  }
  if (format === 'csv') return { format, text: csvText(verdicts) };
  const { crawlers, overview } = question;
  // As the panel opens: the first URL that can be judged.
  const url = verdicts[0]?.url ?? '/';
  const { findings, omitted, isComplete } = fileFindings(document);
  const everything = {
    file: { name: fileName, octets: document.size, ...bodyOf(document.octets) },
    profile: profile ?? null,
    verdicts,
    lint: { findings, omitted: Object.fromEntries(omitted), isComplete },
    readings: yield* withoutProgress(readingsOf(document, question)),
    comparison:
      other === null
        ? null
        : {
            with: { name: question.otherName, octets: other.size, ...bodyOf(other.octets) },
            ...comparisonOf({ document: other, profile }, { document, profile }),
          },
    crawlers: { ...overview, ...(yield* crawlerTable(document, { ...overview, profile })) },
    usage: yield* usageAnswer(document, { url, crawlers, profile }),
  };
  return { format, text: `${JSON.stringify(everything, null, 2)}\n` };
}

/** A line for each verdict. */
function csvText(verdicts: readonly ExportedVerdict[]): string {
  const lines = verdicts.map(({ url, agent, allowed, line, explanation, profile }) =>
    csvLine([
      url,
      agent,
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
      return agents.map(({ name: agent }, i) => {
        const verdict = matchers[i].check(url);
        return {
          agent,
          profile: verdict.profile,
          ...answerLine(url, verdict),
          explanation: verdict.explanation,
        };
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
    const known = crawlers.get(verdict.agent);
    if (known === undefined) crawlers.set(verdict.agent, [verdict]);
    else known.push(verdict);
  }
  return Array.from(crawlers, ([crawler, ofCrawler]) => ({ crawler, verdicts: ofCrawler }));
}

/** The octets of a file as text, or in base64 if they are not UTF-8: the keys of `robotstream check --batch`. */
function bodyOf(octets: Uint8Array): { readonly body: string } | { readonly bodyBase64: string } {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets) };
  } catch {
    return { bodyBase64: toBase64(octets) };
  }
}

/** Wraps a generator, and drops the progress that it yields between steps. */
function* withoutProgress<Answer>(steps: Generator<unknown, Answer>): Generator<never, Answer> {
  yield* [];
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
