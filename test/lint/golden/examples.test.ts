/**
 * The output for the example of every rule, which was read by a person: `examples.txt`. After a change,
 * `npx vitest run test/lint/golden -u` writes it again; then read what changed.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useCommand } from '../../../packages/cli/test/support/command.js';
import { runExamples } from './run-examples.js';

const GOLDEN = fileURLToPath(new URL('examples.txt', import.meta.url));
const command = useCommand();

test('every example prints what was read', async () => {
  const printed = await runExamples((args, input) => command.run(args, { input }));
  await expect(printed).toMatchFileSnapshot(GOLDEN);
});
