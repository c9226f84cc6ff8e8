/** Every requirement of RFC 9309 §2 has a test that cites it, or a case of `conformance/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { REQUIREMENTS, type RequirementId } from './requirements.js';
import { matchingCases, serverCases } from './suite.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where tests are. */
const FOLDERS = ['src', 'test', 'packages/client', 'packages/survey', 'packages/cli', 'packages/conform'];

const CITATION = /^ *describeRequirement\(\s*'([^']+)'/gm;

/** The ids that a test file cites, once for each citation. */
function citationsIn(text: string): string[] {
  return Array.from(text.matchAll(CITATION), ([, id]) => id);
}

function testFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${ROOT}${folder}/${path}`),
  );
}

const cited = new Set(testFiles().flatMap((path) => citationsIn(readFileSync(path, 'utf8'))));

/** The requirements that cases cite, which `cases.test.ts` and the client's `server-cases.test.ts` ask. */
const inCases = new Set([...matchingCases(), ...serverCases()].map(({ requirement }) => requirement));

describe('RFC 9309: a test or a case cites', () => {
  for (const id of Object.keys(REQUIREMENTS) as RequirementId[]) {
    const { level, part, says } = REQUIREMENTS[id];
    test(`${id} (${level}, ${part}): ${says}`, () => {
      const isCited = cited.has(id) || inCases.has(`rfc9309-${id}`);
      expect(isCited, 'cite it by describeRequirement of test/conformance/cite.ts, or in a case').toBe(true);
    });
  }
});

test('every cited id is a requirement', () => {
  const known: readonly string[] = Object.keys(REQUIREMENTS);
  expect([...cited].filter((id) => !known.includes(id))).toEqual([]);
});

test('a citation is found only where it begins a statement', () => {
  const text = [
    `describeRequirement('2.1-rule', () => {`,
    `  describeRequirement(\n    '2.1-group', () => {`,
    `// describeRequirement('2.2-rule', () => {`,
    `describe.skip('2.2-group', () => {`,
    `describeRequirement.skip('2.2-nl', () => {`,
  ].join('\n');
  expect(citationsIn(text)).toEqual(['2.1-rule', '2.1-group']);
});
