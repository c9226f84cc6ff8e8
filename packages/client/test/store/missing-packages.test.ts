/** The errors of stores and of `pacing.by: 'domain'` if their packages are not installed. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from '../../../../test/support/program.js';

const folder = mkdtempSync(join(tmpdir(), 'robotstream-packages-'));
let stores: typeof import('./support/open-store.js');

beforeAll(async () => {
  const bundle = await program(new URL('./support/open-store.ts', import.meta.url));
  // Vitest leaves a module below `node_modules` to Node, which finds no other package there.
  const place = join(folder, 'node_modules', 'stores');
  mkdirSync(place, { recursive: true });
  copyFileSync(bundle.file, join(place, 'main.mjs'));
  bundle.remove();
  stores = await import(/* @vite-ignore */ pathToFileURL(join(place, 'main.mjs')).href);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a Redis store says which package it needs', async () => {
  await expect(stores.redisStore({ url: 'redis://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'store-package-missing',
    message:
      'A Redis store needs the package @redis/client, which is not installed; run: npm install @redis/client',
  });
});

test('so does the pacing of domains', async () => {
  await expect(stores.domainOf('www.example.com')).rejects.toMatchObject({
    code: 'pacing-package-missing',
    message: "pacing.by 'domain' needs the package tldts, which is not installed; run: npm install tldts",
  });
});
