/** Recorded answers: what one program said to all questions, as a file of `readers/answers`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { SetName } from './questions/sets.js';

/** What a program says to one question; `error`: it fails. */
export type Answer = 'disallowed' | 'allowed' | 'error';

const BY_CODE: readonly Answer[] = ['disallowed', 'allowed', 'error'];

/** The answers to one set of questions, in their order. */
export interface RecordedSet {
  readonly questions: number;
  /** Of all that was asked (`digestOf`). */
  readonly sha256: string;
  readonly allowed: number;
  readonly disallowed: number;
  readonly errors: number;
  /** Two bits for each answer, the first in the lowest bits of an octet, in base64: 0 disallowed, 1 allowed, 2 error. */
  readonly answers: string;
}

export interface RecordedAnswers {
  readonly reader: string;
  readonly program: string;
  /** The version of the program that answered. */
  readonly version: string;
  /** The day on which it answered: YYYY-MM-DD. */
  readonly recorded: string;
  readonly command: readonly string[];
  readonly sets: Readonly<Partial<Record<SetName, RecordedSet>>>;
}

/** In a build of this folder as well as in its sources: both are started from the root. */
const FOLDER = 'readers/answers';

/** The path of a reader's file, relative to the root. */
export function answersPath(reader: string): string {
  return `${FOLDER}/${reader}.json`;
}

/** @throws {TypeError} if there is no file for the reader */
export function readAnswers(reader: string): RecordedAnswers {
  const path = answersPath(reader);
  if (!existsSync(path))
    throw new TypeError(`There are no recorded answers of ${reader}: ${path} does not exist.`);
  return JSON.parse(readFileSync(path, 'utf8')) as RecordedAnswers;
}

export function writeAnswers(answers: RecordedAnswers): void {
  const text = JSON.stringify({ ...answers, command: [] }, null, 2);
  // The command on one line, as the formatter has it.
  const command = `[${answers.command.map((part) => JSON.stringify(part)).join(', ')}]`;
  writeFileSync(answersPath(answers.reader), `${text.replace('[]', () => command)}\n`);
}

/** The record of answers to a set whose questions have this digest. */
export function recordSet(answers: readonly Answer[], sha256: string): RecordedSet {
  const count = (wanted: Answer) => answers.filter((answer) => answer === wanted).length;
  return {
    questions: answers.length,
    sha256,
    allowed: count('allowed'),
    disallowed: count('disallowed'),
    errors: count('error'),
    answers: pack(answers),
  };
}

function pack(answers: readonly Answer[]): string {
  const octets = Buffer.alloc(Math.ceil(answers.length / 4));
  for (const [index, answer] of answers.entries())
    octets[index >> 2] |= BY_CODE.indexOf(answer) << ((index & 3) * 2);
  return octets.toString('base64');
}

/** The answers of a record. @throws {RangeError} if there are fewer than it says, or one that does not exist */
export function unpack({ questions, answers }: RecordedSet): Answer[] {
  const octets = Buffer.from(answers, 'base64');
  return Array.from({ length: questions }, (_, index) => {
    const answer = BY_CODE[((octets[index >> 2] ?? 0xff) >> ((index & 3) * 2)) & 3];
    if (answer === undefined) throw new RangeError(`Answer ${index} of ${questions} is missing.`);
    return answer;
  });
}
