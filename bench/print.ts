/** Results as Markdown, for files and terminals. */
import type { Answers } from './answers.js';
import type { Goal, Measurement, Report } from './harness/measurements.js';
import type { Summary } from './harness/statistics.js';
import type { Header } from './results.js';

const SIGNIFICANT_DIGITS = 3;

export function headerText({ machine, corpus, quick }: Header): string {
  const { date, node, v8, cpu, cores, memoryGiB, system, commit, peers } = machine;
  const versions = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return [
    '# Benchmarks',
    '',
    `- ${date}, commit ${commit}${quick ? ', quick' : ''}`,
    `- ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; Node ${node}, V8 ${v8}`,
    `- corpus: ${corpus}`,
    `- peers: ${versions.join(', ')}`,
    '- each value is a median with its quartiles in brackets; ratios are taken round by round',
    '',
  ].join('\n');
}

export function answersText({ questions, recorded, peers }: Answers): string {
  const lines = ['## Answers', ''];
  lines.push(
    recorded === null
      ? '- recorded verdicts of the reference C++ matcher: not available'
      : `- robotstream gives all ${recorded.count} recorded verdicts of the reference C++ matcher, line included`,
    `- robotstream agrees with the naive reference on all ${questions} questions, one for each file`,
  );
  for (const { peer, differs, throws, overLimit, example } of peers) {
    const disagreement = `differs on ${differs}${example === null ? '' : ` (such as: ${example})`}, throws on ${throws}`;
    lines.push(`- ${peer} ${overLimit ?? disagreement}`);
  }
  return `${lines.join('\n')}\n`;
}

export function reportText({ title, measurements, layout }: Report): string {
  if (measurements.length === 0) return '';
  if (layout === 'matrix') return `## ${title}\n\n${matrixText(measurements)}`;
  const sections = [`## ${title}\n`];
  for (const [input, rows] of groupBy(measurements, ({ input: name }) => name)) {
    const to = rows.find(({ times }) => times !== undefined)?.times?.to;
    const head = [input, 'unit', 'median', 'quartiles', ...(to === undefined ? [] : [`× ${to}`])];
    sections.push(
      tableText(
        head,
        rows.map(({ subject, unit, value, times, note }) => [
          note === undefined ? subject : `${subject} (${note})`,
          unit,
          value === null ? '-' : number(value.median),
          value === null || value.low === value.high ? '' : `[${number(value.low)}, ${number(value.high)}]`,
          ...(to === undefined ? [] : [times === undefined ? '' : spread(times)]),
        ]),
      ),
    );
  }
  return sections.join('\n');
}

/**
 * One table: inputs down, subjects across.
 *
 * @param measurements all in one unit, or each subject in its own
 */
function matrixText(measurements: readonly Measurement[]): string {
  const units = new Set(measurements.map(({ unit }) => unit));
  const corner = units.size === 1 ? [...units][0] : '';
  const subjects = [...new Set(measurements.map(({ subject }) => subject))];
  const rows = [...groupBy(measurements, ({ input }) => input)].map(([input, cells]) => [
    input,
    ...subjects.map((subject) => cellText(cells.find((cell) => cell.subject === subject))),
  ]);
  return tableText([corner, ...subjects], rows);
}

function cellText(measurement: Measurement | undefined): string {
  if (measurement === undefined) return '';
  const { value, note } = measurement;
  return [value === null ? '' : spread(value), note ?? ''].filter((part) => part !== '').join(' ');
}

export function goalsText(goals: readonly Goal[]): string {
  const rows = goals.map(({ stage, kind, bound, unit, measured, isMet }) => [
    stage,
    `${kind} ${bound} ${unit}`,
    measured === null ? 'not measured' : `${spread(measured)} ${unit}`,
    isMet === null ? '-' : isMet ? 'ok' : 'MISSED',
  ]);
  return `## Goals\n\n${tableText(['stage', 'goal', 'measured', ''], rows)}`;
}

function spread({ median, low, high }: Summary): string {
  if (low === high) return number(median);
  return `${number(median)} [${number(low)}, ${number(high)}]`;
}

function number(value: number): string {
  const digits = Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column].length), 1),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`;
}

/** @returns groups in order of appearance */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
