/**
 * Parts of the text that several sub-commands print about verdicts.
 */
import { type Style, visible } from '../../command-line/src/terminal.js';

/** The question, in one line. */
export function questionLine(question: string, truncated: boolean, style: Style): string {
  return `${style.dim(visible(question))}${truncated ? style.warning(' (cut at the parsing limit)') : ''}\n`;
}

/** An explanation without the verdict that it starts with, for text that has the verdict already. */
export function reasonText(explanation: string): string {
  return visible(explanation.replace(/^(Allowed|Disallowed): /, ''));
}
