/** One signal for everything that a crawler does. The signal belongs to the program: the client changes nothing about it. */
import { getEventListeners, getMaxListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { fetchRobots } from '../../src/index.js';
import { newClient, until } from './support/clients.js';
import { startSite } from './support/site.js';

const COUNT = 50;

/** The warnings of the process about too many listeners, from now on. */
function listenerWarnings(): string[] {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error): void => {
    if (name === 'MaxListenersExceededWarning') warnings.push(message);
  };
  process.on('warning', onWarning);
  onTestFinished(() => {
    process.off('warning', onWarning);
  });
  return warnings;
}

test('many questions, turns, prefetches and fetches that wait at once', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  const waiting: (() => void)[] = [];
  site.answer((_, response) => {
    waiting.push(() => response.end(''));
  });
  const warnings = listenerWarnings();
  const client = newClient({
    concurrency: { perHost: Infinity, perAddress: Infinity },
    pacing: { defaultDelayMs: 0 },
  });
  const { signal } = new AbortController();
  const limit = getMaxListeners(signal);
  const times = Array.from({ length: COUNT }, (_, i) => i);
  const all = times.flatMap((i) => [
    client.isAllowed(`${site.origin}/${i}`, { signal }),
    client.check(`${site.origin}/${i}`, { signal }),
    client.turn(`${site.origin}/${i}`, { signal }),
    client.areAllowed([`${site.origin}/${i}`], { signal }),
    client.prefetch([site.origin], { signal }),
    fetchRobots(site.origin, { userAgent: 'ExampleBot/1.0', signal }),
  ]);
  await until(() => waiting.length === COUNT + 1);
  expect([getMaxListeners(signal), getEventListeners(signal, 'abort').length]).toEqual([limit, 1]);
  for (const answer of waiting) answer();
  await Promise.all(all);
  expect([getMaxListeners(signal), getEventListeners(signal, 'abort').length]).toEqual([limit, 0]);
  expect(warnings).toEqual([]);
});

test('an abort ends all of them', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  site.answer(() => {});
  const client = newClient();
  const controller = new AbortController();
  const { signal } = controller;
  const all = Array.from({ length: COUNT }, (_, i) => client.isAllowed(`${site.origin}/${i}`, { signal }));
  await until(() => site.requests.length === 1);
  const reason = new Error('enough');
  controller.abort(reason);
  expect(await Promise.allSettled(all)).toEqual(all.map(() => ({ status: 'rejected', reason })));
  expect(client.stats().pending).toBe(0);
});
