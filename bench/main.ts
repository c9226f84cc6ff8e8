/**
 * The benchmarks: `npm run bench`, `npm run bench -- --help`. Answers are compared first. Then each benchmark runs in processes of
 * its own. docs/benchmarks.md says what is measured and how to read it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { compareAnswers } from './answers.js';
import { BENCHES, isBenchName } from './benches.js';
import type { Report } from './harness/measurements.js';
import { loadCorpus } from './inputs/corpus.js';
import { describeMachine } from './machine.js';
import { readOptions, usage } from './options.js';
import { RESULTS } from './paths.js';
import { answersText, goalsText, headerText, reportText } from './print.js';
import { profileStage } from './profile.js';
import type { Header, Results } from './results.js';

const options = readOptions(process.argv.slice(2));
const all = Object.keys(BENCHES);
const names = options.only.length > 0 ? options.only : all;
const unknown = names.find((name) => !isBenchName(name));
if (options.help || unknown !== undefined) {
  if (unknown !== undefined) console.error(`There is no benchmark named ${unknown}.`);
  console.log(usage(all));
  process.exit(unknown === undefined ? 0 : 2);
}

if (options.profile !== undefined) {
  await profileStage(options.profile, options.set);
  process.exit();
}

let text = '';
const header: Header = { machine: describeMachine(), corpus: loadCorpus().name, quick: options.quick };
say(headerText(header));
const answers = await compareAnswers();
say(answersText(answers));

const peers = answers.peers.filter(({ overLimit }) => overLimit === null).map(({ peer }) => peer);
const reports: Report[] = [];
for (const name of names.filter(isBenchName)) {
  const { title, run } = BENCHES[name];
  const report = { name, title, ...(await run({ options, peers })) };
  reports.push(report);
  say(reportText(report));
}
say(goalsText(reports.flatMap(({ goals }) => goals)));

const results: Results = { ...header, answers, reports };
if (options.json) console.log(JSON.stringify(results, null, 2));
if (options.record) record(results);

/** Prints Markdown at once; on standard error if standard output is for JSON. */
function say(part: string): void {
  if (part === '') return;
  text += `${part}\n`;
  if (options.json) console.error(part);
  else console.log(part);
}

function record(recorded: Results): void {
  mkdirSync(RESULTS, { recursive: true });
  const { date, node } = recorded.machine;
  const base = `${RESULTS}${date.slice(0, 'yyyy-mm-dd'.length)}-node${node.slice(1).split('.')[0]}`;
  writeFileSync(`${base}.json`, `${JSON.stringify(recorded, null, 2)}\n`);
  writeFileSync(`${base}.md`, text);
  console.error(`recorded: ${base}.json and .md`);
}
