/** The texts of the conformance cases: every string in their syntax. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** @returns the texts of each file of tests */
export function conformanceTexts(root: string): string[][] {
  const folder = path.join(root, 'test/conformance');
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  return files.map((file) => textsOf(file, readFileSync(path.join(folder, file), 'utf8')));
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
