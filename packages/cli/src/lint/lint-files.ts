/**
 * Reads or fetches files, fixes them if asked to, and lints them.
 */
import { stat, writeFile } from 'node:fs/promises';
import { parseSync } from 'robotstream';
import { fix, type LintOptions, lint } from 'robotstream/lint';
import type { CommandContext } from '../../../command-line/src/command.js';
import { InputError, namedSystemError } from '../../../command-line/src/exit.js';
import { isUrlArgument } from '../input.js';
import type { ClientRequest } from '../network-options.js';
import { readRobots } from '../robots-source.js';
import type { Linted } from './linted.js';

export interface LintRequest {
  /** Whether fixes are made, only shown, or neither. */
  readonly fixes: 'made' | 'shown' | 'none';
  readonly options: LintOptions;
  readonly client: ClientRequest;
}

/** The files that could be read, and why others could not. */
export interface LintedFiles {
  readonly files: readonly Linted[];
  readonly complaints: readonly string[];
}

/** @throws {Interrupted} (rejects) if a signal ended it */
export async function lintAll(
  inputs: readonly string[],
  request: LintRequest,
  context: CommandContext,
): Promise<LintedFiles> {
  const files: Linted[] = [];
  const complaints: string[] = [];
  for (const input of inputs) {
    try {
      files.push(await lintOne(input, request, complaints, context));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      complaints.push(error.message);
    }
  }
  return { files, complaints };
}

async function lintOne(
  input: string,
  { fixes, options, client }: LintRequest,
  complaints: string[],
  context: CommandContext,
): Promise<Linted> {
  const { name, document, fetched } = await readRobots(input, client, context);
  if (document === null) throw new InputError(`${name}: there is no file to lint. ${fetched?.explanation}`);
  const ownUrl = fetched === null ? options.url : name;
  const withUrl = { ...options, url: ownUrl };
  const isFile = !isUrlArgument(input) && input !== '-';
  if (fixes === 'none') return { name, isFile, document, result: lint(document, withUrl), fixed: [] };

  const fixResult = fix(document, withUrl);
  if (fixResult.refusal !== null) complaints.push(`${name}: not fixed, because ${fixResult.refusal}`);
  const { fixed } = fixResult;
  if (fixes === 'shown') return { name, isFile, document, result: lint(document, withUrl), fixed };
  if (isFile && fixed.length > 0) await write(input, fixResult.octets);
  const after = fixed.length === 0 ? document : parseSync(fixResult.octets, { maxOctets: client.maxOctets });
  return { name, isFile, document: after, result: lint(after, withUrl), fixed };
}

/** @throws {InputError} (rejects) if the file cannot be written, or is a pipe or a device, which would not keep what is written */
async function write(file: string, octets: Uint8Array): Promise<void> {
  try {
    if (!(await stat(file)).isFile()) {
      throw new InputError(`${file}: not fixed, because it is not a regular file; - prints the fixed file`);
    }
    await writeFile(file, octets);
  } catch (error) {
    throw namedSystemError(error, file);
  }
}
