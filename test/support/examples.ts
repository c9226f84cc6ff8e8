/**
 * The examples of a page: its blocks of JavaScript, which promise what they print in `// →` comments.
 */
import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { expect } from 'vitest';
import * as compare from '../../src/compare/index.js';
import type * as robotstream from '../../src/index.js';

/** The code of every `js` block of a page. */
export function examplesOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
}

/**
 * Runs an example, and expects it to print what it promises.
 *
 * @param module what its `import … from 'robotstream'` gives; other imports are Node's own
 * @param globals replacements for globals, such as `fetch`
 */
export async function runExample(
  code: string,
  module: typeof robotstream,
  globals: { readonly [name: string]: unknown } = {},
): Promise<void> {
  const printed: string[] = [];
  const names = {
    ...globals,
    load: (name: string) => {
      if (name === 'robotstream') return module;
      return name === 'robotstream/compare' ? compare : import(/* @vite-ignore */ name);
    },
    console: { log: (...values: unknown[]) => printed.push(format(...values)) },
  };
  const body = code.replace(/^import (\{.*?\}) from ('.*?');$/gms, 'const $1 = await load($2);');
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(names), body)(...Object.values(names));
  expect(printed).toEqual(Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, promised]) => promised));
}
