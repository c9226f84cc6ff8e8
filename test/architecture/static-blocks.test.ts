/** Bundlers keep a class with a static block, and all that it refers to, in programs that do not use it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no class of src has a static block; a static method marked @internal serves as well', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files).toContain('robots-document.ts');
  expect(files.filter((file) => /^\s*static \{/m.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
});
