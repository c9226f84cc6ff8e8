/** Turns at hosts, taken from a store, by a clock that the test moves. */
import { describe, expect, test } from 'vitest';
import { ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { MOST_REFUSED_MS } from '../../src/pacing/pacer.js';
import { GuardedStore } from '../../src/store/guarded-store.js';
import type { RobotsStore, Turns } from '../../src/store/store.js';
import { pacing } from './support/pacing.js';

describe('with a store', () => {
  /** A pacer with a store whose turns the test scripts: without a script, a turn is taken or not when the test answers. */
  function pacingWith(turns: Partial<Turns> = {}, { clock = new ManualClock(), perHost = 1 } = {}) {
    const calls: string[] = [];
    const failures: unknown[] = [];
    const answers: ((ms: number) => void)[] = [];
    const all: Turns = {
      take: () => new Promise((resolve) => answers.push(resolve)),
      due: async () => 0,
      extend: async () => {},
      end: async () => {},
      ...turns,
    };
    // What is said of a call besides its name.
    const places: Readonly<Record<string, number>> = { take: 0, due: 0, end: 2 };
    const noted = Object.entries(all).map(([name, act]: [string, (...values: never[]) => unknown]) => [
      name,
      (...values: never[]) => {
        calls.push(name in places ? `${name} ${values[places[name]]}` : name);
        return act(...values);
      },
    ]);
    const inner = { turns: Object.fromEntries(noted) } as Partial<RobotsStore> as RobotsStore;
    const store = new GuardedStore(inner, {
      clock,
      timeoutMs: 500,
      report: (_, error) => failures.push(error.code),
    });
    return { answers, calls, failures, ...pacing({ clock, store, perHost }) };
  }

  test('asks it until the turn is due, renews what lasts, and says when it is over', async () => {
    const replies = [undefined, undefined, 700, 0];
    const { clock, calls, begun, ask, end } = pacingWith({ take: async () => replies.shift() });
    void ask('one', { lasts: true });
    await clock.advance(762);
    expect(begun).toEqual([]);
    await clock.advance(1);
    expect(begun).toEqual(['one 763']);
    await clock.advance(2500);
    end('one');
    await rest();
    const all = [...Array(4).fill('take turn a.example'), 'extend', 'extend', 'end 100'];
    expect(calls).toEqual(all);
    end('one');
    await clock.advance(60_000);
    expect(calls).toEqual(all);
    expect(clock.pending).toBe(0);
  });

  test.each([
    [1, { delayMs: 100, holdMs: 3100 }, 2],
    [2, { delayMs: 100, holdMs: 0 }, 0],
  ])(
    'holds a turn that lasts, and renews it, where it is the only one: %i at once',
    async (perHost, rule, renewals) => {
      const rules: unknown[] = [];
      const take: Turns['take'] = async (_key, _token, given) => {
        rules.push(given);
        return 0;
      };
      const { clock, calls, ask, end } = pacingWith({ take }, { perHost });
      void ask('one', { lasts: true });
      await clock.advance(2500);
      end('one');
      await rest();
      expect(rules).toEqual([rule]);
      expect(calls.filter((call) => call === 'extend').length).toBe(renewals);
    },
  );

  test('asks it more and more rarely while other turns come first, and soon again once it names a time', async () => {
    const clock = new ManualClock();
    const asked: number[] = [];
    const replies = [...Array(10).fill(undefined), 700, undefined, 60_000, 0];
    const start = clock.now();
    const { ask } = pacingWith(
      {
        take: async () => {
          asked.push(clock.now() - start);
          return replies.shift();
        },
      },
      { clock },
    );
    void ask('one');
    await clock.advance(60_000);
    const pauses = asked.slice(1).map((at, i) => at - asked[i]);
    // From 25 ms, half as much more each time, in whole milliseconds, to 500 ms at most.
    expect(pauses.slice(0, 10)).toEqual([25, 38, 57, 85, 127, 190, 285, 428, 500, 500]);
    expect(pauses.slice(10)).toEqual([700, 25]);
  });

  test('takes a turn all the same after ten minutes in which another is said to be in progress, and reports it', async () => {
    const { clock, calls, failures, begun, ask, end } = pacingWith({ take: async () => undefined });
    void ask('one', { lasts: true });
    void ask('two');
    await clock.advance(100);
    clock.elapse(MOST_REFUSED_MS - 1000);
    await clock.advance(0);
    expect([begun, failures]).toEqual([[], []]);
    await clock.advance(2000);
    expect(begun).toEqual([expect.stringMatching(/^one /)]);
    expect(failures).toEqual(['store-failed']);
    end('one');
    await clock.advance(100);
    clock.elapse(MOST_REFUSED_MS - 1000);
    await clock.advance(0);
    expect(begun).toHaveLength(1);
    await clock.advance(3000);
    expect(begun).toHaveLength(2);
    expect(calls.filter((call) => call.startsWith('end'))).toEqual(['end 100']);
    expect(clock.pending).toBe(0);
  });

  describe('takes a turn for a request that has given up meanwhile', () => {
    /** Aborts the first of some requests while the store is asked about it. */
    async function given(first: { lasts: boolean }, ...others: readonly { lasts: boolean }[]) {
      const { answers, calls, ask, begun } = pacingWith();
      const enough = new AbortController();
      const asked = ask('first', { ...first, signal: enough.signal });
      for (const [i, other] of others.entries()) void ask(`other ${i}`, other);
      await rest();
      enough.abort(new Error('enough'));
      await asked;
      answers[0](0);
      await rest();
      return { calls, begun };
    }

    test.each([true, false])('ends it if it lasts: %j', async (lasts) => {
      const { calls } = await given({ lasts });
      expect(calls).toEqual(['take turn a.example', ...(lasts ? ['end 0'] : [])]);
    });

    test.each([true, false])('gives it to the next one of its kind (lasts: %j)', async (lasts) => {
      const { calls, begun } = await given({ lasts }, { lasts });
      expect(begun).toEqual(['other 0 0']);
      expect(calls).toEqual(['take turn a.example']);
    });

    test('gives it to none of the other kind', async () => {
      const { calls, begun } = await given({ lasts: true }, { lasts: false });
      expect(begun).toEqual([]);
      expect(calls).toEqual(['take turn a.example', 'end 0', 'take turn a.example']);
    });
  });

  test('paces alone while it fails or hangs', async () => {
    for (const take of [() => Promise.reject(new Error('no')), () => new Promise<never>(() => {})]) {
      const { clock, failures, begun, ask } = pacingWith({ take });
      for (const name of ['one', 'two', 'three']) void ask(name, { delayMs: 1000 });
      await clock.advance(3000);
      expect(begun.length).toBe(3);
      expect(failures.length).toBe(1);
      const times = begun.map((line) => Number(line.split(' ')[1]));
      expect(times.slice(1).map((time, i) => time - times[i])).toEqual([1000, 1000]);
    }
  });

  describe('without waiting', () => {
    const kind = { key: 'a.example', delayMs: 100, lasts: false };

    test('asks it once, and frees the host when it says so', async () => {
      const rules: unknown[] = [];
      const replies = [700, undefined, 0];
      const take: Turns['take'] = async (_key, _token, rule) => {
        rules.push(rule);
        return replies.shift();
      };
      const { clock, calls, pacer } = pacingWith({ take, due: async () => 900 });
      const free = pacer.hostsFree(undefined);
      expect(await pacer.tryTake(kind)).toBeUndefined();
      expect(rules).toEqual([{ delayMs: 100, holdMs: 0 }]);
      expect(await pacer.freeInMs('a.example')).toBe(900);
      expect(await pacer.tryTake(kind)).toBeUndefined();
      expect(calls).toEqual(['take turn a.example', 'due turn a.example']);
      for (const ms of [700, 100]) {
        const next = free.next();
        await clock.advance(ms - 1);
        expect(clock.pending).toBe(1);
        await clock.advance(1);
        expect(await next).toEqual({ done: false, value: 'a.example' });
        const isTaken = (await pacer.tryTake(kind)) !== undefined;
        expect(isTaken).toBe(ms === 100);
      }
    });

    test.each([
      [true, 0, ['end 0']],
      [false, 0, []],
      [true, 700, []],
    ])(
      'returns a turn that it gets after the client was closed, if it lasts: %j, due in %i ms',
      async (lasts, dueMs, more) => {
        const { answers, clock, calls, pacer } = pacingWith();
        const tried = pacer.tryTake({ ...kind, lasts }).catch((error) => error);
        await rest();
        const closed = pacer.close(new Error('closed'));
        answers[0](dueMs);
        expect(await tried).toMatchObject({ message: 'closed' });
        await closed;
        await rest();
        expect(calls).toEqual(['take turn a.example', ...more]);
        expect(clock.pending).toBe(0);
      },
    );

    test('has the host busy, and other requests wait, until the store has answered', async () => {
      const { answers, clock, calls, pacer, ask } = pacingWith();
      const free = pacer.hostsFree(undefined);
      const tried = pacer.tryTake(kind);
      await rest();
      const got: unknown[] = [];
      void free.next().then(({ value }) => got.push(value));
      free.add(kind.key);
      const enough = new AbortController();
      void ask('one', { signal: enough.signal });
      await rest();
      enough.abort(new Error('enough'));
      answers[0](0);
      expect(await tried).toBeDefined();
      await rest();
      expect([calls, got]).toEqual([['take turn a.example'], []]);
      await clock.advance(100);
      expect(got).toEqual([kind.key]);
    });

    test('paces alone while it fails or hangs: of many at once, one has the turn', async () => {
      for (const act of [() => Promise.reject(new Error('no')), () => new Promise<never>(() => {})]) {
        const { clock, failures, pacer } = pacingWith({ take: act, due: act });
        let taken = 0;
        for (let i = 0; i < 10; i++) void pacer.tryTake(kind).then((end) => (taken += end ? 1 : 0));
        await clock.advance(500);
        expect(taken).toBe(1);
        const ms = pacer.freeInMs('a.example');
        await clock.advance(0);
        expect(await ms).toBeLessThanOrEqual(100);
        expect(failures.length).toBe(1);
      }
    });

    test.each([-1, Number.NaN, Infinity, 'soon'])('treats an answer of %s as a failure', async (answer) => {
      const act = async () => answer as number;
      const { clock, failures, pacer } = pacingWith({ take: act, due: act });
      expect(await pacer.freeInMs('a.example')).toBe(0);
      await clock.advance(5000);
      expect(await pacer.tryTake(kind)).toBeDefined();
      expect(failures).toEqual(['store-failed', 'store-failed']);
    });
  });
});
