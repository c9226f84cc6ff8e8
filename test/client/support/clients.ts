/** Clients that end with the test, and what tests wait for. */
import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ClientOptions, createClient, type RobotsClient } from '../../../src/client/index.js';

export { until } from '../../access/support/sockets.js';

/** A client that is closed with the test. */
export function newClient(options: Partial<ClientOptions> = {}): RobotsClient {
  const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', ...options });
  onTestFinished(() => client.close());
  return client;
}

/** A promise that the test settles. */
export function later<Value = void>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Resolves names as a function of the test's says; null for names that do not exist. */
export function lookupOf(addressOf: (name: string) => string | null): LookupFunction {
  return (name, { all }, callback) => {
    const address = addressOf(name);
    if (address === null) {
      callback(Object.assign(new Error(`no such name: ${name}`), { code: 'ENOTFOUND' }), []);
    } else if (all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
}
