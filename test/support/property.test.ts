import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty, propertyParameters, runProperty } from './property.js';
import { propertySettings } from './property-settings.js';

checkProperty(
  'a property may be synchronous',
  fc.property(fc.nat(), (n) => n >= 0),
  { runsShare: 0.01 },
);
checkProperty(
  'a property may be asynchronous',
  fc.asyncProperty(fc.nat(), async (n) => n >= 0),
  { runsShare: 0.01 },
);

describe('a property that does not hold', () => {
  const below1000 = fc.property(fc.nat(), (n) => n < 1000);

  test('fails with its seed, the path to the case, and the smallest case', async () => {
    const failure = runProperty('below 1000', below1000, { seed: 7, numRuns: 1000 });
    await expect(failure).rejects.toThrow(
      /ROBOTSTREAM_PROPERTY_SEED=7 ROBOTSTREAM_PROPERTY_PATH=[\d:]+\n[\s\S]*\[1000\]/,
    );
  });

  test('fails again on that case alone when seed and path are given', async () => {
    const details = await fc.check(below1000, { seed: 7, numRuns: 1000 });
    const settings = propertySettings(1000, {
      ROBOTSTREAM_PROPERTY_SEED: '7',
      ROBOTSTREAM_PROPERTY_PATH: details.counterexamplePath ?? 'none',
    });
    const replay = runProperty('below 1000', below1000, propertyParameters(settings));
    await expect(replay).rejects.toThrow('failed after 1 tests');
  });

  test('fails when it is asynchronous, too', async () => {
    const rejects = fc.asyncProperty(fc.nat(), async () => Promise.reject(new Error('no')));
    await expect(runProperty('rejects', rejects, { seed: 7, numRuns: 10 })).rejects.toThrow('seed: 7');
  });
});

describe('the settings', () => {
  test('come from the environment, or are the defaults', () => {
    expect(propertySettings(10_000, {})).toEqual({ runs: 10_000 });
    expect(
      propertySettings(10_000, { ROBOTSTREAM_PROPERTY_RUNS: '1000000', ROBOTSTREAM_PROPERTY_SEED: '-5' }),
    ).toEqual({ runs: 1_000_000, seed: -5 });
  });

  test.each(['0', '-1', '1.5', 'many', 'Infinity'])('refuse %s runs', (runs) => {
    expect(() => propertySettings(1, { ROBOTSTREAM_PROPERTY_RUNS: runs })).toThrow(
      /^ROBOTSTREAM_PROPERTY_RUNS is /,
    );
  });

  test('a property may take a share of the runs, never none', () => {
    expect(propertyParameters({ runs: 1000, seed: 1 }, { runsShare: 0.1 })).toEqual({
      numRuns: 100,
      seed: 1,
    });
    expect(propertyParameters({ runs: 5, seed: 1 }, { runsShare: 0.01 })).toEqual({ numRuns: 1, seed: 1 });
    expect(propertyParameters({ runs: 5, seed: 1 }, { numRuns: 3, seed: 2 })).toEqual({
      numRuns: 3,
      seed: 2,
    });
  });

  test('without a seed each property draws its own', () => {
    const seeds = new Set(Array.from({ length: 20 }, () => propertyParameters({ runs: 1 }).seed));
    expect(seeds.size).toBeGreaterThan(1);
  });
});
