/** The folders of the survey import downwards only: stored tables, files on servers, places in an input, archives, captures, rows, output, parts, jobs. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { referencesOf } from './references.js';

const SURVEY = fileURLToPath(new URL('../../packages/survey/src/', import.meta.url));

/** The folders, and the files beside them by their names. Each may import itself and those before it. */
const ORDER = [
  'package-version',
  'tables',
  'questions',
  'join-error',
  'kept-tables',
  'remote',
  'octets',
  'archives',
  'captures',
  'rows',
  'survey',
  'survey-rows',
  'writers',
  'parts',
  'robotstream-survey-worker',
  'worker-pool',
  'job',
  'report',
  'index',
] as const;

test('every file of the survey imports only folders below its own', () => {
  const paths = readdirSync(SURVEY, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));
  expect(new Set(paths.map(placeOf))).toEqual(new Set(ORDER.keys()));
  expect(paths.flatMap((path) => violationsOf(path, readFileSync(`${SURVEY}${path}`, 'utf8')))).toEqual([]);
});

test.each([
  ['a folder above', 'octets/a.ts', `import { a } from '../captures/a.js';`],
  ['a type of a folder above', 'parts/a.ts', `import type { A } from '../job/a.js';`],
  ['a file above', 'rows/a.ts', `import { a } from '../worker-pool.js';`],
])('the check finds %s', (_, path, text) => {
  expect(violationsOf(path, text)).toHaveLength(1);
});

function violationsOf(path: string, text: string): string[] {
  const specifiers = referencesOf(path, text).map((reference) =>
    reference.kind === 'import' ? (reference.specifier ?? '') : '',
  );
  return specifiers.filter((specifier) => {
    const target = posix.join(posix.dirname(path), specifier);
    return specifier.startsWith('.') && !target.startsWith('../') && placeOf(target) > placeOf(path);
  });
}

/** The place of a file's folder, or of the file itself, in the order; -1 if it has none. */
function placeOf(path: string): number {
  const [first] = path.split('/');
  return (ORDER as readonly string[]).indexOf(first.replace(/\.[jt]s$/, ''));
}
