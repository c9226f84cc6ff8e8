/**
 * A verdict for people.
 */
import type { RobotsDocument } from '../../index.js';
import type { Decision } from '../answer.js';
import { quotedLine } from '../quoted-line.js';
import type { Style } from '../style.js';
import { visible } from '../visible.js';

/** What all verdicts have in common. */
export interface Heading {
  readonly name: string;
  readonly agents: readonly string[];
  readonly profile: string;
  readonly truncated: boolean;
}

const WORD_WIDTH = 'disallowed'.length;

export function headingText({ name, agents, profile, truncated }: Heading, style: Style): string {
  const cut = truncated ? style.odd(' (cut at the parsing limit)') : '';
  return `${style.faint(visible(`${name} for ${agents.join(', ')}, under ${profile}`))}${cut}\n`;
}

/** A decision, and why. */
export interface ExplainedDecision extends Decision {
  readonly explanation: string;
}

/**
 * The verdict and its URL, the deciding line if there is one, and why.
 *
 * @param document that of the deciding rule; null if there is none
 */
export function verdictText(
  url: string,
  { allowed, rule, explanation }: ExplainedDecision,
  document: RobotsDocument | null,
  style: Style,
): string {
  const word = (allowed ? 'allowed' : 'disallowed').padEnd(WORD_WIDTH);
  const lines = [`${allowed ? style.good(word) : style.bad(word)}  ${style.strong(visible(url))}`];
  if (rule !== null && document !== null) {
    lines.push(quotedLine(document.octets, rule.value.start, rule.line, style));
  }
  lines.push(`  ${visible(withoutVerdict(explanation))}`);
  return `${lines.join('\n')}\n`;
}

/** The explanation begins with the verdict, which stands above already. */
function withoutVerdict(explanation: string): string {
  return explanation.replace(/^(Allowed|Disallowed): /, '');
}
