/** One DNS query. The name server is on loopback, or there is none. */
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { queryDns } from '../../src/fetch/addresses/dns-query.js';
import { NameServer, NEVER_AGAIN_MS } from './support/name-server.js';
import { until } from './support/sockets.js';

test('the name servers of the system are asked by default', async () => {
  // This name is never sent, because it is not valid.
  const query = queryDns('a..b', 0, { servers: undefined, clock: new ManualClock() }, neverAborted());
  await expect(query).rejects.toMatchObject({ code: 'EBADNAME' });
});

test('an answer leaves no listener on the signal and no timer', async () => {
  const server = await NameServer.start(() => ({ a: ['127.0.0.1'], aaaa: ['::1'], ttl: 7 }));
  const [clock, signal] = [new ManualClock(), neverAborted()];
  const { addresses, ttlMs } = await queryDns(
    'a.example',
    0,
    { servers: [server.address], clock, firstTryMs: NEVER_AGAIN_MS },
    signal,
  );
  expect([addresses.length, ttlMs]).toEqual([2, 7000]);
  expect([getEventListeners(signal, 'abort'), clock.pending]).toEqual([[], 0]);
});

test('a family that fails does not shorten the wait for the other', async () => {
  let answer = (_addresses: readonly string[]): void => {};
  const a = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  const server = await NameServer.start(() => ({ a, aaaa: 'servfail' }));
  const clock = new ManualClock();
  const found = queryDns(
    'a.example',
    0,
    { servers: [server.address], clock, firstTryMs: NEVER_AGAIN_MS },
    neverAborted(),
  );
  await until(() => server.asked('a.example') > 1);
  await rest();
  // No timer runs for the addresses that have not arrived.
  expect(clock.pending).toBe(0);
  answer(['127.0.0.1']);
  expect((await found).addresses).toEqual([{ address: '127.0.0.1', family: 4 }]);
});

test('a query that is aborted before it begins sends nothing', async () => {
  const server = await NameServer.start(() => 'silence');
  const signal = AbortSignal.abort('enough');
  const query = queryDns(
    'a.example',
    0,
    { servers: [server.address], clock: new ManualClock(), firstTryMs: NEVER_AGAIN_MS },
    signal,
  );
  await expect(query).rejects.toBe('enough');
  await rest();
  expect(server.questions).toEqual([]);
});

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
