/** Which failures of an import say that a package is not installed. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../../../test/support/program.js';
import { isMissingPackage, optionalPackage } from '../../src/fetch/optional-package.js';

function failure(code: string | undefined, message: string): Error {
  return Object.assign(new Error(message), { code });
}

const BY_IMPORT = "Cannot find package 'a' imported from /app/b.js";
const BY_DENO = 'Import "a" not a dependency';
const BY_YARN =
  'robotstream tried to access a (a peer dependency) but it is not provided by your application';
const BY_YARN_UNDECLARED = "Your application tried to access a, but it isn't declared in your dependencies";
const BY_REQUIRE = "Cannot find module 'a'\nRequire stack:\n- /app/b.js";

describe('isMissingPackage', () => {
  test.each([
    ['import', 'ERR_MODULE_NOT_FOUND', BY_IMPORT],
    ['require', 'MODULE_NOT_FOUND', BY_REQUIRE],
    ['Deno', 'ERR_MODULE_NOT_FOUND', BY_DENO],
    ['Yarn', 'MODULE_NOT_FOUND', BY_YARN],
    ['Yarn for a bundle', 'MODULE_NOT_FOUND', BY_YARN_UNDECLARED],
  ])('is true of a package that %s does not find', (_, code, message) => {
    expect(isMissingPackage(failure(code, message), 'a')).toBe(true);
    expect(isMissingPackage({ code, message }, 'a')).toBe(true);
  });

  test.each([
    ['one that it needs', 'ERR_MODULE_NOT_FOUND', "Cannot find package 'c' imported from /a/b.js"],
    ['a name that ends so', 'ERR_MODULE_NOT_FOUND', "Cannot find package '@c/a' imported from /app/b.js"],
    ['a name that begins so', 'MODULE_NOT_FOUND', "Cannot find module 'a-b'"],
    ['one that it needs, by Yarn', 'MODULE_NOT_FOUND', "a tried to access c, but it isn't declared"],
    ['another code', 'ERR_REQUIRE_ESM', BY_REQUIRE],
    ['no code', undefined, BY_IMPORT],
  ])('is false after a failure with %s', (_, code, message) => {
    expect(isMissingPackage(failure(code, message), 'a')).toBe(false);
  });

  test.each([[undefined], [null], [BY_IMPORT], [1], [{}], [{ code: 'MODULE_NOT_FOUND' }]])(
    'is false of %j',
    (thrown) => {
      expect(isMissingPackage(thrown, 'a')).toBe(false);
    },
  );
});

test('a package that fails for another reason fails with its own error; one that is missing is the cause', async () => {
  const load = (error: Error) => optionalPackage('a', 'A test', () => Promise.reject(error));
  const [missing, broken] = [failure('MODULE_NOT_FOUND', BY_REQUIRE), failure(undefined, 'broken')];
  await expect(load(broken)).rejects.toBe(broken);
  await expect(load(missing)).rejects.toMatchObject({ code: 'store-package-missing', cause: missing });
});

const folder = mkdtempSync(join(tmpdir(), 'robotstream-packages-'));
let stores: typeof import('../store/support/open-store.js');

beforeAll(async () => {
  const bundle = await program(new URL('../store/support/open-store.ts', import.meta.url));
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
