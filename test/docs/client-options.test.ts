/** docs/client.md has the defaults that the client has. To write them again: `npm run docs`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLIENT_DEFAULTS } from '../../packages/client/src/client/options.js';
import { withClientDefaults } from '../../scripts/documented-tables.mjs';

test('the defaults of the options are those of the source', () => {
  const page = readFileSync('docs/client.md', 'utf8');
  for (const option of Object.keys(CLIENT_DEFAULTS)) expect(page).toContain(`\n| \`${option}\` | `);
  expect(page).toBe(withClientDefaults(page, CLIENT_DEFAULTS));
});
