/** Tests that need something that not every machine has, such as a server. Without it they are skipped. */
import { describe, type TestContext, test } from 'vitest';

export interface Need {
  readonly isMet: boolean;
  /** What to install or to set, for the last line of the run, such as `redis-server or valkey-server`. */
  readonly what: string;
}

/** SQLite is a part of newer versions of Node. */
export const SQLITE_NEED: Need = {
  isMet: process.getBuiltinModule('node:sqlite') !== undefined,
  what: 'Node 22.13 or later, which has SQLite',
};

/** A `describe` whose tests run if the need is met. Otherwise it has one skipped test, and the run ends with a line about it. */
export function describeWith(need: Need, name: string, define: () => void): void {
  if (need.isMet) describe(name, define);
  else test(name, (context) => skipWithout(need, context));
}

/** Skips the rest of a test if a need is not met. */
export function skipWithout(need: Need, { skip }: Pick<TestContext, 'skip'>): void {
  skip(!need.isMet, `needs ${need.what}`);
}
