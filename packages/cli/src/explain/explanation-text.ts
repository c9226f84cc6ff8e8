/**
 * An explanation as text for people: the verdict, then each step that leads to it, then the lines of the file that decide.
 */
import type { ExplainedAgentLine, ExplainedUrl, Explanation, MatchingRule } from 'robotstream';
import type { PatternWords } from 'robotstream/compare';
import { paragraph } from '../../../command-line/src/help.js';
import { count, type Style, visible } from '../../../command-line/src/terminal.js';
import { reasonText } from '../answer-text.js';
import { cellsOf, type FrameLayout, markedLine, startOf } from '../code-frame.js';

/** How many lines each list shows. */
const MAX_LINES = 12;

/** How many cells of a name, pattern or URL a list shows. */
const MAX_CELLS = 60;

/**
 * The whole text, in chunks.
 *
 * @param words the pattern of the deciding rule in words; null if no rule decides, or there are no words for the reader's patterns
 */
export function* explanationText(
  explanation: Explanation,
  words: PatternWords | null,
  layout: FrameLayout,
): Generator<string, void> {
  const { url, verdict, decidedBy } = explanation;
  const { style } = layout;
  yield verdictText(verdict.allowed, url.given, verdict.explanation, layout);

  yield heading('User-agent lines', style);
  yield* agentLinesText(explanation, style);
  yield heading('URL', style);
  yield* urlText(url, style);
  yield heading('Rules that match, in order of precedence', style);
  yield* rulesText(explanation, style);
  if (words !== null) yield* wordsText(words, layout);

  if (decidedBy.length === 0) return;
  yield heading('Lines that decide', style);
  for (const part of decidedBy) yield markedLine(part, layout, verdict.allowed ? style.good : style.bad);
}

/** The verdict with the URL, and the explanation, which starts with the verdict as well. */
export function verdictText(
  allowed: boolean,
  url: string,
  explanation: string,
  { style, width }: FrameLayout,
): string {
  const word = allowed ? style.good('allowed') : style.bad('disallowed');
  return `\n${word}  ${style.bold(visible(url))}\n${paragraph(reasonText(explanation), '  ', width)}\n`;
}

function heading(title: string, style: Style): string {
  return `\n${style.bold(title)}\n`;
}

function* agentLinesText({ agentLines, groups }: Explanation, style: Style): Generator<string, void> {
  if (agentLines.length === 0) yield '  none\n';
  const chosen = chosenLines(agentLines);
  const rows = chosen.map(({ userAgent: { line, name }, counts, explanation }) => ({
    counts,
    cells: [String(line), shown(name), visible(explanation)],
  }));
  yield* table(rows, agentLines.length, 'user-agent line', style);
  if (groups.length > 1) yield `  ${count(groups.length, 'group')} are obeyed together.\n`;
}

/** The lines to show, in file order: those for other crawlers only if there is room. */
function chosenLines(agentLines: readonly ExplainedAgentLine[]): readonly ExplainedAgentLine[] {
  const forOthers = agentLines.filter(({ reason }) => reason === 'other-name');
  const relevant = agentLines.filter(({ reason }) => reason !== 'other-name').slice(0, MAX_LINES);
  const chosen = new Set([...relevant, ...forOthers.slice(0, MAX_LINES - relevant.length)]);
  return agentLines.filter((line) => chosen.has(line));
}

function* urlText({ compared, changes }: ExplainedUrl, style: Style): Generator<string, void> {
  const remark = changes.length === 0 ? style.dim('  compared as given') : '';
  yield `  ${shown(compared)}${remark}\n`;
  const rows = changes.slice(0, MAX_LINES).map(({ from, to, explanation }) => ({
    counts: false,
    cells: [`${quoted(from)} → ${to === '' ? 'nothing' : quoted(to)}`, explanation],
  }));
  yield* table(rows, changes.length, 'change', style);
}

/** A part of a URL; in quotes if it has white space or is empty. */
function quoted(text: string): string {
  return /^\S+$/.test(text) ? shown(text) : `"${shown(text)}"`;
}

function* rulesText({ rules, groups, verdict }: Explanation, style: Style): Generator<string, void> {
  if (verdict.reason === 'robots-txt') {
    yield '  none is tried: /robots.txt itself is always allowed\n';
    return;
  }
  if (rules.length === 0) {
    const ruleCount = groups.reduce((sum, group) => sum + group.rules.length, 0);
    yield `  none${ruleCount === 0 ? '' : ` of ${count(ruleCount, 'rule')}`}\n`;
    return;
  }
  yield* table(rules.slice(0, MAX_LINES).map(ruleRow), rules.length, 'rule', style);
}

function ruleRow({ rule, compared, octets, decides }: MatchingRule): Row {
  const { line, directive, pattern } = rule;
  const form = compared === pattern ? '' : `, compared as ${shown(compared)}`;
  return {
    counts: decides,
    cells: [String(line), directive, shown(pattern), `${count(octets, 'byte')}${form}`],
  };
}

/** The section that says in words what the deciding pattern matches. */
function* wordsText({ words, matching, near }: PatternWords, { style, width }: FrameLayout) {
  yield heading('The rule in words', style);
  yield `${paragraph(visible(`It matches ${words}.`), '  ', width)}\n`;
  if (matching.length > 0) yield `  ${style.dim('matches       ')} ${matching.map(shown).join('  ')}\n`;
  if (near.length > 0) yield `  ${style.dim('does not match')} ${near.map(shown).join('  ')}\n`;
}

/** A row of a list. */
interface Row {
  /** Whether it is one of those that lead to the verdict. */
  readonly counts: boolean;
  readonly cells: readonly string[];
}

/**
 * Rows with their cells in columns, numbers of lines to the right; a `>` before those that count.
 *
 * @param total how many there are, with those that are not shown
 */
function* table(rows: readonly Row[], total: number, unit: string, style: Style): Generator<string, void> {
  const widths = (rows[0]?.cells ?? []).map((_, i) =>
    Math.max(...rows.map(({ cells }) => cellsOf(cells[i] ?? ''))),
  );
  for (const { counts, cells } of rows) {
    const padded = cells.map((cell, i) => {
      const space = ' '.repeat((widths[i] ?? 0) - cellsOf(cell));
      return i === 0 && /^\d+$/.test(cell) ? space + cell : cell + space;
    });
    const text = padded.join('  ').trimEnd();
    yield counts ? `  ${style.bold(`> ${text}`)}\n` : `    ${text}\n`;
  }
  const left = total - rows.length;
  if (left > 0) yield `    ${style.dim(`and ${count(left, `more ${unit}`)}`)}\n`;
}

function shown(text: string): string {
  return startOf(visible(text), MAX_CELLS);
}
