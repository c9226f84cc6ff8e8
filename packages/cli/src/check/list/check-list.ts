/**
 * `robotstream check --urls`: any number of URLs, judged while their list is read. The text is a summary; CSV and JSON have each URL.
 */

import type { CommandContext } from '../../../../command-line/src/command.js';
import { EXIT, type ExitCode, InputError } from '../../../../command-line/src/exit.js';
import { BLOCK_CHARACTERS, print } from '../../../../command-line/src/output.js';
import { styleFor } from '../../../../command-line/src/terminal.js';
import { widthOf } from '../../code-frame.js';
import { csvLine } from '../../csv.js';
import { ACCEPTED_URL, isUrlArgument, notAUrl } from '../../input.js';
import { ListProblems, urlProblem } from '../../list-problems.js';
import { complain } from '../../notes.js';
import { listedUrls } from '../../opened-lists.js';
import { type Check, namesOf, type UrlJudge } from '../asked.js';
import type { Answered } from '../judged.js';
import { checkHeading, jsonLines } from '../report.js';
import { ListTally } from './list-tally.js';
import { summaryText } from './summary-text.js';

/** The columns of CSV. */
const CSV_COLUMNS = ['url', 'agent', 'allowed', 'line', 'directive', 'pattern', 'reason', 'robotsUrl'];

/** How many URLs are prepared for at once: fewer than the sites that a judge keeps. */
const PREPARED_URLS = 500;

/** Reports the URLs of the command line and of a list. */
export async function checkList(check: Check, judge: UrlJudge, context: CommandContext): Promise<ExitCode> {
  const { stdout } = context;
  const { format, notes, onlyBlocked } = check;
  const agents = namesOf(check.asked);
  const tally = new ListTally(agents);
  const problems = new ListProblems();
  let failure: string | null = null;
  const style = styleFor(context);

  const textOf = (answered: Answered): string => {
    const isBlocked = tally.see(answered);
    if (format === 'text') notes.see(answered);
    if (format === 'text' || (onlyBlocked && !isBlocked)) return '';
    const printed = answered.answers.filter(({ decision }) => !(onlyBlocked && decision.allowed));
    const one = { ...answered, answers: printed };
    return format === 'csv' ? csvLines(one) : jsonLines(one, agents.length > 1);
  };

  async function* texts(): AsyncGenerator<string, void> {
    if (format === 'csv') yield csvLine(CSV_COLUMNS);
    let position = 0;
    let block = '';
    for await (const { source, entries } of sources(check, problems, context)) {
      for (const [i, { url, line }] of entries.entries()) {
        if (i % PREPARED_URLS === 0)
          await judge.prepare?.(entries.slice(i, i + PREPARED_URLS).map((one) => one.url));
        position++;
        // Some profiles accept other texts as paths.
        const isOne = url.startsWith('/') || isUrlArgument(url);
        const judged = isOne ? judge.judge(url, position) : { complaint: notAUrl(url, ACCEPTED_URL) };
        const one = judged instanceof Promise ? await judged : judged;
        if ('complaint' in one) {
          const place = source === '' ? '' : `${source}:${line}: `;
          problems.add(urlProblem(url), () => `${place}${one.complaint}`);
          continue;
        }
        block += textOf(one);
        if (block.length >= BLOCK_CHARACTERS) {
          yield block;
          block = '';
        }
      }
    }
    if (block !== '') yield block;
  }

  async function* all(): AsyncGenerator<string, void> {
    try {
      yield* texts();
    } catch (error) {
      // The URLs that were judged before a list failed still count.
      if (check.signal.aborted) return;
      if (!(error instanceof InputError)) throw error;
      failure = error.message;
    }
    if (format !== 'text' || (failure !== null && tally.count === 0)) return;
    yield checkHeading(check, style);
    yield* summaryText(tally, check.isFile, widthOf(stdout), style);
    yield notes.text();
  }

  await print(stdout, all());
  for (const line of problems.lines()) complain(context, line);
  if (failure !== null) complain(context, failure);
  if (failure !== null || problems.areLosses) return EXIT.failure;
  return [...tally.disallowed.values()].some((count) => count > 0) ? EXIT.findings : EXIT.fine;
}

/** The URLs of the command line, then those of the list. */
async function* sources(
  { urls, list = '', request, signal }: Check,
  problems: ListProblems,
  context: CommandContext,
): ReturnType<typeof listedUrls> {
  if (urls.length > 0) yield { source: '', isSitemap: false, entries: urls.map((url) => ({ url, line: 0 })) };
  yield* listedUrls(list, request, problems, context, signal);
}

function csvLines({ url, answers, provenance }: Answered): string {
  return answers
    .map(({ agent, decision: { allowed, rule, reason } }) =>
      csvLine([
        url,
        agent,
        allowed ? 'allowed' : 'disallowed',
        rule === null ? '' : String(rule.line),
        rule?.directive ?? '',
        rule?.pattern ?? '',
        reason,
        provenance?.robotsUrl ?? '',
      ]),
    )
    .join('');
}
