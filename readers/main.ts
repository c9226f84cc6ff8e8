/** Asks other programs what they read in a robots.txt: `npm run readers -- --help`. README.md says how. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { questionLines } from './ask.js';
import { compare, comparisonText } from './compare.js';
import { recordLighthouse } from './lighthouse.js';
import { casesOf, SET_NAMES, type SetName } from './questions/sets.js';
import { record } from './record.js';
import { score } from './score.js';
import { writeTable } from './table.js';

const USAGE = `npm run readers -- record NAME [--set SET]... [--program-version TEXT]
    asks the reader NAME all questions and writes readers/answers/NAME.json
npm run readers -- compare NAME [OTHER] [--set SET]... [--show N]
    compares its recorded answers with those of the profile of the same name,
    or with OTHER: a profile, or another reader with recorded answers
npm run readers -- table
    writes the table of readers/README.md again
npm run readers -- lighthouse FOLDER
    reads what the robots.txt audit of Lighthouse accepts, from the folder of
    its npm package, and writes readers/lighthouse.json
npm run readers -- questions --set SET
    prints questions as adapters read them
npm run readers -- score [NAME]... [--program-version TEXT] [--google-tests FOLDER]
    scores programs by the conformance suite, after npm run build, and writes conformance/SCORES.md

  --set SET               ${SET_NAMES.join(', ')}; all by default
  --program-version TEXT  the version of a program that is no Debian package
  --google-tests FOLDER   a checkout of github.com/google/robotstxt-spec-test, to run its tests as well
  --show N                how many differences of each set to show, 20 by default
  --help                  prints this`;

const USAGE_ERROR = 2;
const SHOWN = 20;

// Modules of the build lie deeper than their sources, so they cannot find it.
process.env.ROBOTSTREAM_SHARED ??= path.resolve('..', 'shared');
try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = USAGE_ERROR;
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      set: { type: 'string', multiple: true, default: [] },
      'program-version': { type: 'string' },
      'google-tests': { type: 'string' },
      show: { type: 'string', default: String(SHOWN) },
      help: { type: 'boolean', default: false },
    },
  });
  const [task, name, other = name] = positionals;
  const sets = values.set.map(setName);
  if (values.help) console.log(USAGE);
  else if (task === 'score') {
    const [, ...names] = positionals;
    await score({ names, version: values['program-version'], googleTests: values['google-tests'] });
  } else if (task === 'record' && name !== undefined) await record(name, values['program-version'], sets);
  else if (task === 'compare' && name !== undefined && other !== undefined) {
    console.log(comparisonText(compare(name, other, sets), Number(values.show)));
  } else if (task === 'table') writeTable();
  else if (task === 'lighthouse' && name !== undefined) recordLighthouse(name);
  else if (task === 'questions') {
    for (const set of sets) for (const line of questionLines(casesOf(set))) process.stdout.write(line);
  } else
    throw new TypeError(
      'Say what to do: record, compare, table or questions, and for the first two the name of a reader.',
    );
}

function setName(text: string): SetName {
  const found = SET_NAMES.find((name) => name === text);
  if (found === undefined)
    throw new TypeError(`There is no set named ${text}. Sets: ${SET_NAMES.join(', ')}.`);
  return found;
}
