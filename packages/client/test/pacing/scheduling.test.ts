/** Turns without waiting, and hosts that become free, by a clock that the test moves. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { type ClientOptions, createClient, type FreeHosts } from '../../src/index.js';

/** A client that knows some files, with a clock that the test moves. */
async function knowing(files: Readonly<Record<string, string>>, options: Partial<ClientOptions> = {}) {
  const clock = new ManualClock();
  const client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', clock, ...options });
  onTestFinished(() => client.close());
  for (const [host, file] of Object.entries(files)) await client.put(`http://${host}/`, file);
  return { client, clock };
}

const SLOW = 'User-agent: *\nCrawl-delay: 5\n';

/** Collects the hosts of an iteration, with the times at which they come. */
function collect(free: FreeHosts, clock: ManualClock) {
  const start = clock.monotonicNow();
  const hosts: string[] = [];
  const ended = (async () => {
    for await (const host of free) hosts.push(`${host} ${clock.monotonicNow() - start}`);
    return 'ended';
  })().catch((error) => error);
  return { hosts, ended };
}

describe('tryTurn', () => {
  test('takes a turn if one is free, without waiting for one', async () => {
    const { client, clock } = await knowing({ 'a.example': SLOW });
    const url = 'http://a.example/1';
    expect(await client.tryTurn(url)).toEqual({ askedDelayMs: 5000, delayMs: 5000 });
    expect(await client.tryTurn(url)).toBeUndefined();
    await clock.advance(4999);
    expect(await client.tryTurn(new URL(url))).toBeUndefined();
    await clock.advance(1);
    const all = await Promise.all(Array.from({ length: 100 }, () => client.tryTurn(url)));
    expect(all.filter((turn) => turn !== undefined).length).toBe(1);
    expect(client.stats().turns).toBe(2);
  });

  test('comes after requests that wait', async () => {
    const { client, clock } = await knowing({ 'a.example': SLOW });
    const url = 'http://a.example/1';
    await client.turn(url);
    const second = client.turn(url);
    await rest();
    await clock.advance(4999);
    const tried = client.tryTurn(url);
    await clock.advance(1);
    expect(await tried).toBeUndefined();
    await second;
    expect(await client.tryTurn(url)).toBeUndefined();
  });

  test('rejects as turn does', async () => {
    const { client } = await knowing(
      { 'a.example': SLOW },
      { pacing: { aboveMaxDelay: 'refuse', maxDelayMs: 4000 } },
    );
    await expect(client.tryTurn('http://a.example/')).rejects.toMatchObject({ code: 'delay-too-long' });
    await expect(client.tryTurn('/path')).rejects.toThrow(TypeError);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.tryTurn('http://a.example/', { signal })).rejects.toThrow('enough');
    await client.close();
    await expect(client.tryTurn('http://a.example/')).rejects.toMatchObject({ code: 'client-closed' });
  });
});

test('tryInTurn holds the turn until its function is done, and does not call it if no turn is free', async () => {
  const { client, clock } = await knowing({ 'a.example': SLOW });
  const url = 'http://a.example/1';
  const page = later<string>();
  const first = client.tryInTurn(url, () => page.promise);
  await clock.advance(60_000);
  expect(await client.tryInTurn(url, () => expect.fail('no turn is free'))).toBeUndefined();
  expect(await client.nextTurnAt(url)).toBe(clock.now() + 5000);
  page.resolve('page');
  expect(await first).toEqual({ value: 'page' });
  await clock.advance(4999);
  expect(await client.tryTurn(url)).toBeUndefined();
  await clock.advance(1);
  const failure = client.tryInTurn(url, ({ delayMs }) => Promise.reject(new Error(`after ${delayMs}`)));
  await expect(failure).rejects.toThrow('after 5000');
  expect(await client.tryTurn(url)).toBeUndefined();
  await expect(client.tryInTurn(url, 7 as never)).rejects.toThrow('act is 7');
});

test('nextTurnAt says when a turn may be free', async () => {
  const { client, clock } = await knowing({ 'a.example': SLOW });
  const url = 'http://a.example/1';
  const now = clock.now();
  expect(await client.nextTurnAt('http://unknown.example/')).toBe(now);
  expect(await client.nextTurnAt(url)).toBe(now);
  await client.turn(url);
  await clock.advance(1000);
  expect(await client.nextTurnAt('https://a.example.:8443/2')).toBe(now + 5000);
  void client.turn(url).catch(() => {});
  await rest();
  expect(await client.nextTurnAt(url)).toBe(now + 10_000);
  clock.set(-3_600_000);
  expect(await client.nextTurnAt(url)).toBe(now - 3_600_000 + 10_000);
  await expect(client.nextTurnAt('mailto:a@example.com')).rejects.toThrow(TypeError);
  await client.close();
  await expect(client.nextTurnAt(url)).rejects.toMatchObject({ code: 'client-closed' });
});

