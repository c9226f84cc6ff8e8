/** A run of the suite for people: the score, and the failed cases whole. */
import { count, type Style, visible } from '../../../command-line/src/terminal.js';
import { type Outcome, type Tallies, type Tally, talliesOf } from '../outcome.js';
import { commandText } from '../program/process.js';
import { isFatal, outcomesOf, type Report } from '../report.js';
import { CASE_CLASSES, type CaseClass, type CaseFacts } from '../suite/cases.js';

export interface TextOptions<Case extends CaseFacts> {
  readonly style: Style;
  /** How many failed cases are shown. */
  readonly maxFailures: number;
  /** The lines that show the question of a case. */
  readonly shown: (one: Case, style: Style) => Iterable<string>;
}

export function* textReport<Case extends CaseFacts>(
  report: Report,
  { style, maxFailures, shown }: TextOptions<Case>,
): Generator<string, void> {
  const outcomes = outcomesOf(report);
  const failed = outcomes
    .filter(({ isPassed }) => !isPassed)
    .sort((a, b) => Number(isFatal(report, b)) - Number(isFatal(report, a)));
  for (const outcome of failed.slice(0, maxFailures)) {
    yield* failureText(outcome, style, shown(outcome.case as Case, style));
  }
  const left = failed.length - maxFailures;
  if (left > 0 && maxFailures > 0)
    yield `${style.dim(`and ${count(left, 'more failed case')} (--failures)`)}\n\n`;
  yield `${style.bold(`robots.txt conformance suite ${report.suiteVersion}, profile ${report.profile}`)}\n`;
  yield `${visible(commandText(report.command))}\n\n`;
  yield* scoreTable(report, style);
  yield* remarks(report, style);
}

function* failureText(
  { case: one, expected, got }: Outcome<CaseFacts>,
  style: Style,
  shown: Iterable<string>,
): Generator<string, void> {
  yield `${style.bad('failed')}  ${style.bold(visible(one.id))}  ${style.dim(`${one.class}, ${one.section}`)}\n`;
  yield `  ${visible(one.why)}\n`;
  for (const line of shown) yield `${line}\n`;
  yield `  expected  ${visible(expected)}\n  got       ${visible(got)}\n\n`;
}

/** A row for each section, a column for each class. */
function* scoreTable(report: Report, style: Style): Generator<string, void> {
  const rows: (readonly [name: string, tallies: Tallies])[] = report.sections.map(
    ({ name, outcomes }) => [name, talliesOf(outcomes)] as const,
  );
  const all = talliesOf(outcomesOf(report));
  const classes = CASE_CLASSES.filter((name) => all[name] !== undefined);
  if (rows.length > 1) rows.push(['all', all]);
  const nameWidth = Math.max(...rows.map(([name]) => name.length), 'section'.length);
  const widths = new Map(classes.map((name) => [name, Math.max(name.length, tallyText(all[name]).length)]));
  const cell = (name: CaseClass, text: string): string => text.padStart(widths.get(name) ?? 0);
  yield `${style.dim(['section'.padEnd(nameWidth), ...classes.map((name) => cell(name, name))].join('  '))}\n`;
  for (const [name, tallies] of rows) {
    const cells = classes.map((column) => {
      const tally = tallies[column];
      return painted(cell(column, tallyText(tally)), tally, style);
    });
    yield `${[visible(name).padEnd(nameWidth), ...cells].join('  ')}\n`;
  }
}

function tallyText(tally: Tally | undefined): string {
  return tally === undefined ? '–' : `${tally.passed}/${tally.of}`;
}

function painted(text: string, tally: Tally | undefined, style: Style): string {
  if (tally === undefined) return style.dim(text);
  return tally.passed === tally.of ? style.good(text) : style.bad(text);
}

function* remarks(report: Report, style: Style): Generator<string, void> {
  const { demanded, lines, restarts } = report;
  const fatal = outcomesOf(report).filter((outcome) => isFatal(report, outcome)).length;
  const classes = demanded.join(', ');
  yield '\n';
  if (lines !== null && lines.named > 0) {
    yield `Deciding lines: ${lines.right} of ${lines.named} are those of the suite (--lines makes them count).\n`;
  }
  if (restarts > 0) yield `The program was started again ${count(restarts, 'time')}.\n`;
  yield fatal === 0
    ? `${style.good(`Every ${classes} case passes.`)}\n`
    : `${style.bad(`${count(fatal, `${classes} case`)} failed.`)}\n`;
}
