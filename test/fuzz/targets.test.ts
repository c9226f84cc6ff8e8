/** Each fuzz target accepts its seeds; `npm run fuzz` goes on from there. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { conformanceTexts } from '../../fuzz/seeds.js';
import type { Target } from '../../fuzz/target.js';
import { byEffort } from '../support/effort.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEXTS = conformanceTexts(ROOT);

test('fuzzing begins with the texts of the conformance cases', () => {
  expect(TEXTS.length).toBeGreaterThan(20);
  expect(TEXTS.flat()).toContain('https://www.example.com/');
});

describe.each(readdirSync(`${ROOT}fuzz/targets`))('%s', (file) => {
  test('accepts all of its seeds', async () => {
    const { fuzz, seeds } = (await import(/* @vite-ignore */ `${ROOT}fuzz/targets/${file}`)) as Target;
    const all = seeds(TEXTS);
    expect(all.length).toBeGreaterThan(2);
    const some = all.filter((_, i) => i % byEffort({ quick: 10, full: 1 }) === 0);
    for (const seed of [new Uint8Array(), ...some]) await fuzz(seed);
  });
});
