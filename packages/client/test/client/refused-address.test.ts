/** The explanation if this program's own address policy refuses the address of a site. */
import { expect, test } from 'vitest';
import { newClient } from './support/clients.js';

test('the explanation does not blame the site if the address policy refuses its address', async () => {
  const client = newClient({ addresses: 'public' });
  const { allowed, explanation } = await client.check('http://127.0.0.1:9/x');
  expect(allowed).toBe(false);
  expect(explanation).toBe(
    "Disallowed: this program's address policy refuses the address of its robots.txt, so the site was not asked, and nothing is fetched (address-refused).",
  );
});
