/**
 * A verdict for people.
 */
import type { RobotsDocument, Verdict } from '../../index.js';
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

/** The verdict and its URL, the deciding line if there is one, and why. */
export function verdictText(url: string, verdict: Verdict, document: RobotsDocument, style: Style): string {
  const { allowed, rule, explanation } = verdict;
  const word = (allowed ? 'allowed' : 'disallowed').padEnd(WORD_WIDTH);
  const lines = [`${allowed ? style.good(word) : style.bad(word)}  ${style.strong(visible(url))}`];
  if (rule !== null) lines.push(quotedLine(document.octets, rule.value.start, rule.line, style));
  lines.push(`  ${visible(withoutVerdict(explanation))}`);
  return `${lines.join('\n')}\n`;
}

/** The explanation begins with the verdict, which stands above already. */
function withoutVerdict(explanation: string): string {
  return explanation.replace(/^(Allowed|Disallowed): /, '');
}
