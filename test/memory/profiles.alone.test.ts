/** A document does not keep the profiles that it was judged by, nor what it made of its lines for them. */
import { expect, test } from 'vitest';
import { builtModule } from './built.js';
import { runScript } from './child.js';

test('profiles that nothing else holds are collected while the document is held', async () => {
  const folder = await builtModule();
  const { made, alive } = await runScript<{ made: number; alive: number }>('profiles.mjs', [folder]);
  expect(made).toBe(200);
  // The last one may still be on the stack.
  expect(alive).toBeLessThan(5);
});
