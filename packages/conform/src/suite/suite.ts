/**
 * Reads the suite: a folder, or the one that comes with the command.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, namedSystemError } from '../../../command-line/src/exit.js';
import { suiteFolder } from '../package-files.js';
import { type CaseFacts, list, type MatchingCase, matchingCaseOf, membersOf, text } from './cases.js';

/** A file of cases. */
export interface Section<Case extends CaseFacts> {
  /** Its path in the suite, without the extension: `rfc9309/2.2.1-user-agent`. */
  readonly name: string;
  readonly cases: readonly Case[];
}

export interface Suite<Case extends CaseFacts = MatchingCase> {
  readonly version: string;
  readonly sections: readonly Section<Case>[];
}

const CONTENTS = 'suite.json';

/**
 * Reads all cases of matching.
 *
 * @param folder the suite that comes with the command if it is `undefined`
 * @throws {InputError} (rejects) if a file cannot be read, or does not have the shape that conformance/README.md describes
 */
export async function readMatchingSuite(folder: string | undefined): Promise<Suite> {
  return readSuite(folder, 'matching', matchingCaseOf);
}

/** Reads the cases of one kind. */
export async function readSuite<Case extends CaseFacts>(
  folder: string | undefined,
  kind: 'matching' | 'servers',
  caseOf: (value: unknown, place: string) => Case,
): Promise<Suite<Case>> {
  const readJson = (path: string): Promise<unknown> => jsonIn(join(folder ?? suiteFolder(), path));
  const contents = membersOf(await readJson(CONTENTS), CONTENTS);
  const files = list(contents, 'files', CONTENTS).map((file) => membersOf(file, CONTENTS));
  const sections: Section<Case>[] = [];
  for (const file of files) {
    if (text(file, 'kind', CONTENTS) !== kind) continue;
    const path = text(file, 'path', CONTENTS);
    const cases = list(membersOf(await readJson(path), path), 'cases', path);
    sections.push({
      name: path.replace(/\.json$/, ''),
      cases: cases.map((one, index) => caseOf(one, `${path}: case ${index + 1}`)),
    });
  }
  return { version: text(contents, 'version', CONTENTS), sections };
}

async function jsonIn(file: string): Promise<unknown> {
  const octets = await octetsIn(file);
  try {
    return JSON.parse(octets.toString());
  } catch (error) {
    throw new InputError(`${file}: not JSON: ${(error as SyntaxError).message}`, { cause: error });
  }
}

async function octetsIn(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw namedSystemError(error, file);
  }
}
