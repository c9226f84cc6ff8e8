/** docs/readers.md has the axes of `src/readers/services.json`. To write the tables again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withParts } from '../../scripts/command-page.mjs';
import { readServices, serviceParts } from '../../scripts/service-tables.mjs';
import { PROFILES } from '../../src/profiles.js';

test('the tables of services are those of the data', () => {
  const page = readFileSync('docs/readers.md', 'utf8');
  expect(page).toBe(withParts(page, serviceParts(readServices(), PROFILES.rfc9309)));
});
