// @ts-check
/** Results as Markdown, which is also what people read in a terminal. */

/** @typedef {import('./harness/measurements.mjs').Measurement} Measurement */
/** @typedef {import('./harness/measurements.mjs').Goal} Goal */
/** @typedef {import('./harness/measurements.mjs').Report} Report */
/** @typedef {import('./harness/statistics.mjs').Summary} Summary */

const SIGNIFICANT_DIGITS = 3;

/** @param {{ machine: ReturnType<typeof import('./machine.mjs').describeMachine>, corpus: string, quick: boolean }} header */
export function headerText({ machine, corpus, quick }) {
  const { date, node, v8, cpu, cores, memoryGiB, system, commit, peers } = machine;
  const versions = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return [
    '# Benchmarks',
    '',
    `- ${date}, commit ${commit}${quick ? ', quick' : ''}`,
    `- ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; Node ${node}, V8 ${v8}`,
    `- corpus: ${corpus}`,
    `- peers: ${versions.join(', ')}`,
    '- each value: the median, and in brackets the quartiles; ratios are taken round by round',
    '',
  ].join('\n');
}

/** @param {import('./answers.mjs').Answers} answers */
export function answersText({ questions, recorded, peers }) {
  const lines = ['## Answers', ''];
  lines.push(
    recorded === null
      ? '- recorded verdicts of the reference C++ matcher: not at hand'
      : `- robotstream gives all ${recorded.count} recorded verdicts of the reference C++ matcher, line and all`,
    `- robotstream agrees with the naive reference on all ${questions} questions, one a file`,
  );
  for (const { peer, differs, throws, overLimit, example } of peers) {
    const disagreement = `differs on ${differs}${example === null ? '' : ` (such as: ${example})`}, throws on ${throws}`;
    lines.push(`- ${peer} ${overLimit ?? disagreement}`);
  }
  return `${lines.join('\n')}\n`;
}

/** @param {Report} report */
export function reportText({ title, measurements, layout }) {
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
 * One table: inputs downwards, subjects across.
 *
 * @param {Measurement[]} measurements all in one unit, or each subject in its own
 */
function matrixText(measurements) {
  const units = new Set(measurements.map(({ unit }) => unit));
  const corner = units.size === 1 ? [...units][0] : '';
  const subjects = [...new Set(measurements.map(({ subject }) => subject))];
  const rows = [...groupBy(measurements, ({ input }) => input)].map(([input, cells]) => [
    input,
    ...subjects.map((subject) => cellText(cells.find((cell) => cell.subject === subject))),
  ]);
  return tableText([corner, ...subjects], rows);
}

/** @param {Measurement | undefined} measurement */
function cellText(measurement) {
  if (measurement === undefined) return '';
  const { value, note } = measurement;
  return [value === null ? '' : spread(value), note ?? ''].filter((part) => part !== '').join(' ');
}

/** @param {Goal[]} goals */
export function goalsText(goals) {
  const rows = goals.map(({ stage, kind, bound, unit, measured, isMet }) => [
    stage,
    `${kind} ${bound} ${unit}`,
    measured === null ? 'not measured' : `${spread(measured)} ${unit}`,
    isMet === null ? '-' : isMet ? 'ok' : 'MISSED',
  ]);
  return `## Goals\n\n${tableText(['stage', 'goal', 'measured', ''], rows)}`;
}

/** @param {Summary} summary */
function spread({ median, low, high }) {
  if (low === high) return number(median);
  return `${number(median)} [${number(low)}, ${number(high)}]`;
}

/** @param {number} value */
function number(value) {
  const digits = Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function tableText(head, rows) {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column].length), 1),
  );
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`;
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 * @returns {Map<string, T[]>} in order of appearance
 */
function groupBy(items, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
