/** Clients that are closed with the test, and conditions that tests wait for. */
import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { HOUR, ManualClock } from '../../../../../test/support/manual-clock.js';
import { type ClientOptions, createClient, type RobotsClient } from '../../../src/index.js';
import { type Site, startSite } from './site.js';

export { until } from '../../fetch/support/sockets.js';

/** Limits that nothing meets in real time, however slow the machine is. */
export const PATIENT: Partial<ClientOptions> = {
  timeouts: { connectMs: HOUR, headersMs: HOUR, bodyMs: HOUR, totalMs: HOUR },
};

/** A client that is closed with the test. Unless the test has a clock, the client is patient. */
export function newClient(options: Partial<ClientOptions> = {}): RobotsClient {
  const limits = options.clock === undefined ? PATIENT : {};
  if (options.clock === undefined && options.store !== undefined) {
    const { timeoutMs = HOUR, leaseMs = HOUR } = options.store;
    Object.assign(options.store, { timeoutMs, leaseMs });
  }
  const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', ...limits, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** A client that is closed with the test, and its clock, which the test moves. */
export function clientWithClock(options: Partial<ClientOptions> = {}): {
  client: RobotsClient;
  clock: ManualClock;
} {
  const clock = new ManualClock();
  return { clock, client: newClient({ clock, ...options }) };
}

/** A site that is closed with the test, with a file if it is given one. */
export async function newSite(body?: string): Promise<Site> {
  const site = await startSite();
  onTestFinished(() => site.close());
  if (body !== undefined) site.answer({ body });
  return site;
}

/** Resolves names by a function of the test, which returns null for names that do not exist. */
export function lookupOf(addressOf: (name: string) => string | null): LookupFunction {
  return (name, { all }, callback) => {
    const address = addressOf(name);
    if (address === null) {
      callback(Object.assign(new Error(`no such name: ${name}`), { code: 'ENOTFOUND' }), []);
    } else if (all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
}
