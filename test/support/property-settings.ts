/** Reads the settings of property tests from the environment. For the vitest configurations, not for tests. */
import type { PropertySettings } from './property.js';

/**
 * @param defaultRuns runs of each property if `ROBOTSTREAM_PROPERTY_RUNS` is not set
 * @throws {RangeError} on a variable that is not a whole number in its range
 */
export function propertySettings(defaultRuns: number, env = process.env): PropertySettings {
  const seed = wholeNumber(env, 'ROBOTSTREAM_PROPERTY_SEED', -(2 ** 31));
  const path = env.ROBOTSTREAM_PROPERTY_PATH;
  return {
    runs: wholeNumber(env, 'ROBOTSTREAM_PROPERTY_RUNS', 1) ?? defaultRuns,
    ...(seed === undefined ? {} : { seed }),
    ...(path ? { path } : {}),
  };
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, least: number): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value >= 2 ** 31) {
    throw new RangeError(
      `${name} is ${JSON.stringify(text)}; it takes a whole number from ${least} to ${2 ** 31 - 1}`,
    );
  }
  return value;
}
