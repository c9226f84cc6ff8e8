/**
 * The arguments of a command line: FILEs as octets, and what is wrong with a URL.
 */
import { createReadStream, existsSync, fstatSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { robotsUrl } from 'robotstream';
import type { CommandContext } from '../../command-line/src/command.js';
import { InputError, namedSystemError, systemErrorCode, UsageError } from '../../command-line/src/exit.js';
import { siteHint } from './site-argument.js';

/** An input that an argument names. */
export interface Input {
  /** Its name in messages and headings. */
  readonly name: string;
  /** Its octets. It is opened when they are first read. */
  readonly octets: AsyncIterable<Uint8Array>;
}

const STANDARD_INPUT = 'standard input';

/** The file descriptor of standard input. */
const STANDARD_INPUT_FILE = 0;

/**
 * The input that an argument names: a file, or standard input for `-`.
 *
 * @throws {InputError} if the argument is a URL
 */
export function inputOf(file: string, { stdin }: Pick<CommandContext, 'stdin'>): Input {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file)) {
    throw new InputError(`${JSON.stringify(file)} is a URL; a file, or - for standard input, is expected`);
  }
  if (file === '-') return { name: STANDARD_INPUT, octets: standardInput({ stdin }) };
  return { name: file, octets: withName(() => createReadStream(file), file) };
}

/** @throws {UsageError} if several inputs are `-` */
export function readOnce(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === '-').length < 2) return;
  throw new UsageError('- is given twice; standard input can be read only once');
}

/** The file of a command that is given none, as the folder of a site has it. */
const OWN_ROBOTS_TXT = 'robots.txt';

/**
 * The robots.txt of the current folder.
 *
 * @throws {UsageError} if there is none
 */
export function ownRobotsTxt(): string {
  if (existsSync(OWN_ROBOTS_TXT)) return OWN_ROBOTS_TXT;
  throw new UsageError('no FILE and no URL is given, and this folder has no robots.txt');
}

/** Whether an argument is meant as an http, https or ftp URL, and not as the name of a file. */
export function isUrlArgument(argument: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(argument);
}

/** Whether an argument is a URL whose robots.txt can be fetched. */
export function isFetchable(argument: string): boolean {
  try {
    robotsUrl(argument);
    return true;
  } catch {
    return false;
  }
}

/** What is accepted as a URL where there is a file to judge by. */
export const ACCEPTED_URL = 'an absolute http, https or ftp URL, or a path that begins with a single "/"';

/** Says that an argument is not a URL that the command accepts. */
export function notAUrl(argument: string, accepted = 'an absolute http, https or ftp URL'): string {
  return `${JSON.stringify(argument)} is not ${accepted}`;
}

/**
 * What the library says about a URL.
 *
 * @throws {InputError} if it does not accept the URL
 */
export function aboutUrl<Value>(url: string, ask: () => Value): Value {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(notAUrl(url, ACCEPTED_URL), { cause: error });
    throw error;
  }
}

/** The largest list that is kept in memory as a whole. */
export const MAX_LIST_OCTETS = 256 * 1024 * 1024;

/**
 * All octets of an input.
 *
 * @throws {InputError} (rejects) if there are more than `maxOctets`, or the input cannot be read
 */
export async function wholeInput({ name, octets }: Input, maxOctets: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of octets) {
    count += chunk.length;
    if (count > maxOctets) throw tooLarge(name, maxOctets);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error for an input that has more octets than are accepted. */
export function tooLarge(name: string, maxOctets: number): InputError {
  return new InputError(`${name}: the file is too large; at most ${maxOctets} bytes are expected`);
}

/** The octets of standard input. Its errors become {@link InputError}s. */
export function standardInput({ stdin }: Pick<CommandContext, 'stdin'>): AsyncIterable<Uint8Array> {
  return withName(() => {
    // Node reads a directory as empty standard input. After a stat of a pipe without `bigint`, Node 20 does not follow the links to packages that
    // it imports later, and loads a second copy of those that it has already.
    if (stdin === process.stdin && fstatSync(STANDARD_INPUT_FILE, { bigint: true }).isDirectory()) {
      throw new InputError(`${STANDARD_INPUT}: is a directory; a file is expected`);
    }
    return stdin;
  }, STANDARD_INPUT);
}

/** The chunks of a stream. An error names the input; leaving the loop early destroys the stream. */
async function* withName(open: () => Readable, name: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* open();
  } catch (error) {
    const named = inputError(error, name);
    const hint = systemErrorCode(error) === 'ENOENT' ? siteHint(name) : '';
    throw hint === '' ? named : new InputError(named.message + hint, { cause: error });
  }
}

/**
 * An error as one line that names its input. An {@link InputError} names it already.
 *
 * @param name the input; an error of the operating system may name a file in it
 */
export function inputError(error: unknown, name: string): InputError {
  const { message, path = name } = error as NodeJS.ErrnoException;
  const named = namedSystemError(error, path);
  if (named instanceof InputError) return named;
  return new InputError(message.startsWith(name) ? message : `${name}: ${message}`, { cause: error });
}

/**
 * Runs work on an input or an output.
 *
 * @throws {InputError} (rejects) if the work fails, as {@link inputError} says it
 */
export async function named<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw inputError(error, name);
  }
}

/** @throws {InputError} (rejects) if the file cannot be written */
export function writeText(file: string, text: string): Promise<void> {
  return named(file, () => writeFile(file, text));
}
