/** Writes the tables in `docs` that repeat tables of the source, from the built package. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DIAGNOSTICS, ERROR_CODES } from '../dist/core.js';
import { DOCUMENTED_TABLES, withCodeRows } from './documented-tables.mjs';

for (const [page, rows] of Object.entries(DOCUMENTED_TABLES({ DIAGNOSTICS, ERROR_CODES }))) {
  const url = new URL(`../${page}`, import.meta.url);
  writeFileSync(url, withCodeRows(readFileSync(url, 'utf8'), rows));
}
