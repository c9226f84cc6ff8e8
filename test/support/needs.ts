/** Tests that need something which not every machine has, such as a server: where it is missing they are skipped. */
import { describe, type TestContext, test } from 'vitest';

export interface Need {
  readonly isMet: boolean;
  /** What to install or to set, for the line that the run ends with, such as `redis-server or valkey-server`. */
  readonly what: string;
}

/** A `describe` whose tests run where the need is met. Elsewhere it holds one skipped test; the run ends with a line about it. */
export function describeWith(need: Need, name: string, define: () => void): void {
  if (need.isMet) describe(name, define);
  else test(name, (context) => skipWithout(need, context));
}

/** Skips the rest of a test where a need is not met. */
export function skipWithout(need: Need, { skip }: Pick<TestContext, 'skip'>): void {
  skip(!need.isMet, `needs ${need.what}`);
}
