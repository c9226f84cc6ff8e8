/**
 * Answers for several crawlers as text: a line for each URL, with a column for each crawler.
 */

import { type Style, visible } from '../../../command-line/src/terminal.js';
import { groupedBy } from '../grouped-by.js';
import type { Answered, CrawlerAnswer } from './judged.js';

/** The least number of characters for the URL in a line. */
const MIN_URL_CHARACTERS = 30;
/** The length of `no 99999`. */
const MIN_COLUMN_CHARACTERS = 8;
const GAP = '  ';

/** Writes answers for several crawlers. */
export interface Matrix {
  /** The line above the answers; empty if there is none. */
  readonly heading: string;
  rowOf(answered: Answered): string;
}

/**
 * A matrix of crawlers and URLs. If the names of the crawlers are too long for the terminal, each URL has its own lines
 * instead.
 *
 * @param width how many characters a line has
 */
export function matrixOf(agents: readonly string[], width: number, style: Style): Matrix {
  const names = agents.map(visible);
  const widths = names.map((name) => Math.max(name.length, MIN_COLUMN_CHARACTERS));
  const total = widths.reduce((sum, one) => sum + one + GAP.length, 0);
  const urlText = ({ url, answers }: Answered) => style.bold(visible(url)) + noteOf(answers, style);
  if (total + MIN_URL_CHARACTERS > width) {
    return {
      heading: '',
      rowOf: (answered) => {
        const lines = answered.answers.map(
          (answer, i) => `  ${cellOf(answer, MIN_COLUMN_CHARACTERS, style)}${GAP}${names[i]}\n`,
        );
        return `\n${urlText(answered)}\n${lines.join('')}`;
      },
    };
  }
  const cells = names.map((name, i) => name.padEnd(widths[i] ?? 0));
  return {
    heading: `\n${style.dim(`${cells.join(GAP)}${GAP}URL`)}\n`,
    rowOf: (answered) => {
      const row = answered.answers.map((answer, i) => cellOf(answer, widths[i] ?? 0, style));
      return `${row.join(GAP)}${GAP}${urlText(answered)}\n`;
    },
  };
}

/** `yes` or `no`, with the line of the deciding rule. */
function cellOf({ decision: { allowed, rule } }: CrawlerAnswer, width: number, style: Style): string {
  const word = allowed ? 'yes' : 'no';
  const text = rule === null ? word : `${word} ${rule.line}`;
  return (allowed ? style.good(text) : style.bad(text)) + ' '.repeat(Math.max(0, width - text.length));
}

/** Why, if there is no file to judge by: a sentence for all crawlers, or one for each way in which they read the status. */
function noteOf(answers: readonly CrawlerAnswer[], style: Style): string {
  if (answers[0]?.absence == null) return '';
  const alike = groupedBy(answers, ({ explanation }) => explanation);
  const notes = Array.from(alike, ([explanation, who]) =>
    alike.size === 1 ? explanation : `${who.map(({ agent }) => agent).join(', ')}: ${explanation}`,
  );
  return `${GAP}${style.warning(visible(notes.join(' ')))}`;
}
