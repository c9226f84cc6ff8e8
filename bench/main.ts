/**
 * The benchmarks: `npm run bench`, `npm run bench -- --help`. Answers are compared first. Then each benchmark runs in processes of
 * its own. docs/internals/benchmarks.md says what is measured and how to read it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { compareAnswers } from './answers.js';
import { BENCHES, isBenchName } from './benches.js';
import type { Report } from './harness/measurements.js';
import { hasRealFiles, loadCorpus } from './inputs/corpus.js';
import { describeMachine } from './machine.js';
import { type Options, readOptions, usage } from './options.js';
import { RESULTS } from './paths.js';
import { plotNewestRecord } from './plot/plot.js';
import { answersText, goalsText, headerText, reportText } from './print.js';
import { profileTask } from './profile.js';
import type { Header, Results } from './results.js';

const USAGE_ERROR = 2;

const options = optionsOrExit();
if (options.help) console.log(usage(Object.keys(BENCHES)));
else if (options.plot) plotNewestRecord();
else if (options.profile !== undefined) await profileTask(options.profile, options.set);
else await runBenchmarks(options);

function optionsOrExit(): Options {
  try {
    const options = readOptions(process.argv.slice(2));
    const unknown = options.only.find((name) => !isBenchName(name));
    if (unknown !== undefined) throw new TypeError(`There is no benchmark named ${unknown}.`);
    if (options.record && !hasRealFiles) {
      throw new TypeError(
        '--record needs the real files: ROBOTSTREAM_SHARED names the folder that has them.',
      );
    }
    return options;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage(Object.keys(BENCHES))}`);
    process.exit(USAGE_ERROR);
  }
}

async function runBenchmarks(options: Options): Promise<void> {
  const printed: string[] = [];
  /** Prints Markdown at once; on standard error if standard output is for JSON. */
  const say = (part: string) => {
    if (part === '') return;
    printed.push(`${part}\n`);
    if (options.json) console.error(part);
    else console.log(part);
  };

  const header: Header = { machine: describeMachine(), corpus: loadCorpus().name, quick: options.quick };
  say(headerText(header));
  const answers = await compareAnswers();
  say(answersText(answers));

  const peers = answers.peers.filter(({ overLimit }) => overLimit === null).map(({ peer }) => peer);
  const reports: Report[] = [];
  for (const name of options.only.length > 0 ? options.only : Object.keys(BENCHES)) {
    if (!isBenchName(name)) continue;
    const { title, run } = BENCHES[name];
    const report = { name, title, ...(await run({ options, peers })) };
    reports.push(report);
    say(reportText(report));
  }
  say(goalsText(reports.flatMap(({ goals }) => goals)));

  const results: Results = { ...header, answers, reports };
  if (options.json) console.log(JSON.stringify(results, null, 2));
  if (options.record) record(results, printed.join(''));
}

function record(results: Results, text: string): void {
  mkdirSync(RESULTS, { recursive: true });
  const { date, node } = results.machine;
  const base = `${RESULTS}${date.slice(0, 'yyyy-mm-dd'.length)}-node${node.slice(1).split('.')[0]}`;
  writeFileSync(`${base}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${base}.md`, text);
  console.error(`recorded: ${base}.json and .md`);
}
