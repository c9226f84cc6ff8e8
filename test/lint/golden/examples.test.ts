/**
 * The output for the example of every rule, which was read by a person: `examples.txt`. To write it again after a change, and then to
 * read it again: `ROBOTSTREAM_GOLDEN=write npx vitest run test/lint/golden`, which fails.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useCommand } from '../../../packages/cli/test/support/command.js';
import { runExamples } from './run-examples.js';

const GOLDEN = fileURLToPath(new URL('examples.txt', import.meta.url));
const command = useCommand();

test('every example prints what was read', async () => {
  const printed = await runExamples((args, input) => command.run(args, { input }));
  if (process.env.ROBOTSTREAM_GOLDEN === 'write') {
    writeFileSync(GOLDEN, printed);
    throw new Error('the file was written; read what changed');
  }
  expect(printed).toBe(readFileSync(GOLDEN, 'utf8'));
});
