/** The table of scores: `conformance/SCORES.md`. */
import { readRequirements, requirementsMet } from './requirements-met.js';
import type { Score, Scores, Tallies, Tally } from './score.js';

/** In a disputed case, each answer is that of some side. */
const CLASSES = ['required', 'settled', 'limits'] as const;

const START = `# Scores

How programs that read robots.txt score in the [conformance suite](README.md), under the profile \`rfc9309\`. \`required\` cases are what RFC 9309 says plainly. \`settled\`
cases are gaps that it leaves, as docs/semantics.md of this project fills them: a program that fills them in another way is not wrong. [scores.json](scores.json)
lists the failed cases of each program, and \`npx @robotstream/conform --case ID -- COMMAND\` shows one whole. A requirement of RFC 9309 can have a hundred cases,
such as one for each letter that can be escaped, so the table also says of how many requirements a program passes all \`required\` cases.

Only verdicts count, and a question that a program refuses or cannot be asked counts as failed. A program is asked through its adapter in \`readers/adapters\`, which calls it as its users do; some predate RFC 9309, and do not claim to follow it.
Wget, Wget2 and HTTrack have a name of their own, which takes the place of the suite's crawler. Adapters whose program takes one name are asked by the first
where a crawler has several. The last column is Google's own tests, github.com/google/robotstxt-spec-test, which ask twice about a crawler without a name; they are asked
under the profile \`google\` where a program has profiles. Disputed cases are not counted.

`;

const END = `
Made by \`npm run readers -- score\` (readers/README.md).
`;

/** The page. */
export function scoresPage({ suite, programs }: Scores): string {
  const requirements = readRequirements();
  const present = CLASSES.filter((name) => programs.some(({ score }) => score[name] !== undefined));
  return [
    START,
    `Suite ${suite}.\n\n## By class\n\n`,
    table(
      ['program', 'version', 'scored', 'requirements met', ...present, "Google's tests"],
      programs.map((one) => [
        `\`${one.name}\`: ${one.program}`,
        one.version,
        one.scored,
        tallyText(requirementsMet(one, requirements)),
        ...present.map((name) => cell(one.score, name)),
        one.google === null ? '' : `${one.google.passed}/${one.google.of}`,
      ]),
    ),
    ...present.flatMap((name) => [`\n## By section: ${name}\n\n`, sectionTable(programs, name)]),
    END,
  ].join('');
}

/** A row for each section that has cases of a class, a column for each program. */
function sectionTable(programs: readonly Score[], name: string): string {
  const sections = [...new Set(programs.flatMap((one) => Object.keys(one.sections)))];
  const rows = sections
    .filter((section) => programs.some((one) => one.sections[section]?.[name] !== undefined))
    .map((section) => [section, ...programs.map((one) => cell(one.sections[section], name))]);
  return table(['section', ...programs.map((one) => one.name)], rows);
}

function cell(tallies: Tallies | undefined, name: string): string {
  const tally = tallies?.[name];
  return tally === undefined ? '' : tallyText(tally);
}

function tallyText({ passed, of }: Tally): string {
  return `${passed}/${of}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [line(heads), `|${'---|'.repeat(heads.length)}\n`, ...rows.map(line)].join('');
}
