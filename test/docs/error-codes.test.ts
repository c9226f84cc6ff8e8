/**
 * Every documented error code is one that the package can emit; that it emits no other, the types hold.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/index.js';

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'errors.ts')
  .map((file) => readFileSync(`src/${file}`, 'utf8'))
  .join('\n');

test.each(Object.keys(ERROR_CODES))('%s', (code) => {
  expect(source).toContain(`'${code}'`);
});
