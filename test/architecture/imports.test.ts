import { describe, expect, test } from 'vitest';
import { SOURCE_FOLDERS } from '../../scripts/packages.mjs';
import { publishedSources } from '../support/source-files.js';
import { importCircles } from './circles.js';
import { violations } from './layers.js';
import { referencesOf } from './references.js';

/** Those of the packages. The inspector has a test of its own. */
const FOLDERS = SOURCE_FOLDERS.filter((folder) => folder.endsWith('src'));

test('every source file keeps to the table of layers', () => {
  const files = publishedSources(FOLDERS);
  expect([...files.keys()]).toContain('src/errors.ts');
  expect(violations(files)).toEqual([]);
});

test('no source file is in an import circle', () => {
  expect(importCircles(publishedSources(FOLDERS))).toEqual([]);
});

/** A path as the cases write it: without `src`, and without the folder of the packages. */
function pathOf(path: string): string {
  const [folder] = path.split('/');
  if (['fetch', 'memory', 'lookup', 'client'].includes(folder)) return `packages/client/src/${path}`;
  return path.replace(/^(survey|audit|cli)\//, 'packages/$1/src/').replace(/^(?!packages\/)/, 'src/');
}

describe('the check finds', () => {
  test.each([
    ['a leaf that imports a stage', 'errors.ts', `import { a } from './stream/a.js';`],
    ['a stage that imports a later one', 'stream/a.ts', `import { a } from '../ast/a.js';`],
    ['a type of a later stage', 'ast/a.ts', `import type { A } from '../match/a.js';`],
    ['a type imported in place', 'ast/a.ts', `type A = import('../match/a.js').A;`],
    ['an import at run time', 'ast/a.ts', `await import('../match/a.js');`],
    ['an import of what is not a literal', 'ast/a.ts', `await import(name);`],
    ['a re-export', 'ast/a.ts', `export * from '../match/a.js';`],
    ['a re-export of names', 'ast/a.ts', `export { a } from '../match/a.js';`],
    ['an import for its effects', 'ast/a.ts', `import '../match/a.js';`],
    ['a require', 'ast/a.ts', `const a = require('../match/a.js');`],
    ['an import = require', 'ast/a.ts', `import a = require('../match/a.js');`],
    ['the core reaching for the client', 'match/a.ts', `import { a } from '@robotstream/client';`],
    ['a package reaching into another', 'fetch/a.ts', `import '../../../../src/errors.js';`],
    ['what is inside the survey', 'cli/a.ts', `import '@robotstream/client/internal';`],
    ['the audit reaching for what the survey offers', 'audit/a.ts', `import '@robotstream/survey';`],
    ['the survey reaching for the audit', 'survey/a.ts', `import '@robotstream/audit';`],
    ['fetch reaching for the memory', 'fetch/a.ts', `import { a } from '../memory/a.js';`],
    ['the lookup reaching for the client', 'lookup/a.ts', `import { a } from '../client/a.js';`],
    ['the command reaching past the entry points', 'cli/a.ts', `import { a } from 'robotstream/internal';`],
    ['the client in the main entry point', 'index.ts', `export * from '@robotstream/client';`],
    ['Node in the main entry point', 'index.ts', `import 'node:fs';`],
    ['a stage that imports a composing file', 'match/a.ts', `import { a } from '../core.js';`],
    ['Node in the core', 'stream/lines.ts', `import { Transform } from 'node:stream';`],
    ["Node's types in the core", 'stream/lines.ts', `import type { Transform } from 'node:stream';`],
    ['Node in the browser entry point', 'core.ts', `import 'node:stream';`],
    ['Node in the client', 'client/a.ts', `import 'node:fs';`],
    ['Node without its prefix', 'stream/node-a.ts', `import 'stream';`],
    [
      'a Node shell in the browser entry point',
      'core.ts',
      `export * from './stream/node-line-transform.js';`,
    ],
    ['a Node shell in the core', 'stream/a.ts', `import './node-line-transform.js';`],
    ['a package in the core', 'match/a.ts', `import { a } from 'undici';`],
    ['a package that the layer does not list', 'cli/a.ts', `import '@scope/name/deep';`],
    ['the package by its own name', 'match/a.ts', `import 'robotstream';`],
    ['an import without .js', 'match/a.ts', `import '../errors';`],
    ['an import of a .ts', 'match/a.ts', `import '../errors.ts';`],
    ['an import from outside src', 'cli/a.ts', `import '../test/a.js';`],
    ['a folder that the table does not know', 'utils/a.ts', ``],
    ['an import from such a folder', 'match/a.ts', `import '../utils/a.js';`],
    ['a RegExp of a value', 'match/a.ts', `new RegExp(pattern);`],
    ['a RegExp of a value, without new', 'match/a.ts', `RegExp(pattern, 'u');`],
    ['a RegExp of a template', 'stream/a.ts', `new RegExp(\`\${a}\`);`],
    ['a RegExp by way of the global object', 'ast/a.ts', `new globalThis.RegExp(a);`],
    ['a RegExp by another name', 'ast/a.ts', `const R = RegExp;`],
  ])('%s', (_, path, text) => {
    expect(violations(new Map([[pathOf(path), text]]))).toHaveLength(1);
  });

  test('the place, the layer and what it may not do', () => {
    const files = new Map([['src/stream/a.ts', `// one\n\nimport { a } from '../match/a.js';\n`]]);
    expect(violations(files)).toEqual(['src/stream/a.ts:3 stream may not import match (../match/a.js)']);
  });
});

describe('the check allows', () => {
  test.each([
    ['leaves among each other', 'errors.ts', `import { a } from './limits.js';`],
    [
      'a stage and what is before it',
      'match/a.ts',
      `import '../ast/a.js'; import '../stream/a.js'; import '../errors.js';`,
    ],
    ['a folder inside a stage', 'match/deep/a.ts', `import '../a.js'; import '../../errors.js';`],
    ['Node in a Node shell', 'stream/node-line-transform.ts', `import { Transform } from 'node:stream';`],
    [
      'Node in fetch, with its package',
      'fetch/a.ts',
      `import 'node:net'; import 'undici'; import 'robotstream/internal';`,
    ],
    [
      'the core and Node streams in the entry point',
      'index.ts',
      `import './stream/node-a.js'; export * from './core.js';`,
    ],
    ['the core in the browser entry point', 'core.ts', `export * from './match/a.js';`],
    [
      'the command and its package',
      'cli/a.ts',
      `import 'robotstream'; import '@robotstream/client'; import 'stream-chain/x.js'; import 'node:fs'; import './b.js';`,
    ],
    [
      'imports in comments and strings',
      'ast/a.ts',
      `/** import '../match/a.js' */ const a = "import 'node:fs'"; // new RegExp(a)`,
    ],
    ['a RegExp of a literal, and its type', 'match/a.ts', `new RegExp('a', 'u'); const a: RegExp = /b/;`],
    ['a local export', 'match/a.ts', `export const a = 1; export { a as b };`],
  ])('%s', (_, path, text) => {
    expect(violations(new Map([[pathOf(path), text]]))).toEqual([]);
  });

  test('nothing that cannot be parsed', () => {
    expect(() => referencesOf('a.ts', 'import {')).toThrow(SyntaxError);
  });
});

describe('the check for circles', () => {
  const circles = (files: Record<string, string>): string[] => importCircles(new Map(Object.entries(files)));

  test('finds a circle once, whichever file it starts from', () => {
    const files = {
      'cli/b.ts': `import './deep/c.js';`,
      'cli/deep/c.ts': `import '../../a.js';`,
      'a.ts': `import './cli/b.js';`,
    };
    expect(circles(files)).toEqual(['a.ts → cli/b.ts → cli/deep/c.ts → a.ts']);
  });

  test.each([
    ['a type', `import type { B } from './b.js';`],
    ['a type imported in place', `type B = import('./b.js').B;`],
    ['an import at run time', `await import('./b.js');`],
    ['a re-export', `export * from './b.js';`],
  ])('counts %s', (_, text) => {
    expect(circles({ 'a.ts': text, 'b.ts': `import './a.js';` })).toEqual(['a.ts → b.ts → a.ts']);
  });

  test('finds a file that imports itself', () => {
    expect(circles({ 'a.ts': `import './a.js';` })).toEqual(['a.ts → a.ts']);
  });

  test('finds two circles that share a file', () => {
    const files = {
      'a.ts': `import './b.js'; import './c.js';`,
      'b.ts': `import './a.js';`,
      'c.ts': `import './a.js';`,
    };
    expect(circles(files)).toEqual(['a.ts → b.ts → a.ts', 'a.ts → c.ts → a.ts']);
  });

  test('allows two ways to one file', () => {
    const files = { 'a.ts': `import './b.js'; import './c.js';`, 'b.ts': `import './c.js';`, 'c.ts': '' };
    expect(circles(files)).toEqual([]);
  });
});
