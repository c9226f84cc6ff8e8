/** The recorded answers of other programs are whole, and belong to the questions that are asked today. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { answersPath, recordSet, unpack } from '../../readers/answers.js';
import { questionLines } from '../../readers/ask.js';
import { bodyOf, countQuestions, digestOf, questionsOf } from '../../readers/questions/case.js';
import { casesOf, SET_NAMES } from '../../readers/questions/sets.js';
import { readerOf } from '../../readers/readers.js';
import { SCORED } from '../../readers/scored.js';
import { allRecorded, tableLines } from '../../readers/table.js';

const LEAST_QUESTIONS = 100_000;
const MOST_OCTETS = 60_000;

/** The real files take long to read, and not every machine has them: programs.slow.test.ts checks that set. */
const GENERATED = (['hostile', 'grammar'] as const).map((set) => {
  const cases = casesOf(set);
  return { set, questions: countQuestions(cases), sha256: digestOf(cases) };
});

test('every file of answers belongs to a reader, and every adapter to one or to other adapters', () => {
  const recorded = readdirSync('readers/answers').map((file) => file.replace(/\.json$/, ''));
  expect(recorded.map((name) => readerOf(name).name)).toEqual(recorded);
  const files = readdirSync('readers/adapters');
  const commands = SCORED.flatMap(({ command }) => command).map((word) => path.parse(word).name);
  const named = files.filter((file) => {
    const { name } = path.parse(file);
    const others = files.filter((other) => other !== file);
    return commands.includes(name) || others.some((other) => readAdapter(other).includes(name));
  });
  expect(named).toEqual(files);
});

describe.each(allRecorded())(
  'the answers of $reader',
  ({ reader, program, version, recorded, command, sets }) => {
    test('say who answered, and when', () => {
      expect({ program, command }).toEqual({
        program: readerOf(reader).program,
        command: readerOf(reader).command,
      });
      expect(version).toMatch(/\d/);
      expect(recorded).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(statSync(answersPath(reader)).size).toBeLessThanOrEqual(MOST_OCTETS);
    });

    test.each(SET_NAMES)('are as many as %s has questions', (set) => {
      const { questions, sha256, answers, ...counts } = sets[set] ?? expect.fail('no answers');
      const { allowed, disallowed, errors } = recordSet(
        unpack({ questions, sha256, answers, ...counts }),
        sha256,
      );
      expect(counts).toEqual({ allowed, disallowed, errors });
      expect(allowed + disallowed + errors).toBe(questions);
    });

    test.each(GENERATED)('are to the questions of today: $set', ({ set, questions, sha256 }) => {
      expect(sets[set]).toMatchObject({ questions, sha256 });
    });

    test('are at least 100,000', () => {
      expect(Object.values(sets).reduce((sum, { questions }) => sum + questions, 0)).toBeGreaterThan(
        LEAST_QUESTIONS,
      );
    });
  },
);

test('the page has a row for each', () => {
  const lines = readFileSync('readers/README.md', 'utf8').split('\n');
  expect(lines.filter((line) => /^\| (?:reader |`[\w.-]+` \| .*\d{4})|^\|(?:-+\|){6}/.test(line))).toEqual(
    tableLines(),
  );
});

test('answers are packed four to an octet', () => {
  const answers = ['allowed', 'error', 'disallowed', 'allowed', 'allowed'] as const;
  const recorded = recordSet(answers, '');
  expect(Buffer.from(recorded.answers, 'base64')).toEqual(Buffer.from([0b01_00_10_01, 0b01]));
  expect(unpack(recorded)).toEqual(answers);
  expect(() => unpack({ ...recorded, questions: 9 })).toThrow(RangeError);
});

test('a case is asked crawler by crawler, and every fifth is held out', () => {
  const asked = {
    name: 'one',
    body: bodyOf('a'),
    agents: ['A', 'B'],
    urls: ['http://example.com/1', 'http://example.com/2'],
  };
  const cases = [asked, asked, asked, asked, asked];
  const questions = [...questionsOf(cases)];
  expect(questions.slice(0, 3).map(({ agent, url }) => agent + url.at(-1))).toEqual(['A1', 'A2', 'B1']);
  expect(questions.filter(({ isHeldOut }) => isHeldOut)).toHaveLength(countQuestions([asked]));
  expect([...questionLines(cases)][5]).toBe(
    '{"id":5,"bodyBase64":"YQ==","agents":["A"],"url":"http://example.com/2"}\n',
  );
});

function readAdapter(file: string): string {
  return readFileSync(path.join('readers/adapters', file), 'utf8');
}
