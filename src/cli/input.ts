/**
 * From a FILE argument to its octets. The one place that knows what may stand there.
 */
import { createReadStream, fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Surroundings } from './command.js';
import { InputError, namedSystemError } from './exit.js';

/** An argument that names an input. */
export interface Input {
  /** What to call it in messages and headings. */
  readonly name: string;
  /** Its octets. Opened when they are first read. */
  readonly octets: AsyncIterable<Uint8Array>;
}

const STANDARD_INPUT = 'standard input';

/** Its file descriptor. */
const STANDARD_INPUT_FILE = 0;

/**
 * Where the octets of an argument come from: a file, or standard input for `-`.
 *
 * @throws {InputError} if it is a URL: nothing is fetched here
 */
export function inputOf(file: string, { stdin }: Pick<Surroundings, 'stdin'>): Input {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file)) {
    throw new InputError(`${JSON.stringify(file)} is a URL; a file, or - for standard input, is expected`);
  }
  if (file === '-') return { name: STANDARD_INPUT, octets: standardInput({ stdin }) };
  return { name: file, octets: named(() => createReadStream(file), file) };
}

/** Standard input, its errors named. */
export function standardInput({ stdin }: Pick<Surroundings, 'stdin'>): AsyncIterable<Uint8Array> {
  return named(() => {
    // Node reads a folder in place of standard input as nothing at all.
    if (stdin === process.stdin && fstatSync(STANDARD_INPUT_FILE).isDirectory()) {
      throw new InputError('is a directory; a file is expected');
    }
    return stdin;
  }, STANDARD_INPUT);
}

/** The chunks of a stream; an error says which input it befell. Leaving early destroys the stream. */
async function* named(open: () => Readable, name: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* open();
  } catch (error) {
    const failure = namedSystemError(error, name);
    throw failure === error ? new InputError(`${name}: ${messageOf(error)}`, { cause: error }) : failure;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
