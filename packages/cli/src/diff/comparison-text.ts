/**
 * A comparison as text for people: what opens and what closes for which crawlers, with the lines that decide.
 */

import type { Matcher } from 'robotstream';
import type { Difference } from 'robotstream/compare';
import type { CrawlerDifferences } from 'robotstream/crawlers';
import { isOneOfFour } from '../../../command-line/src/named-readers.js';
import { count, type Style, visible } from '../../../command-line/src/terminal.js';
import { questionLine } from '../answer-text.js';
import { matchersFor, namesText, ownProfileOf } from '../caller.js';
import { startOf } from '../code-frame.js';
import { readingText } from '../options.js';
import { accessChange, wholeSiteText } from './access-change.js';
import { doDiffer } from './compared-crawlers.js';
import { decidingLines, ruleAt } from './deciding-rules.js';
import type { Side, Sides, UrlDifference } from './url-comparison.js';

/** How many differences are shown for a set of crawlers, in each direction. */
const MAX_DIFFERENCES = 10;

/** How many cells of a pattern are shown. */
const MAX_CELLS = 60;

/** What is compared, in one line. */
export function comparisonHeading({ before, after }: Sides, agents: readonly string[], style: Style): string {
  const readings = [before, after].map(({ profile }) => readingText(agents, profile));
  const text =
    before.document === after.document
      ? `${before.name}, ${readings.join(' and ')}`
      : before.profile === after.profile
        ? `${before.name} → ${after.name}, ${readings[0]}`
        : `${before.name} ${readings[0]} → ${after.name} ${readings[1]}`;
  return questionLine(text, before.document.truncated || after.document.truncated, style);
}

/** For which crawlers the whole site is closed, if it is: what nobody may overlook. */
export function headlineText(
  { after }: Sides,
  compared: readonly CrawlerDifferences[],
  style: Style,
): string {
  const change = accessChange(compared, after);
  if (change?.kind !== 'closes-everything') return '';
  return `${style.bad(`${change.title.charAt(0).toUpperCase()}${change.title.slice(1)}.`)}\n`;
}

/** The whole comparison, in chunks of text. */
export function* comparisonText(
  sides: Sides,
  compared: readonly CrawlerDifferences[],
  style: Style,
): Generator<string, void> {
  for (const entry of compared) {
    const { agents, opens, closes, escaped } = entry;
    if (opens.length + closes.length + escaped.length === 0) continue;
    yield `\n${style.bold(namesText(agents))}\n`;
    const shut = wholeSiteText(entry, sides.after);
    if (shut !== null) yield `  ${style.bad(shut)}\n`;
    const read = sidesAsReadBy(agents, sides);
    const matchersOf = ({ document, profile }: Side): readonly Matcher[] =>
      agents.length > 1 ? matchersFor(document, agents, profile) : [];
    const matchers = { before: matchersOf(read.before), after: matchersOf(read.after) };
    yield* directionText('opens', opens, read, matchers, style);
    yield* directionText('closes', closes, read, matchers, style);
    if (escaped.length > 0) yield `  ${style.dim(escapedText(entry))}\n`;
  }
  yield summaryText(compared, sides, style);
}

function* directionText(
  word: 'opens' | 'closes',
  differences: readonly Difference[],
  sides: Sides,
  matchers: { readonly before: readonly Matcher[]; readonly after: readonly Matcher[] },
  style: Style,
): Generator<string, void> {
  for (const { path, before, after } of differences.slice(0, MAX_DIFFERENCES)) {
    yield differenceText(path, word, style);
    const lines = decidingLines(matchers.before, path, before.line);
    const newLines = decidingLines(matchers.after, path, after.line);
    yield sideText('-', lines, before.allowed, sides.before, style);
    yield sideText('+', newLines, after.allowed, sides.after, style);
  }
  const left = differences.length - MAX_DIFFERENCES;
  if (left > 0) yield `    ${style.dim(`and ${word} URLs for ${left} more pairs of rules`)}\n`;
}

