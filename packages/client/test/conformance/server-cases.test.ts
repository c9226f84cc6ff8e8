/** The client passes every server case of `conformance/servers`, by its class and under the profile of the case. */
import { expect, test } from 'vitest';
import {
  type ServerCase,
  type ServerStep,
  scriptsOf,
  serverCases,
} from '../../../../test/conformance/suite.js';
import { ManualClock, rest, SECOND } from '../../../../test/support/manual-clock.js';
import { createClient } from '../../src/index.js';
import { ScriptedServers } from './scripted-servers.js';

/** The differences from the script; empty if it is played to its end. */
async function faultsOf({ agents, profile }: ServerCase, steps: readonly ServerStep[]): Promise<string[]> {
  const clock = new ManualClock();
  const servers = new ScriptedServers();
  const client = createClient({
    userAgent: `${agents.join(' ')}/1.0`,
    agents,
    profile,
    clock,
    dispatcher: servers as never,
  });
  let passed = 0;
  for (const { at, url, requests, allowed, line } of steps) {
    await clock.advance((at - passed) * SECOND);
    passed = at;
    servers.expect(requests);
    const answer = await client.check(url);
    await rest();
    servers.finish();
    const given = { allowed: answer.allowed, line: answer.verdict?.rule?.line ?? 0 };
    if (given.allowed !== allowed || given.line !== line)
      servers.faults.push(`${at} s: ${JSON.stringify(given)}, not ${JSON.stringify({ allowed, line })}`);
  }
  await client.close();
  return servers.faults;
}

test('conformance/servers: the client passes every case', async () => {
  const failures: string[] = [];
  for (const one of serverCases()) {
    const faults = await Promise.all(scriptsOf(one).map((steps) => faultsOf(one, steps)));
    // In a disputed case, the script of either side is right.
    if (faults.every(({ length }) => length > 0))
      failures.push(`${one.id} (${one.why}): ${faults.flat().join('; ')}`);
  }
  expect(failures).toEqual([]);
});
