/** docs/cli.md repeats the tables of the command. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandParts, withParts } from '../../scripts/command-page.mjs';
import { HELP_OPTION } from '../../src/cli/arguments.js';
import { BATCH_FAILURES } from '../../src/cli/check/batch/result.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { optionRows, usageText } from '../../src/cli/help.js';
import { ACCESS_REASONS } from '../../src/client/index.js';
import { VERDICT_REASONS } from '../../src/index.js';

const page = readFileSync('docs/cli.md', 'utf8');

test('usage, options, exit codes, reasons and error codes are those of the command; to update the page: npm run docs', async () => {
  const parts = await commandParts({
    COMMANDS,
    usageText,
    optionRows,
    HELP_OPTION,
    reasons: [VERDICT_REASONS, ACCESS_REASONS],
    failures: BATCH_FAILURES,
  });
  expect(page).toBe(withParts(page, parts));
});
