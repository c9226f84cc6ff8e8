/** The pages that repeat a table of the source agree with it. To write them again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeRows, DOCUMENTED_TABLES } from '../../scripts/documented-tables.mjs';
import { ERROR_CODES } from '../../src/core.js';

test.each(Object.entries(DOCUMENTED_TABLES({ ERROR_CODES })))('%s', (page, rows) => {
  expect(codeRows(readFileSync(page, 'utf8'))).toEqual(rows);
});
