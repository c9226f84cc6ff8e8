/** Asks a program all questions and writes its answers. */
import { existsSync } from 'node:fs';
import { answersPath, type RecordedSet, readAnswers, recordSet, writeAnswers } from './answers.js';
import { ask } from './ask.js';
import { countQuestions, digestOf } from './questions/case.js';
import { casesOf, hasSet, SET_NAMES, type SetName } from './questions/sets.js';
import { readerOf } from './readers.js';
import { writeTable } from './table.js';
import { installedVersion } from './versions.js';

/** How often progress is shown. */
const SHOWN_EACH = 5_000;

/**
 * @param name the reader
 * @param version of the program; undefined for that of its installed package
 * @param only the sets to ask; the answers to the others stay as they are
 * @throws {TypeError} if the reader is unknown, or its version is
 */
export async function record(
  name: string,
  version: string | undefined,
  only: readonly SetName[],
): Promise<void> {
  const reader = readerOf(name);
  const { program, command } = reader;
  const found = version ?? installedVersion(reader);
  if (!found) throw new TypeError(`--program-version is missing: it says which version of ${name} answers.`);

  const sets: Partial<Record<SetName, RecordedSet>> = existsSync(answersPath(name))
    ? { ...readAnswers(name).sets }
    : {};
  for (const set of SET_NAMES) {
    if (only.length > 0 && !only.includes(set)) continue;
    if (!hasSet(set)) {
      console.error(`${set}: not asked, because the shared folder with the real files is missing`);
      continue;
    }
    const cases = casesOf(set);
    const all = countQuestions(cases);
    const answers = await ask(command, cases, (count) => {
      if (count % SHOWN_EACH === 0 || count === all) console.error(`${set}: ${count} of ${all}`);
    });
    sets[set] = recordSet(answers, digestOf(cases));
  }
  const recorded = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  writeAnswers({ reader: name, program, version: found, recorded, command, sets });
  writeTable();
  for (const set of SET_NAMES) console.log(summary(set, sets[set]));
}

function summary(set: SetName, recorded: RecordedSet | undefined): string {
  if (recorded === undefined) return `${set}: no answers`;
  const { questions, allowed, disallowed, errors } = recorded;
  return `${set}: ${questions} answers: ${allowed} allowed, ${disallowed} disallowed, ${errors} errors`;
}
