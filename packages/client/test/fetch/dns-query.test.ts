import { expect, test } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { queryDns } from '../../src/fetch/resolver.js';
import { NameServer, NEVER_AGAIN_MS } from './support/name-server.js';
import { until } from './support/sockets.js';

test('the name servers of the system are asked by default', async () => {
  // This name is never sent, because it is not valid.
  const query = queryDns('a..b', 0, { servers: undefined, clock: new ManualClock() }, neverAborted());
  await expect(query).rejects.toMatchObject({ code: 'EBADNAME' });
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

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
