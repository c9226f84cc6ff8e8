/** Which failures of an import say that a package is not installed. */
import { describe, expect, test } from 'vitest';
import { isMissingPackage } from '../../src/fetch/optional-package.js';

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
    [
      'a package that it needs',
      'ERR_MODULE_NOT_FOUND',
      "Cannot find package 'c' imported from /app/node_modules/a/b.js",
    ],
    [
      'a package whose name ends so',
      'ERR_MODULE_NOT_FOUND',
      "Cannot find package '@c/a' imported from /app/b.js",
    ],
    ['a package whose name begins so', 'MODULE_NOT_FOUND', "Cannot find module 'a-b'"],
    [
      'a package that it needs, by Yarn',
      'MODULE_NOT_FOUND',
      "a tried to access c, but it isn't declared in its dependencies",
    ],
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
