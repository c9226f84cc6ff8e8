// @ts-check
/**
 * The benchmarks: `npm run bench`, or after a build `node bench/main.mjs --help`. First answers are compared, then each
 * benchmark runs in processes of its own; docs/benchmarks.md says what is measured and how to read it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareAnswers } from './answers.mjs';
import { BENCHES } from './benches.mjs';
import { loadCorpus } from './inputs/corpus.mjs';
import { FAMILY_NAMES } from './inputs/hostile-files.mjs';
import { describeMachine } from './machine.mjs';
import { readOptions, USAGE } from './options.mjs';
import { answersText, goalsText, headerText, reportText } from './print.mjs';
import { KEPT } from './subjects/kept.mjs';

const RESULTS = fileURLToPath(new URL('results/', import.meta.url));

const options = readOptions(process.argv.slice(2));
const all = Object.keys(BENCHES);
const names = options.only.length > 0 ? options.only : all;
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
if (options.help || unknown !== undefined) {
  if (unknown !== undefined) console.error(`There is no benchmark named ${unknown}.`);
  console.log(USAGE.replace('NAMES', Object.keys(BENCHES).join(', ')));
  process.exit(unknown === undefined ? 0 : 2);
}

let text = '';
const header = { machine: describeMachine(), corpus: loadCorpus().name, quick: options.quick };
say(headerText(header));
const answers = await compareAnswers();
say(answersText(answers));

const context = {
  options,
  peers: answers.peers.filter(({ overLimit }) => overLimit === null).map(({ peer }) => peer),
  families: FAMILY_NAMES,
  kept: Object.keys(KEPT),
};
const reports = [];
for (const name of names) {
  const { title, run } = BENCHES[name];
  const report = { name, title, ...(await run(context)) };
  reports.push(report);
  say(reportText(report));
}
say(goalsText(reports.flatMap(({ goals }) => goals)));

const results = { ...header, answers, reports };
if (options.json) console.log(JSON.stringify(results, null, 2));
if (options.record) record();

/**
 * For people at once, also on a terminal that waits for JSON.
 *
 * @param {string} part
 */
function say(part) {
  if (part === '') return;
  text += `${part}\n`;
  if (options.json) console.error(part);
  else console.log(part);
}

function record() {
  mkdirSync(RESULTS, { recursive: true });
  const { date, node } = header.machine;
  const base = `${RESULTS}${date.slice(0, 'yyyy-mm-dd'.length)}-node${node.slice(1).split('.')[0]}`;
  writeFileSync(`${base}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${base}.md`, text);
  console.error(`recorded: ${base}.json and .md`);
}
