/**
 * The examples of a page: its blocks of JavaScript, whose `// →` comments say what they print.
 */
import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { expect } from 'vitest';

/** The code of every `js` block of a page. */
export function examplesOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
}

/** The robots.txt of the site that the examples of a page ask: its block with that name. */
export function robotsTxtOf(page: string): string {
  const [, file] = /^```robots\.txt\n(.*?)^```$/ms.exec(readFileSync(page, 'utf8')) ?? [];
  if (file === undefined) throw new Error(`${page} has no block robots.txt`);
  return file;
}

/**
 * Runs an example, and expects it to print what its comments say.
 *
 * @param replacements values for an import, such as `createClient`, or for a global, such as `fetch`
 */
export async function runExample(
  code: string,
  replacements: { readonly [name: string]: unknown } = {},
): Promise<void> {
  const printed: string[] = [];
  const names = {
    ...replacements,
    load: async (name: string) => ({ ...(await import(/* @vite-ignore */ name)), ...replacements }),
    console: { log: (...values: unknown[]) => printed.push(format(...values)) },
  };
  const body = code
    .replace(/^import (\{.*?\}) from ('.*?');$/gms, 'const $1 = await load($2);')
    .replace(/^import (\w+) from ('.*?');$/gm, 'const { default: $1 } = await load($2);');
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  // A block, so that an import may have the name of a parameter.
  await new AsyncFunction(...Object.keys(names), `{\n${body}\n}`)(...Object.values(names));
  expect(printed).toEqual(Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, promised]) => promised));
}
