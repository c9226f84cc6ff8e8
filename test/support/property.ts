/**
 * Property tests: how often each runs, from which seed, and how a failure is replayed. It uses no Node API, so that the same
 * tests run in a browser; the configuration provides the settings.
 */
import fc from 'fast-check';
import { inject, test } from 'vitest';

/** What the vitest configurations provide; `property-settings.ts` reads it from the environment. */
export interface PropertySettings {
  /** Runs of each property. */
  readonly runs: number;
  /** The seed of every property; without it each draws its own. */
  readonly seed?: number;
  /** Replays one failed case: the path from its report. It is useful only together with the seed. */
  readonly path?: string;
  /** Reports the first case that fails, without a search for a smaller one; default false. */
  readonly endOnFailure?: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    property: PropertySettings;
  }
}

/** Any property of fast-check, `fc.property(…)` or `fc.asyncProperty(…)`. */
export type Property<Ts> = fc.IRawProperty<Ts>;

/** fast-check's own parameters, and a share of the runs for a property whose single run takes long. */
export interface PropertyOverrides<Ts> extends fc.Parameters<Ts> {
  /** The share of the runs, such as 0.1; default 1. */
  readonly runsShare?: number;
}

/**
 * Registers a test that checks a property for `ROBOTSTREAM_PROPERTY_RUNS` runs from the seed `ROBOTSTREAM_PROPERTY_SEED`
 * (default random), and prints the seed. The configuration has the default runs: 500, with `--mode nightly` 10,000.
 */
export function checkProperty<Ts>(
  name: string,
  property: Property<Ts>,
  overrides: PropertyOverrides<Ts> = {},
): void {
  const parameters = propertyParameters(inject('property'), overrides);
  test(name, () => runProperty(name, property, parameters));
}

/** The parameters of one property: the settings, a seed of its own if they have none, and what the test overrides. */
export function propertyParameters<Ts>(
  settings: PropertySettings,
  { runsShare = 1, ...overrides }: PropertyOverrides<Ts> = {},
): fc.Parameters<Ts> & { seed: number; numRuns: number } {
  const seed = overrides.seed ?? settings.seed ?? Math.floor(Math.random() * 2 ** 31);
  const numRuns = overrides.numRuns ?? Math.max(1, Math.ceil(settings.runs * runsShare));
  const { path, endOnFailure } = settings;
  const replay = path === undefined ? {} : { path };
  const ending = endOnFailure === undefined ? {} : { endOnFailure };
  return { ...replay, ...ending, ...overrides, seed, numRuns };
}

/** Runs a property once, as `checkProperty` does, and throws a report that says how to replay it. */
export async function runProperty<Ts>(
  name: string,
  property: Property<Ts>,
  parameters: fc.Parameters<Ts> & { seed: number; numRuns: number },
): Promise<void> {
  console.log(`property "${name}": seed ${parameters.seed}, ${parameters.numRuns} runs`);
  const details = await fc.check(property, parameters);
  if (!details.failed) return;
  const replay = `ROBOTSTREAM_PROPERTY_SEED=${details.seed} ROBOTSTREAM_PROPERTY_PATH=${details.counterexamplePath}`;
  throw new Error(
    `property "${name}" does not hold; to replay this case alone: ${replay}\n${await fc.asyncDefaultReportMessage(details)}`,
    { cause: details.errorInstance },
  );
}
