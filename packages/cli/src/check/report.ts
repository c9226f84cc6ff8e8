/**
 * Reports judged URLs, as text or as lines of JSON, and derives the exit code.
 */

import type { CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode } from '../../../command-line/src/exit.js';
import { print } from '../../../command-line/src/output.js';
import { jsonText, quotedLineAt, type Style, styleFor, visible } from '../../../command-line/src/terminal.js';
import { questionLine, reasonText } from '../answer-text.js';
import { widthOf } from '../code-frame.js';
import { inOrder } from '../in-order.js';
import { kindOf } from '../kind-notice.js';
import { complain } from '../notes.js';
import { readingText } from '../options.js';
import { provenanceLines } from '../provenance-text.js';
import { answerLine } from './answer-line.js';
import { type Check, namesOf, type UrlJudge } from './asked.js';
import type { Answered, CrawlerAnswer, Judged } from './judged.js';
import { matrixOf } from './matrix-text.js';

/** How many URLs are in progress at once. */
const MAX_CONCURRENT_URLS = 64;

/** Reports the URLs of the command line: an answer for each. */
export async function report(check: Check, judge: UrlJudge, context: CommandContext): Promise<ExitCode> {
  const { urls, format, notes, signal } = check;
  const { stdout } = context;
  const style = styleFor(context);
  const asJson = format === 'json';
  const agents = namesOf(check.asked);
  const isForSeveral = agents.length > 1;
  const matrix = isForSeveral ? matrixOf(agents, widthOf(stdout), style) : null;
  let code: ExitCode = EXIT.fine;
  const textOf = (one: Judged): string => {
    code = worse(code, one);
    if (!('complaint' in one)) {
      if (asJson) return jsonLines(one, isForSeveral);
      notes.see(one);
      return matrix === null ? answerText(one, style) : matrix.rowOf(one);
    }
    complain(context, one.complaint);
    return '';
  };
  async function* texts(): AsyncGenerator<string> {
    if (!asJson) yield `${checkHeading(check, style)}${matrix?.heading ?? ''}`;
    try {
      const judged = inOrder(urls.entries(), MAX_CONCURRENT_URLS, async ([i, url]) =>
        judge.judge(url, i + 1),
      );
      for await (const one of judged) yield textOf(one);
    } catch (error) {
      // An error here would destroy the output, which may still have buffered text.
      if (!signal.aborted) throw error;
    }
    yield notes.text();
  }
  await print(stdout, texts());
  return code;
}

function worse(code: ExitCode, one: Judged): ExitCode {
  if (code === EXIT.failure || 'complaint' in one) return EXIT.failure;
  return one.answers.every(({ decision }) => decision.allowed) ? code : EXIT.findings;
}

/** A line for each answer. With several crawlers, each line names its own. */
export function jsonLines(
  { url, position, answers, document, provenance }: Answered,
  isForSeveral: boolean,
): string {
  const lines = answers.map(({ agent, decision, explanation, absence }) => {
    const whose = isForSeveral ? { agent } : {};
    const kind = document === null ? null : kindOf(document);
    const answer = { id: position, ...whose, ...answerLine(url, decision), explanation };
    if (provenance === null) return jsonText(kind === null ? answer : { ...answer, kind });
    const truncated = document?.truncated ?? false;
    return jsonText({ ...answer, access: absence ?? provenance.outcome, truncated, kind, provenance });
  });
  return `${lines.join('\n')}\n`;
}

/** What is asked, in one line. */
export function checkHeading({ name, asked, truncated }: Check, style: Style): string {
  const { agents, together, profile } = asked;
  const crawlers = agents.join(', ') + (together && agents.length > 1 ? ' together' : '');
  const reading = readingText(together ? [] : agents, profile);
  return questionLine(`${name} for ${crawlers}, ${reading}`, truncated, style);
}

const WORD_WIDTH = 'disallowed'.length;

/** The verdict with its URL, the deciding line if there is one, the explanation, and where the robots.txt comes from. */
function answerText({ url, answers, document, provenance }: Answered, style: Style): string {
  const [{ decision, explanation }] = answers as [CrawlerAnswer];
  const { allowed, rule } = decision;
  const word = (allowed ? 'allowed' : 'disallowed').padEnd(WORD_WIDTH);
  const lines = ['', `${allowed ? style.good(word) : style.bad(word)}  ${style.bold(visible(url))}`];
  if (rule !== null && document !== null) {
    lines.push(quotedLineAt(document.octets, rule.value.start, rule.line, style));
  }
  lines.push(`  ${reasonText(explanation)}`);
  if (provenance !== null) {
    const about = provenanceLines(provenance, document?.truncated ?? false, style);
    lines.push(...about.map((line) => `  ${line}`));
  }
  return `${lines.join('\n')}\n`;
}
