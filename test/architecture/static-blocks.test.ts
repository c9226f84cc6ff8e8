/** Bundlers keep a class with a static block, and all that it refers to, in programs that do not use it. */
import { expect, test } from 'vitest';
import { publishedSources } from '../support/source-files.js';

test('no class has a static block; a static method marked @internal serves as well', () => {
  const files = publishedSources();
  expect([...files.keys()]).toContain('src/robots-document.ts');
  expect([...files].filter(([, text]) => /^\s*static \{/m.test(text)).map(([path]) => path)).toEqual([]);
});
