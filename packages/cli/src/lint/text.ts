/**
 * Findings for people: the place, the line with the octets marked, and what to do.
 */
import { type Finding, type FixedFinding, LINT_RULES, type RuleId } from 'robotstream/lint';
import type { CommandContext } from '../../../command-line/src/command.js';
import { count, excerpt, type Style, styleFor, visible } from '../../../command-line/src/terminal.js';
import { type FrameLayout, layoutOf } from '../code-frame.js';
import { problemText, totals } from '../problem-text.js';
import { type Linted, notListed } from './linted.js';

const INDENTATION = '  ';

/** What the text is made for. */
export interface TextOptions {
  /** Whether the fixes were made, only shown, or neither. */
  readonly fixes: 'made' | 'shown' | 'none';
  /** Whether findings of severity info are listed, and not only counted. */
  readonly hasInfos: boolean;
}

/** The findings of all files, and a summary; nothing if no file could be read. */
export function* lintText(
  files: readonly Linted[],
  { fixes, hasInfos }: TextOptions,
  context: Pick<CommandContext, 'stdout' | 'env'>,
): Generator<string, void> {
  const style = styleFor(context);
  for (const file of files) {
    const layout = layoutOf(file.document, context);
    for (const fixed of file.fixed) yield fixedText(file.name, fixed, fixes === 'made', style);
    const isShown = ({ severity }: Pick<Finding, 'severity'>): boolean => hasInfos || severity !== 'info';
    for (const finding of listed(file, fixes).filter(isShown)) yield findingText(file, finding, layout);
    yield* notesOf(file, fixes, isShown, style);
  }
  if (files.length > 0) yield summaryText(files, fixes, hasInfos, style);
}

/** The findings of a file, without those whose fix is shown in their place. */
function listed({ result }: Linted, fixes: TextOptions['fixes']): readonly Finding[] {
  return fixes === 'shown' ? result.findings.filter((finding) => finding.fix === null) : result.findings;
}

/** How many findings of each rule are not listed. If fixes are shown in place of findings, every fix is. */
function omittedOf({ result, fixed }: Linted, fixes: TextOptions['fixes']): ReadonlyMap<RuleId, number> {
  if (fixes !== 'shown') return result.omitted;
  const left = [...result.omitted].map(([rule, number]) => {
    const shown = fixed.filter(({ finding }) => finding.rule === rule).length;
    const kept = result.findings.filter((finding) => finding.rule === rule && finding.fix !== null).length;
    return [rule, number - Math.max(0, shown - kept)] as const;
  });
  return new Map(left.filter(([, number]) => number > 0));
}

function findingText({ name }: Linted, finding: Finding, layout: FrameLayout): string {
  const { rule, line, column, fix } = finding;
  const { style } = layout;
  const fixable = fix === null ? '' : style.dim(' (fixable)');
  return `${problemText(finding, `${style.bold(visible(name))}:${line}:${column}`, rule + fixable, layout)}\n`;
}

/** A fix as a change of lines. */
function fixedText(
  name: string,
  { finding, before, after }: FixedFinding,
  isMade: boolean,
  style: Style,
): string {
  const head = `${style.bold(visible(name))}:${finding.line}:${finding.column} ${style.good(isMade ? 'fixed' : 'would fix')} ${finding.rule}\n`;
  const removed = style.bad(`${INDENTATION}- ${excerpt(before)}`);
  const added = after.map((line) => `${style.good(`${INDENTATION}+ ${excerpt(line)}`)}\n`).join('');
  return `${head}${removed}\n${added}\n`;
}

/** Notes on findings that are not listed. */
function* notesOf(
  file: Linted,
  fixes: TextOptions['fixes'],
  isShown: (finding: Pick<Finding, 'severity'>) => boolean,
  style: Style,
): Generator<string, void> {
  const { name, result } = file;
  const shown = new Set(result.findings.filter(isShown).map(({ rule }) => rule));
  const notes = [...omittedOf(file, fixes)]
    .filter(([rule]) => shown.has(rule))
    .map(([rule, number]) => `${number.toLocaleString('en-US')} more of ${rule}`);
  if (notes.length > 0) yield style.dim(`${visible(name)}: not listed: ${notes.join(', ')}\n\n`);
  if (!result.isComplete) {
    yield style.dim(
      `${visible(name)}: comparing all of its rules takes too much work, so findings about closed sites, rules that decide nothing, ties, lost rules and what programs read differently may be missing\n\n`,
    );
  }
}

function summaryText(
  files: readonly Linted[],
  fixes: TextOptions['fixes'],
  hasInfos: boolean,
  style: Style,
): string {
  const fixed = files.reduce((sum, file) => sum + file.fixed.length, 0);
  const findings = files.flatMap((file) => listed(file, fixes));
  const made =
    fixed === 0
      ? ''
      : `${fixed === 1 ? '1 fix' : `${fixed.toLocaleString('en-US')} fixes`}${fixes === 'made' ? '' : ' possible'}. `;
  const where = files.length === 1 ? '' : ` in ${count(files.length, 'file')}`;
  const more = files.flatMap((file) => notListed(file.result, omittedOf(file, fixes)));
  const found = totals([...findings, ...more]);
  if (found === '') return `${made}${style.good(`No findings${where}.`)}\n`;
  const fixable = findings.filter((finding) => finding.fix !== null).length;
  const least = files.some(({ result }) => hasMoreFixes(result)) ? 'At least ' : '';
  const hint = fixable === 0 || fixes !== 'none' ? '' : ` ${least}${fixable} can be fixed by --fix.`;
  const isFolded = !hasInfos && findings.some(({ severity }) => severity === 'info');
  return `${made}${found}${isFolded ? ' (-v lists the infos)' : ''}${where}.${hint}\n`;
}

/** Whether findings that are not listed may have fixes. */
function hasMoreFixes({ omitted }: Linted['result']): boolean {
  return [...omitted.keys()].some((rule) => LINT_RULES[rule].autofix !== undefined);
}