test('a clock that is set back delays no host for long, even if the clock has no monotonic time', async () => {
  const manual = new ManualClock();
  const clock = {
    now: () => manual.now(),
    setTimeout: (callback: () => void, ms: number) => manual.setTimeout(callback, ms),
    clearTimeout: (timer: unknown) => manual.clearTimeout(timer),
  };
  const { client } = await knowing({ 'a.example': SLOW }, { clock });
  const { hosts } = collect(client.hostsFree(), manual);
  await client.turn('http://a.example/1');
  manual.set(-86_400_000);
  await manual.advance(5000);
  expect(await client.nextTurnAt('http://a.example/1')).toBeLessThanOrEqual(manual.now() + 5000);
  await manual.advance(5000);
  expect(hosts.length).toBe(1);
  manual.set(-86_400_000);
  expect(await client.tryTurn('http://a.example/1')).toBeDefined();
});

describe('hostsFree', () => {
  test('yields each host that had a turn, or had none free, once its next turn is due', async () => {
    const { client, clock } = await knowing({ 'a.example': SLOW, 'b.example': '', 'c.example': '' });
    const { hosts } = collect(client.hostsFree(), clock);
    await client.turn('http://a.example/1');
    await client.turn('http://b.example/1');
    await clock.advance(1000);
    expect(hosts).toEqual(['b.example 1000']);
    const page = later();
    const lasting = client.inTurn('http://c.example/1', () => page.promise);
    await clock.advance(1000);
    expect(await client.tryTurn('http://c.example/2')).toBeUndefined();
    await clock.advance(3000);
    expect(hosts).toEqual(['b.example 1000', 'a.example 5000']);
    page.resolve();
    await lasting;
    await clock.advance(1000);
    await clock.advance(60_000);
    expect(hosts).toEqual(['b.example 1000', 'a.example 5000', 'c.example 6000']);
  });

  test('keeps a host until it is taken, and drops it if it gets another turn first', async () => {
    const { client, clock } = await knowing({ 'a.example': '', 'b.example': '' });
    const free = client.hostsFree();
    await client.turn('http://a.example/1');
    await client.turn('http://b.example/1');
    await clock.advance(1000);
    await client.turn('http://a.example/2');
    expect(await free.next()).toEqual({ done: false, value: 'b.example' });
    const next = free.next();
    await clock.advance(1000);
    expect(await next).toEqual({ done: false, value: 'a.example' });
  });

  test('ends by return, with its signal, and with the client', async () => {
    const { client, clock } = await knowing({ 'a.example': '' });
    const returned = client.hostsFree();
    const first = collect(returned, clock);
    await rest();
    expect(await returned.return()).toEqual({ done: true, value: undefined });
    expect(await first.ended).toBe('ended');
    expect(await returned.next()).toEqual({ done: true, value: undefined });
    const enough = new AbortController();
    const aborted = client.hostsFree({ signal: enough.signal });
    const second = collect(aborted, clock);
    await rest();
    enough.abort(new Error('enough'));
    expect(await second.ended).toMatchObject({ message: 'enough' });
    await expect(aborted.next()).rejects.toThrow('enough');
    await expect(client.hostsFree({ signal: enough.signal }).next()).rejects.toThrow('enough');
    const left = collect(client.hostsFree(), clock);
    const unread = client.hostsFree();
    await rest();
    await client.close();
    expect(await left.ended).toMatchObject({ code: 'client-closed' });
    await expect(unread.next()).rejects.toMatchObject({ code: 'client-closed' });
    expect(() => client.hostsFree()).toThrow(expect.objectContaining({ code: 'client-closed' }));
  });

  test('keeps hosts only while there is an iteration, and yields them to those that go on', async () => {
    const { client, clock } = await knowing({ 'a.example': '', 'b.example': '' });
    const { signal } = new AbortController();
    client.hostsFree({ signal: AbortSignal.abort() });
    await client.turn('http://a.example/1');
    await clock.advance(1000);
    const [one, two] = [client.hostsFree(), client.hostsFree({ signal })];
    const first = two.next();
    await client.turn('http://b.example/1');
    await clock.advance(1000);
    two.add('c.example');
    await one.return();
    one.add('d.example');
    two.add('e.example');
    const got = [await first, await two.next(), await two.next()].map(({ value }) => value);
    expect(got).toEqual(['b.example', 'c.example', 'e.example']);
    await client.turn('http://b.example/2');
    await clock.advance(1000);
    await two.return();
    const { hosts } = collect(client.hostsFree(), clock);
    await rest();
    expect(hosts).toEqual([]);
  });

  test('yields hosts that are added, unless they become free by themselves', async () => {
    const { client, clock } = await knowing({ 'a.example': '', 'b.example': '' });
    const free = client.hostsFree();
    for (const host of ['c.example', 'b.example', 'c.example']) free.add(host);
    await client.turn('http://a.example/1');
    await client.turn('http://b.example/1');
    for (const host of ['a.example', 'b.example', 'd.example']) free.add(host);
    const { hosts, ended } = collect(free, clock);
    await clock.advance(60_000);
    expect(hosts).toEqual(['c.example 0', 'd.example 0', 'a.example 1000', 'b.example 1000']);
    expect(() => free.add(7 as never)).toThrow('host is 7; a string is expected');
    await free.return();
    free.add('e.example');
    expect(await ended).toBe('ended');
  });
});
