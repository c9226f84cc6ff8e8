/** docs/cli.md repeats the tables of the command. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commandParts, withParts } from '../../scripts/command-page.mjs';

const page = readFileSync('docs/cli.md', 'utf8');

test('the tables are those of the command; to update the page: npm run docs', async () => {
  const parts = await commandParts(
    (module) => import(/* @vite-ignore */ fileURLToPath(new URL(`../../${module}.ts`, import.meta.url))),
  );
  expect(page).toBe(withParts(page, parts));
});
