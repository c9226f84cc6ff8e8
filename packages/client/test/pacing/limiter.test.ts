import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { checkProperty } from '../../../../test/support/property.js';
import { type ConcurrencyLimits, Limiter, Permit } from '../../src/pacing/limiter.js';

const forever = (): AbortSignal => new AbortController().signal;

/** Waits for a permit at a host. */
async function enterAt(limits: Limiter, host: string, signal: AbortSignal): Promise<Permit> {
  const permit = new Permit(limits);
  await permit.moveTo(host, signal);
  return permit;
}

/** A limiter, the fetches that hold a permit in the order in which they got it, and a way to end each. */
function limiter(options: Partial<ConcurrencyLimits>) {
  const limits = new Limiter({
    total: 100,
    perHost: 100,
    perAddress: 100,
    ...options,
  });
  const begun: string[] = [];
  const permits = new Map<string, Permit>();
  /** `a1` is a fetch from host `a`. */
  const enter = async (name: string, signal = forever()): Promise<void> => {
    permits.set(name, await enterAt(limits, name.replace(/\d/, ''), signal));
    begun.push(name);
  };
  const connect = async (name: string, address: string, signal = forever()): Promise<void> => {
    await permits.get(name)?.connectTo(address, signal);
    begun.push(`${name}@${address}`);
  };
  const move = async (name: string, host: string): Promise<void> => {
    await permits.get(name)?.moveTo(host, forever());
    begun.push(`${name}>${host}`);
  };
  const end = async (name: string): Promise<void> => {
    permits.get(name)?.leave();
    await rest();
  };
  return { limits, begun, enter, connect, move, end };
}

test('hosts with the dot of the root are the same as without', async () => {
  const { begun, enter, end } = limiter({ perHost: 1 });
  for (const name of ['a.1', 'a2', 'b1']) void enter(name);
  await rest();
  expect(begun).toEqual(['a.1', 'b1']);
  await end('a.1');
  expect(begun).toEqual(['a.1', 'b1', 'a2']);
});

