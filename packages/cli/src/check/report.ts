/**
 * Reports judged URLs, as text or as lines of JSON, and derives the exit code.
 */

import type { CommandContext } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode } from '../../../command-line/src/exit.js';
import { print } from '../../../command-line/src/output.js';
import { jsonText, quotedLineAt, type Style, styleFor, visible } from '../../../command-line/src/terminal.js';
import { widthOf } from '../code-frame.js';
import { kindOf } from '../kind-notice.js';
import { complain } from '../notes.js';
import { readingText } from '../options.js';
import { provenanceText } from '../provenance-text.js';
import { answerLine } from './answer-line.js';
import type { AskingCrawlers } from './asked.js';
import type { ClosingNotes } from './closing-notes.js';
import type { Answered, CrawlerAnswer, Judged } from './judged.js';
import { matrixOf } from './matrix-text.js';

/** What all answers have in common. */
export interface Heading {
  /** Where the rules come from. */
  readonly name: string;
  readonly asked: AskingCrawlers;
  readonly truncated: boolean;
  /** Collects the notes after the answers. */
  readonly notes: ClosingNotes;
}

/**
 * Prints answers to standard output and complaints to standard error, in order.
 *
 * @returns `failure` if there is a complaint, else `findings` if a URL is disallowed, else `fine`
 */
export async function report(
  judged: AsyncIterable<Judged>,
  { asJson, heading }: { readonly asJson: boolean; readonly heading: Heading },
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout } = context;
  const style = styleFor(context);
  const { agents, together } = heading.asked;
  const isForSeveral = agents.length > 1 && !together;
  const matrix = isForSeveral ? matrixOf(agents, widthOf(stdout), style) : null;
  let code: ExitCode = EXIT.fine;
  const textOf = (one: Judged): string => {
    code = worse(code, one);
    if (!('complaint' in one)) {
      if (asJson) return jsonLines(one, isForSeveral ? agents : null);
      heading.notes.see(one);
      return matrix === null ? answerText(one, style) : matrix.rowOf(one);
    }
    complain(context, one.complaint);
    return '';
  };
  const title = asJson ? '' : `${headingText(heading, style)}${matrix?.heading ?? ''}`;
  await print(
    stdout,
    texts(title, judged, textOf, () => heading.notes.text()),
  );
  return code;
}

async function* texts(
  title: string,
  judged: AsyncIterable<Judged>,
  textOf: (one: Judged) => string,
  ending: () => string,
): AsyncGenerator<string> {
  yield title;
  for await (const one of judged) yield textOf(one);
  yield ending();
}

function worse(code: ExitCode, one: Judged): ExitCode {
  if (code === EXIT.failure || 'complaint' in one) return EXIT.failure;
  return one.answers.every(({ decision }) => decision.allowed) ? code : EXIT.findings;
}

/** A line for each answer. With several crawlers, each line names its own. */
export function jsonLines(
  { url, position, answers, document, provenance }: Answered,
  agents: readonly string[] | null,
): string {
  const lines = answers.map(({ decision, explanation, absence }, i) => {
    const whose = agents === null ? {} : { agent: agents[i] };
    const kind = document === null ? null : kindOf(document);
    const answer = { id: position, ...whose, ...answerLine(url, decision), explanation };
    if (provenance === null) return jsonText(kind === null ? answer : { ...answer, kind });
    const truncated = document?.truncated ?? false;
    return jsonText({ ...answer, access: absence ?? provenance.outcome, truncated, kind, provenance });
  });
  return `${lines.join('\n')}\n`;
}

/** The question, in one line. */
export function headingText({ name, asked, truncated }: Heading, style: Style): string {
  const { agents, together, profile } = asked;
  const crawlers = agents.join(', ') + (together && agents.length > 1 ? ' together' : '');
  const cut = truncated ? style.warning(' (cut at the parsing limit)') : '';
  return `${style.dim(visible(`${name} for ${crawlers}, ${readingText(together ? [] : agents, profile)}`))}${cut}\n`;
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
  lines.push(`  ${visible(withoutVerdict(explanation))}`);
  if (provenance !== null) {
    lines.push(`  ${style.dim(provenanceText(provenance, document?.truncated ?? false))}`);
    const { faultMessage } = provenance;
    if (faultMessage !== null) lines.push(`  ${style.warning(visible(faultMessage))}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The explanation starts with the verdict, which the line above has already. */
function withoutVerdict(explanation: string): string {
  return explanation.replace(/^(Allowed|Disallowed): /, '');
}
