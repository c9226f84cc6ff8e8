/** The table of programs in `readers/README.md`, made from the recorded answers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { answersPath, type RecordedAnswers, readAnswers } from './answers.js';
import { READERS } from './readers.js';

const PAGE = 'readers/README.md';

const HEAD = ['| reader | program | version | recorded | answers | errors |', '|---|---|---|---|---|---|'];

/** The answers of every reader that has been recorded, in the order of the readers. */
export function allRecorded(): RecordedAnswers[] {
  return READERS.filter(({ name }) => existsSync(answersPath(name))).map(({ name }) => readAnswers(name));
}

/** The page's table as lines of Markdown. */
export function tableLines(): string[] {
  return [...HEAD, ...allRecorded().map(row)];
}

/** Writes the table again. */
export function writeTable(): void {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const start = lines.indexOf(HEAD[0] ?? '');
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  writeFileSync(PAGE, [...lines.slice(0, start), ...tableLines(), ...lines.slice(end)].join('\n'));
}

function row({ reader, program, version, recorded, sets }: RecordedAnswers): string {
  const all = Object.values(sets);
  const answers = all.reduce((sum, { questions }) => sum + questions, 0);
  const errors = all.reduce((sum, { errors }) => sum + errors, 0);
  return `| \`${reader}\` | ${program} | ${version} | ${recorded} | ${group(answers)} | ${group(errors)} |`;
}

function group(count: number): string {
  return count.toLocaleString('en-US');
}
