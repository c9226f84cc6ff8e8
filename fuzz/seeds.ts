/** The texts of the conformance cases: those of the suite, and every string in the syntax of the tests. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** @returns the texts of each file of tests */
export function conformanceTexts(root: string): string[][] {
  const folder = path.join(root, 'test/conformance');
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const ofTests = files.map((file) => textsOf(file, readFileSync(path.join(folder, file), 'utf8')));
  return [...ofTests, ...suiteTexts(path.join(root, 'conformance'))];
}

/** How many cases of a file of the suite are seeds; its families have many that differ in one octet. */
const SEEDS_PER_FILE = 40;

interface CaseTexts {
  readonly robots?: string;
  readonly url: string;
  readonly agents: readonly string[];
}

/** The texts of each file of the suite: robots.txt files, URLs and names. */
function suiteTexts(folder: string): string[][] {
  const { files } = JSON.parse(readFileSync(path.join(folder, 'suite.json'), 'utf8')) as {
    files: { path: string; kind: string }[];
  };
  const matching = files.filter(({ kind }) => kind === 'matching');
  return matching.map((file) => {
    const { cases } = JSON.parse(readFileSync(path.join(folder, file.path), 'utf8')) as {
      cases: CaseTexts[];
    };
    const step = Math.ceil(cases.length / SEEDS_PER_FILE);
    const some = cases.filter((_, i) => i % step === 0);
    return [...new Set(some.flatMap(({ robots, url, agents }) => [robots ?? '', url, ...agents]))];
  });
}

function textsOf(file: string, code: string): string[] {
  const { program } = parseSync(file, code, { lang: 'ts', sourceType: 'module' });
  const texts = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const { type, value: literal } = value as { type?: unknown; value?: unknown };
    if (type === 'Literal' && typeof literal === 'string') texts.add(literal);
    if (type === 'TemplateElement') texts.add((literal as { cooked: string | null }).cooked ?? '');
    for (const child of Object.values(value)) visit(child);
  };
  visit(program);
  return [...texts];
}