describe('addresses', () => {
  test('no more fetches at once from one address, whatever the hosts', async () => {
    const { limits, begun, enter, connect, end } = limiter({ perAddress: 2 });
    for (const name of ['a1', 'b1', 'c1']) {
      void enter(name);
      await rest();
      void connect(name, '192.0.2.1');
    }
    await rest();
    expect(new Set(begun)).toEqual(new Set(['a1', 'b1', 'c1', 'a1@192.0.2.1', 'b1@192.0.2.1']));
    expect([limits.running, limits.waiting]).toEqual([2, 1]);
    await end('a1');
    expect(begun.at(-1)).toBe('c1@192.0.2.1');
    for (const name of ['b1', 'c1']) await end(name);
    for (const name of ['d1', 'e1']) {
      await enter(name);
      void connect(name, '192.0.2.1');
    }
    await rest();
    expect([begun.at(-1), limits.running]).toEqual(['e1@192.0.2.1', 2]);
  });

  test('a fetch has a place at one address, the last, and keeps that of the total where it need not wait', async () => {
    const { begun, enter, connect, end } = limiter({ total: 1, perAddress: 1 });
    await enter('a1');
    void enter('b1');
    for (const address of ['192.0.2.1', '192.0.2.2']) void connect('a1', address);
    await rest();
    expect(begun).toEqual(['a1', 'a1@192.0.2.1', 'a1@192.0.2.2']);
    const late = enter('c1').then(() => connect('c1', '192.0.2.1'));
    await end('a1');
    await end('b1');
    await late;
    expect(begun.at(-1)).toBe('c1@192.0.2.1');
  });

  test('a fetch that waits for its address holds none of the total', async () => {
    const { begun, enter, connect, end } = limiter({ total: 2, perAddress: 1 });
    await enter('a1');
    await connect('a1', '192.0.2.1');
    await enter('b1');
    void connect('b1', '192.0.2.1');
    await rest();
    await enter('good1');
    await connect('good1', '192.0.2.2');
    expect(begun.at(-1)).toBe('good1@192.0.2.2');
    await end('a1');
    expect(begun.at(-1)).toBe('b1@192.0.2.1');
  });

  test.each([
    ['one /64 network of IPv6 is one address', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2', true],
    ['two /64 networks are two', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['a short form is expanded', '2001:db8::1', '2001:db8:0:0:1::', true],
    ['a form without gaps is no other', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:9:9:9:9', true],
    ['a gap takes only the groups that are missing', '1::2:3:4:5:6', '1::9:3:4:5:6', false],
    ['groups are kept apart', '1:11:1:1::1', '11:1:1:1::1', false],
    ['a zone does not count', 'fe80::1%eth0', 'fe80::2', true],
    ['IPv4-mapped addresses are counted by themselves', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ])('%s', async (_, one, other, isSame) => {
    const { limits, enter, connect } = limiter({ perAddress: 1 });
    await enter('a1');
    await enter('b1');
    await connect('a1', one);
    void connect('b1', other);
    await rest();
    expect(limits.waiting).toBe(isSame ? 1 : 0);
  });
});

test('redirects count for the host that they lead to, and wait without a permit', async () => {
  const { limits, begun, enter, move, end } = limiter({ total: 2, perHost: 1 });
  await enter('target1');
  await enter('a1');
  void move('a1', 'target');
  await rest();
  expect([limits.running, limits.waiting]).toEqual([1, 1]);
  await enter('a2');
  expect(begun).toEqual(['target1', 'a1', 'a2']);
  await end('target1');
  expect(begun.at(-1)).toBe('a1>target');
  await end('a1');
  await end('a2');
  expect([limits.running, limits.waiting]).toEqual([0, 0]);
});

describe('a fetch that waits', () => {
  test('gives up when its signal aborts, and its turn is not lost', async () => {
    const { limits, begun, enter, end } = limiter({ total: 1, perHost: 1 });
    const controller = new AbortController();
    await enter('a1');
    const impatient = enter('b1', controller.signal);
    void enter('c1');
    controller.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    expect(limits.waiting).toBe(1);
    await end('a1');
    await end('c1');
    expect(begun).toEqual(['a1', 'c1']);
    expect([limits.running, limits.waiting]).toEqual([0, 0]);
    await expect(enter('d1', controller.signal)).rejects.toThrow('enough');
    expect(limits.running).toBe(0);
  });

  test('counts once: its signal has no effect on the queue when it has a permit', async () => {
    const { limits, enter, end } = limiter({ total: 1 });
    const controller = new AbortController();
    await enter('a1');
    void enter('b1', controller.signal);
    await end('a1');
    controller.abort(new Error('late'));
    await rest();
    expect([limits.running, limits.waiting]).toEqual([1, 0]);
  });

  test('gets no permit once its fetch is over', async () => {
    const { limits, enter, connect, end } = limiter({ perAddress: 1 });
    await enter('a1');
    await connect('a1', '192.0.2.1');
    await enter('b1');
    const waiting = connect('b1', '192.0.2.1');
    const outcome = expect(waiting).rejects.toThrow('ended before it had a permit');
    await end('b1');
    await end('a1');
    await outcome;
    expect([limits.running, limits.waiting]).toEqual([0, 0]);
  });
});

const step = fc.record({
  host: fc.nat(4),
  address: fc.nat(2),
  redirect: fc.option(fc.nat(4), { nil: undefined }),
  turns: fc.nat(4),
  abortAfter: fc.option(fc.nat(3), { nil: undefined }),
});
const limitsOf = fc.record({
  total: fc.integer({ min: 1, max: 6 }),
  perHost: fc.integer({ min: 1, max: 3 }),
  perAddress: fc.integer({ min: 1, max: 3 }),
});

checkProperty(
  'whatever fetches do, the limits hold, all of them begin, and no permit is lost',
  fc.asyncProperty(limitsOf, fc.array(step, { maxLength: 40 }), async (bounds, steps) => {
    const limits = new Limiter(bounds);
    const at = new Map<string, number>();
    let running = 0;
    let overrun = 0;
    const hold = async (places: string[], most: number[], turns: number): Promise<void> => {
      running++;
      for (const place of places) at.set(place, (at.get(place) ?? 0) + 1);
      const isOver = places.some((place, i) => (at.get(place) ?? 0) > most[i]);
      if (isOver || running > bounds.total) overrun++;
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      for (const place of places) at.set(place, (at.get(place) ?? 0) - 1);
      running--;
    };
    const fetches = steps.map(async ({ host, address, redirect, turns, abortAfter }) => {
      const controller = new AbortController();
      const { signal } = controller;
      if (abortAfter !== undefined) {
        void (async () => {
          for (let turn = 0; turn < abortAfter; turn++) await Promise.resolve();
          controller.abort();
        })();
      }
      let permit: Permit | undefined;
      try {
        permit = await enterAt(limits, `h${host}`, signal);
        await permit.connectTo(`192.0.2.${address}`, signal);
        const places = [`h${host}`, `a${address}`];
        await hold(places, [bounds.perHost, bounds.perAddress], turns);
        if (redirect === undefined) return;
        await permit.moveTo(`h${redirect}`, signal);
        await hold([`h${redirect}`], [bounds.perHost], turns);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        permit?.leave();
      }
    });
    await Promise.all(fetches);
    expect(overrun).toBe(0);
    expect([limits.running, limits.waiting]).toEqual([0, 0]);
  }),
);
