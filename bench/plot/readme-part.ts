/** The part of README.md that shows a record: a sentence, a table of six tasks, and a link to the picture of all. */
import type { Results } from '../results.js';
import { YARDSTICK } from '../subjects/index.js';
import { ratioText, type TaskRatios } from './ratios.js';

/** From the project's root. In `docs`, which is published, so that the README shows it in the package as well. */
export const PICTURE = 'docs/benchmarks.svg';

const START = '<!-- Written by npm run bench -- --plot: start -->';
const END = '<!-- Written by npm run bench -- --plot: end -->';

/** Where and when a record was made. */
export function recordNote({ machine, corpus }: Results): string {
  const { cpu, cores, node, date } = machine;
  return `${corpus}; Node ${node} on ${cores} cores of an ${cpu}, ${date.slice(0, 'yyyy-mm-dd'.length)}`;
}

/** The tasks that people ask about. The picture has all of them. */
const SHOWN: ReadonlySet<string> = new Set([
  'octets → yes/no',
  'octets → document',
  'octets → line events, an object each',
  'document → matcher → explained, with the line',
  'document → ten crawlers, yes/no',
  'document → sitemaps',
]);

/** @param tasks every task of a record, from top to bottom */
export function readmePart(tasks: readonly TaskRatios[], results: Results): string {
  const { name } = YARDSTICK;
  return [
    `Times as fast as ${name} ${results.machine.peers[name]}. Every task begins with the bytes of a file.`,
    `Measured on ${recordNote(results)}:`,
    '',
    '| | all files | files ≤ 2 KiB |',
    '|---|---|---|',
    ...tasks
      .filter(({ label }) => SHOWN.has(label))
      .map(
        ({ label, all, small }) =>
          `| ${label} | ${ratioText(all['in turns'])} | ${ratioText(small['in turns'])} |`,
      ),
    '',
    `[A chart of every task](${PICTURE}), also of those that are not faster by much.`,
  ].join('\n');
}

/**
 * Replaces the part in a README. What is around it stays.
 *
 * @throws {Error} if the README lacks the comments around it
 */
export function withPart(readme: string, part: string): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the README lacks the lines "${START}" and "${END}"`);
  return `${readme.slice(0, start + START.length)}\n${part}\n${readme.slice(end)}`;
}
