/**
 * Property tests: how often each runs, from which seed, and what is said so that a failure can be run again.
 * Nothing of Node, so that the same tests run in a browser; the configuration hands the settings over.
 */
import fc from 'fast-check';
import { inject, test } from 'vitest';

/** What the vitest configurations provide; `property-settings.ts` reads it from the environment. */
export interface PropertySettings {
  /** Runs of each property. */
  readonly runs: number;
  /** The seed of every property; without it each draws its own. */
  readonly seed?: number;
  /** Replays one case that failed: the path that its report gave, of use only together with its seed. */
  readonly path?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    property: PropertySettings;
  }
}

/** Any property of fast-check, `fc.property(…)` or `fc.asyncProperty(…)`. */
export type Property<Ts> = fc.IRawProperty<Ts>;

/** fast-check's own parameters, and a share of the runs for a property whose single run is dear. */
export interface PropertyOverrides<Ts> extends fc.Parameters<Ts> {
  /** Part of the set runs, such as 0.1; default 1. */
  readonly runsShare?: number;
}

/** The time a test may take: this much, and so much more for each run. */
const TIMEOUT_BASE_MS = 60_000;
const TIMEOUT_PER_RUN_MS = 20;

/** A worker that answers nothing for a minute is given up by vitest, so long properties let it speak this often. */
const BREATH_EVERY_MS = 500;

/**
 * Registers a test that holds a property for `ROBOTSTREAM_PROPERTY_RUNS` runs (default 10,000) from the seed
 * `ROBOTSTREAM_PROPERTY_SEED` (default random), and prints the seed.
 */
export function checkProperty<Ts>(
  name: string,
  property: Property<Ts>,
  overrides: PropertyOverrides<Ts> = {},
): void {
  const parameters = propertyParameters(inject('property'), overrides);
  const timeoutMs = TIMEOUT_BASE_MS + parameters.numRuns * TIMEOUT_PER_RUN_MS;
  test(name, { timeout: timeoutMs }, () => runProperty(name, property, parameters));
}

/** The parameters of one property: the settings, a seed of its own if they have none, and what the test overrides. */
export function propertyParameters<Ts>(
  settings: PropertySettings,
  { runsShare = 1, ...overrides }: PropertyOverrides<Ts> = {},
): fc.Parameters<Ts> & { seed: number; numRuns: number } {
  const seed = overrides.seed ?? settings.seed ?? Math.floor(Math.random() * 2 ** 31);
  const numRuns = overrides.numRuns ?? Math.max(1, Math.ceil(settings.runs * runsShare));
  const replay = settings.path === undefined ? {} : { path: settings.path };
  return { ...replay, ...overrides, seed, numRuns };
}

/** Runs a property once, as `checkProperty` does, and throws a report that tells how to replay it. */
export async function runProperty<Ts>(
  name: string,
  property: Property<Ts>,
  parameters: fc.Parameters<Ts> & { seed: number; numRuns: number },
): Promise<void> {
  console.log(`property "${name}": seed ${parameters.seed}, ${parameters.numRuns} runs`);
  const details = await fc.check(breathing(property), parameters);
  if (!details.failed) return;
  const replay = `ROBOTSTREAM_PROPERTY_SEED=${details.seed} ROBOTSTREAM_PROPERTY_PATH=${details.counterexamplePath}`;
  throw new Error(
    `property "${name}" does not hold; to replay this case alone: ${replay}\n${await fc.asyncDefaultReportMessage(details)}`,
    { cause: details.errorInstance },
  );
}

/** The same property, asynchronous, with a turn of the event loop now and then. Values and shrinking are untouched. */
function breathing<Ts>(property: Property<Ts>): fc.IAsyncProperty<Ts> {
  let lastBreath = performance.now();
  return {
    isAsync: () => true,
    generate: (random, runId) => property.generate(random, runId),
    shrink: (value) => property.shrink(value),
    run: async (value) => {
      if (performance.now() - lastBreath > BREATH_EVERY_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        lastBreath = performance.now();
      }
      return property.run(value);
    },
    runBeforeEach: async () => property.runBeforeEach(),
    runAfterEach: async () => property.runAfterEach(),
  };
}
