/**
 * Every documented error code is one that the packages can emit; that it emits no other, the types hold.
 */
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/index.js';
import { publishedSources } from '../support/source-files.js';

const source = [...publishedSources()]
  .filter(([path]) => path !== 'src/errors.ts')
  .map(([, text]) => text)
  .join('\n');

test.each(Object.keys(ERROR_CODES))('%s', (code) => {
  expect(source).toContain(`'${code}'`);
});
