/**
 * What `lint` says about its rules: `--rules` lists them, `--explain` shows one whole.
 */

import { didYouMean } from 'robotstream/crawlers/internal';
import { LINT_RULES, type RuleId } from 'robotstream/lint';
import type { CommandContext } from '../../../command-line/src/command.js';
import { UsageError } from '../../../command-line/src/exit.js';
import { firstSentence, paragraph } from '../../../command-line/src/help.js';
import { jsonText, styleFor, visible } from '../../../command-line/src/terminal.js';
import { textWidthOf } from '../code-frame.js';
import { paintOf } from '../problem-text.js';

const RULES = Object.entries(LINT_RULES);

/** The ids of the rules. */
export const RULE_IDS: readonly string[] = Object.keys(LINT_RULES);

/**
 * The id of a rule.
 *
 * @param option the option that names it, for the error
 * @throws {UsageError} if there is no such rule
 */
export function ruleNamed(id: string, option: string): RuleId {
  if (Object.hasOwn(LINT_RULES, id)) return id as RuleId;
  throw new UsageError(
    `${option}: there is no rule ${JSON.stringify(id)}${didYouMean(id, RULE_IDS) || ';'} --rules lists them`,
  );
}

/** All rules: a line for each, or one JSON object. */
export function* rulesText(asJson: boolean, context: CommandContext): Generator<string, void> {
  if (asJson) {
    yield `${jsonText({ rules: RULES.map(([rule, facts]) => ({ rule, ...facts })) })}\n`;
    return;
  }
  const style = styleFor(context);
  const cells = Math.max(...RULES.map(([rule]) => rule.length));
  for (const [rule, { severity, title }] of RULES) {
    const word = severity.padEnd('warning'.length);
    yield `${paintOf(severity, style)(word)}  ${rule.padEnd(cells)}  ${firstSentence(title)}\n`;
  }
}

/** One rule: what it finds, why that matters, what to do, an example, and its sources; or all of it as one JSON object. */
export function* rulePage(id: RuleId, asJson: boolean, context: CommandContext): Generator<string, void> {
  const rule = LINT_RULES[id];
  if (asJson) {
    yield `${jsonText({ rule: id, ...rule })}\n`;
    return;
  }
  const { severity, title, why, fix, example, better, sources, autofix } = rule;
  const style = styleFor(context);
  const width = textWidthOf(context.stdout);
  yield `${style.bold(id)}: ${paintOf(severity, style)(severity)}\n\n`;
  for (const text of [title, why, fix]) yield `${paragraph(text, '', width)}\n`;
  yield `\nSuch as:\n${fileText(example)}\nBetter:\n${fileText(better)}\n`;
  if (autofix !== undefined) yield `${paragraph(`--fix: ${autofix.does}`, '', width)}\n`;
  yield `Sources:\n${sources.map((source) => `${paragraph(source, '  ', width)}\n`).join('')}`;
}

/** A short file, each line indented. */
function fileText(file: string): string {
  return file
    .trimEnd()
    .split('\n')
    .map((line) => `  ${visible(line)}\n`)
    .join('');
}
