/** The programs that are installed still answer as they did when their answers were recorded. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { unpack } from '../../readers/answers.js';
import { ask } from '../../readers/ask.js';
import { type Case, countQuestions, digestOf } from '../../readers/questions/case.js';
import { casesOf, hasSet, SET_NAMES } from '../../readers/questions/sets.js';
import { readerOf } from '../../readers/readers.js';
import { allRecorded } from '../../readers/table.js';
import { installedVersion } from '../../readers/versions.js';
import { describeWith } from '../support/needs.js';
import { SHARED_NEED } from '../support/shared.js';

/** One file of so many is asked about. */
const SAMPLED = 40;

const TEXT = 'User-agent: *\nDisallow: /a\n';

for (const { reader, version, command, sets } of allRecorded()) {
  const { debianPackage, npmPackages } = readerOf(reader);
  if (debianPackage === undefined && npmPackages === undefined) continue;
  const need = {
    isMet: version === installedVersion(readerOf(reader)),
    what: `the ${debianPackage === undefined ? 'npm' : 'Debian'} package ${version}`,
  };
  describeWith(need, reader, () => {
    test.each(SET_NAMES.filter(hasSet))('%s', async (set) => {
      const recorded = sets[set] ?? expect.fail('no answers');
      const cases = casesOf(set);
      const sample = cases.filter((_, index) => index % SAMPLED === 0);
      expect(await ask(command, sample)).toEqual(sampled(unpack(recorded), cases));
    });

    test('a file as text, and an id as it was', () => {
      const [program = '', ...args] = command;
      const input = ['/a', '/b'].map((path) => {
        const question = { id: path, body: TEXT, agents: ['FooBot'], url: `http://example.com${path}` };
        return `${JSON.stringify(question)}\n`;
      });
      const lines = execFileSync(program, args, { input: input.join(''), encoding: 'utf8' })
        .trim()
        .split('\n');
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { id: '/a', allowed: false },
        { id: '/b', allowed: true },
      ]);
    });
  });
}

describeWith(SHARED_NEED, 'the real files', () => {
  test('are those of the recorded answers', () => {
    const cases = casesOf('real');
    const expected = { questions: countQuestions(cases), sha256: digestOf(cases) };
    for (const { sets } of allRecorded()) expect(sets.real).toMatchObject(expected);
  });
});

test('a program that ends too early is an error', async () => {
  await expect(ask(['true'], casesOf('grammar'))).rejects.toThrow('true ended (0) after 0 of');
  await expect(ask(['echo', '{"id":0}'], casesOf('grammar'))).rejects.toThrow('no answer');
});

/** The answers to the cases of the sample, from those to all cases. */
function sampled<Answer>(answers: readonly Answer[], cases: readonly Case[]): Answer[] {
  let start = 0;
  return cases.flatMap((asked, index) => {
    const end = start + countQuestions([asked]);
    const own = index % SAMPLED === 0 ? answers.slice(start, end) : [];
    start = end;
    return own;
  });
}
