/**
 * Asks a program questions through its adapter: a process that reads questions and writes answers as newline-delimited JSON, in the shape of
 * `robotstream check --batch`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Answer } from './answers.js';
import { type Case, countQuestions, questionsOf } from './questions/case.js';

/** One line of an adapter's output. */
interface AnswerLine {
  readonly id: number;
  readonly allowed?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * All answers, in the order of the questions.
 *
 * @param command the program and its arguments, started in the working directory
 * @param cases what to ask
 * @param onAnswered is called after each answer with how many there are
 * @throws {Error} if a line is no answer, or if the process ends before it has answered all
 */
export async function ask(
  command: readonly string[],
  cases: readonly Case[],
  onAnswered: (count: number) => void = () => {},
): Promise<Answer[]> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that ends early closes its input; that it ended is reported below.
  child.stdin.on('error', () => {});
  const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
  const [answers, [code, signal]] = await Promise.all([
    readAnswerLines(child.stdout, countQuestions(cases), onAnswered),
    ended,
    writeQuestions(child.stdin, cases, ended),
  ]);
  const count = answers.filter((answer) => answer !== undefined).length;
  if (count < answers.length || code !== 0) {
    throw new Error(
      `${command.join(' ')} ended (${signal ?? code}) after ${count} of ${answers.length} answers.`,
    );
  }
  return answers as Answer[];
}

/** The lines of questions, as adapters read them. */
export function* questionLines(cases: readonly Case[]): Generator<string> {
  let id = 0;
  let asked: Case | undefined;
  let bodyBase64 = '';
  for (const question of questionsOf(cases)) {
    if (question.case !== asked) {
      asked = question.case;
      bodyBase64 = Buffer.from(asked.body).toString('base64');
    }
    yield `${JSON.stringify({ id: id++, bodyBase64, agents: [question.agent], url: question.url })}\n`;
  }
}

async function writeQuestions(
  stdin: Writable,
  cases: readonly Case[],
  ended: Promise<unknown>,
): Promise<void> {
  for (const line of questionLines(cases)) {
    if (stdin.destroyed) return;
    if (!stdin.write(line)) await Promise.race([drained(stdin), ended]);
  }
  stdin.end();
}

/** Unlike `once`, it does not fail with the stream. */
function drained(stdin: Writable): Promise<void> {
  return new Promise((resolve) => stdin.once('drain', resolve));
}

async function readAnswerLines(
  stdout: Readable,
  questions: number,
  onAnswered: (count: number) => void,
): Promise<(Answer | undefined)[]> {
  const answers = new Array<Answer | undefined>(questions).fill(undefined);
  let count = 0;
  for await (const line of createInterface({ input: stdout })) {
    const { id, allowed, error } = JSON.parse(line) as AnswerLine;
    if (!(id in answers) || (error === undefined && typeof allowed !== 'boolean')) {
      throw new Error(`This line of the adapter is no answer: ${line}`);
    }
    answers[id] = error !== undefined ? 'error' : allowed ? 'allowed' : 'disallowed';
    onAnswered(++count);
  }
  return answers;
}
