/**
 * Reports judged URLs, as text or as lines of JSON, and derives the exit code.
 */
import type { Provenance } from '../../client/index.js';
import type { RobotsDocument } from '../../index.js';
import type { CommandContext } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { print } from '../output.js';
import { provenanceText } from '../provenance-text.js';
import { quotedLineAt, type Style, styleFor, visible } from '../terminal.js';
import { answerLine, type Decision } from './answer-line.js';

/** A URL of the command line: the decision about it, or why there is none. */
export type Judged = Answered | { readonly complaint: string };

export interface Answered {
  readonly url: string;
  /** Its position among the URLs given, from 1. */
  readonly position: number;
  readonly decision: Decision;
  readonly explanation: string;
  /** The robots.txt of the deciding rule; null if no file decides. */
  readonly document: RobotsDocument | null;
  /** Where a robots.txt that was fetched comes from; null for a file. */
  readonly provenance: Provenance | null;
}

/** What all answers have in common. */
export interface Heading {
  /** Where the rules come from. */
  readonly name: string;
  readonly agents: readonly string[];
  readonly profile: string;
  readonly truncated: boolean;
}

/**
 * Prints answers to standard output and complaints to standard error, in order.
 *
 * @returns `failure` if there is a complaint, else `findings` if a URL is disallowed, else `fine`
 */
export async function report(
  judged: Iterable<Judged> | AsyncIterable<Judged>,
  { asJson, heading }: { readonly asJson: boolean; readonly heading: Heading },
  context: CommandContext,
): Promise<ExitCode> {
  const { stdout, stderr } = context;
  const style = styleFor(context);
  let code: ExitCode = EXIT.fine;
  const textOf = (one: Judged): string => {
    code = worse(code, one);
    if (!('complaint' in one)) return asJson ? jsonLine(one) : answerText(one, style);
    stderr.write(`robotstream: ${visible(one.complaint)}\n`);
    return '';
  };
  const title = asJson ? '' : headingText(heading, style);
  await print(
    stdout,
    Symbol.asyncIterator in judged ? textsInTime(title, judged, textOf) : texts(title, judged, textOf),
  );
  return code;
}

function* texts(title: string, judged: Iterable<Judged>, textOf: (one: Judged) => string): Generator<string> {
  yield title;
  for (const one of judged) yield textOf(one);
}

async function* textsInTime(
  title: string,
  judged: AsyncIterable<Judged>,
  textOf: (one: Judged) => string,
): AsyncGenerator<string> {
  yield title;
  for await (const one of judged) yield textOf(one);
}

function worse(code: ExitCode, one: Judged): ExitCode {
  if (code === EXIT.failure || 'complaint' in one) return EXIT.failure;
  return one.decision.allowed ? code : EXIT.findings;
}

function jsonLine({ url, position, decision, explanation, document, provenance }: Answered): string {
  const answer = { id: position, ...answerLine(url, decision), explanation };
  if (provenance === null) return `${JSON.stringify(answer)}\n`;
  const truncated = document?.truncated ?? false;
  return `${JSON.stringify({ ...answer, access: provenance.outcome, truncated, provenance })}\n`;
}

function headingText({ name, agents, profile, truncated }: Heading, style: Style): string {
  const cut = truncated ? style.warning(' (cut at the parsing limit)') : '';
  return `${style.dim(visible(`${name} for ${agents.join(', ')}, under ${profile}`))}${cut}\n`;
}

const WORD_WIDTH = 'disallowed'.length;

/** The verdict with its URL, the deciding line if there is one, the explanation, and where the robots.txt comes from. */
function answerText({ url, decision, explanation, document, provenance }: Answered, style: Style): string {
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