/** A URL of a list on which the sides differ. */
export function urlDifferenceText(
  { url, agents, before, after }: UrlDifference,
  sides: Sides,
  style: Style,
): string {
  const word = after.allowed ? 'opens' : 'closes';
  const read = sidesAsReadBy(agents, sides);
  return [
    `\n${differenceText(url, word, style)}`,
    `    for ${namesText(agents)}\n`,
    sideText('-', [before.rule?.line ?? 0], before.allowed, read.before, style),
    sideText('+', [after.rule?.line ?? 0], after.allowed, read.after, style),
  ].join('');
}

const WORD_WIDTH = 'closes'.length;

function differenceText(path: string, word: 'opens' | 'closes', style: Style): string {
  const padded = word.padEnd(WORD_WIDTH);
  return `  ${word === 'opens' ? style.good(padded) : style.bad(padded)}  ${visible(path)}\n`;
}

/** How many lines with equal rules are named. */
const MAX_LINES = 4;

/**
 * Why one side decides as it does.
 *
 * @param lines the lines that decide for one crawler or another, with equal rules; 0 if no rule matches
 */
function sideText(
  sign: '-' | '+',
  lines: readonly number[],
  allowed: boolean,
  side: Side,
  style: Style,
): string {
  const [line = 0, ...others] = lines;
  const rule = ruleAt(side, line);
  const left = others.length >= MAX_LINES ? ` and ${others.length + 1 - MAX_LINES} more` : '';
  const where = others.length === 0 ? `line ${line}` : `lines ${lines.slice(0, MAX_LINES).join(', ')}${left}`;
  const reason =
    rule === undefined
      ? `no rule matches, so it is ${allowed ? 'allowed' : 'disallowed'}`
      : `${where}: ${rule.directive} ${startOf(visible(rule.pattern), MAX_CELLS)}`.trimEnd();
  return `    ${style.dim(sign)} ${reason}\n`;
}

/** The sides as crawlers of one reading, of which the first is enough, read them. */
export function sidesAsReadBy([agent]: readonly string[], { before, after }: Sides): Sides {
  const own = ownProfileOf(agent ?? '*');
  return {
    before: { ...before, profile: before.profile ?? own },
    after: { ...after, profile: after.profile ?? own },
  };
}

function escapedText({ opens, closes, escaped }: CrawlerDifferences): string {
  // One side disallows, so a rule of that side decides.
  const rules = new Set(escaped.map(({ before, after }) => (before.allowed ? after : before).line)).size;
  const example = startOf(visible(escaped[0]?.path ?? ''), MAX_CELLS);
  const and = opens.length + closes.length > 0 ? 'and ' : '';
  const differ = rules === 1 ? '1 rule differs' : `${rules} rules differ`;
  return `${and}${differ} only for percent-encoded spellings, such as ${example}`;
}

/** The last line. */
function summaryText(
  compared: readonly CrawlerDifferences[],
  { before, after }: Sides,
  style: Style,
): string {
  const differing = compared.filter(doDiffer);
  const total = agentCount(compared);
  const sentence =
    differing.length === 0
      ? style.good(`No difference for ${count(total, 'crawler')}.`)
      : `Different for ${total === 1 ? namesText(compared.flatMap(({ agents }) => agents)) : `${agentCount(differing)} of ${count(total, 'crawler')}`}.`;
  const open = compared.filter(({ isExhaustive }) => !isExhaustive);
  const hasReader = [before, after].some(({ profile }) => profile !== undefined && !isOneOfFour(profile));
  const reason = hasReader
    ? 'how a reader compares is tried with URLs made from the patterns'
    : 'their rules are too many to compare in full';
  const limit =
    open.length === 0 ? '' : style.warning(` There may be more for ${agentCount(open)} of them: ${reason}.`);
  return `\n${sentence}${limit}\n`;
}

function agentCount(entries: readonly CrawlerDifferences[]): number {
  return entries.reduce((sum, { agents }) => sum + agents.length, 0);
}
