/** Turns at hosts, by a clock that the test moves. */
import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { GuardedStore } from '../../src/cache/guarded-store.js';
import { type EndTurn, Pacer, type PacerOptions } from '../../src/cache/pacing/pacer.js';
import type { RobotsStore, Turns } from '../../src/cache/store.js';
import { ManualClock, rest } from '../support/manual-clock.js';

const DAY = 86_400_000;

/** A pacer, what has had its turn and when, and a way to ask for turns. */
function pacing({
  clock = new ManualClock(),
  ...options
}: Partial<PacerOptions> & { clock?: ManualClock } = {}) {
  const start = clock.now();
  const begun: string[] = [];
  const ends = new Map<string, EndTurn>();
  let turns = 0;
  const pacer = new Pacer({
    clock,
    perHost: 1,
    maxQueue: 1000,
    ttlMs: 3000,
    store: undefined,
    onTurn: () => turns++,
    ...options,
  });
  const ask = (
    name: string,
    {
      host = 'a.example',
      delayMs = 100,
      lasts = false,
      signal,
    }: {
      host?: string;
      delayMs?: number;
      lasts?: boolean;
      signal?: AbortSignal;
    } = {},
  ): Promise<unknown> =>
    pacer.take({ host, delayMs, lasts, signal }).then(
      (end) => {
        begun.push(`${name} ${clock.now() - start}`);
        ends.set(name, end);
      },
      (error) => error,
    );
  return { clock, pacer, begun, ask, end: (name: string) => ends.get(name)?.(), turns: () => turns };
}

describe('turns that are over at once', () => {
  test('come in the order of the questions, with the delay between them', async () => {
    const { clock, begun, ask, turns } = pacing();
    for (const name of ['one', 'two', 'three']) void ask(name);
    await rest();
    expect(begun).toEqual(['one 0']);
    await clock.advance(99);
    expect(begun).toEqual(['one 0']);
    await clock.advance(1);
    expect(begun).toEqual(['one 0', 'two 100']);
    await clock.advance(1000);
    expect(begun).toEqual(['one 0', 'two 100', 'three 200']);
    expect(turns()).toBe(3);
    void ask('four');
    await rest();
    expect(begun.at(-1)).toBe('four 1100');
  });

  test('of one host do not delay another', async () => {
    const { clock, begun, ask } = pacing();
    for (let i = 0; i < 100; i++) void ask(`slow-${i}`, { delayMs: DAY });
    void ask('other', { host: 'b.example' });
    await rest();
    expect(begun).toEqual(['slow-0 0', 'other 0']);
    await clock.advance(2 * DAY);
    expect(begun.slice(2)).toEqual([`slow-1 ${DAY}`, `slow-2 ${2 * DAY}`]);
  });

  test('may be further apart than a timer counts', async () => {
    const { clock, begun, ask } = pacing();
    void ask('one', { delayMs: 60 * DAY });
    void ask('two');
    await clock.advance(60 * DAY - 1);
    expect(begun).toEqual(['one 0']);
    await clock.advance(1);
    expect(begun).toEqual(['one 0', `two ${60 * DAY}`]);
  });

  test('come at once where there is no delay', async () => {
    const { begun, ask } = pacing();
    for (let i = 0; i < 5; i++) void ask(`${i}`, { delayMs: 0 });
    await rest();
    expect(begun).toEqual(['0 0', '1 0', '2 0', '3 0', '4 0']);
  });
});

describe('turns that last', () => {
  test('are counted, and the delay counts from their end', async () => {
    const { clock, begun, ask, end } = pacing();
    for (const name of ['one', 'two', 'three']) void ask(name, { lasts: true });
    await clock.advance(5000);
    expect(begun).toEqual(['one 0']);
    end('one');
    end('one');
    await clock.advance(99);
    expect(begun).toEqual(['one 0']);
    await clock.advance(1);
    expect(begun).toEqual(['one 0', 'two 5100']);
    end('two');
    await clock.advance(100);
    expect(begun).toEqual(['one 0', 'two 5100', 'three 5200']);
  });

  test('may be several at once', async () => {
    const { clock, begun, ask, end } = pacing({ perHost: 2 });
    for (const name of ['one', 'two', 'three']) void ask(name, { lasts: true });
    await clock.advance(5000);
    expect(begun).toEqual(['one 0', 'two 100']);
    end('two');
    await clock.advance(100);
    expect(begun.at(-1)).toBe('three 5100');
  });

  test('end once: ending one again frees no further turn', async () => {
    const { clock, begun, ask, end } = pacing();
    for (const name of ['one', 'two', 'three']) void ask(name, { lasts: true });
    await rest();
    end('one');
    end('one');
    await clock.advance(5000);
    expect(begun).toEqual(['one 0', 'two 100']);
  });

  test('keep the host busy when there is no delay and nothing waits', async () => {
    const { clock, begun, ask, end } = pacing();
    void ask('one', { delayMs: 0, lasts: true });
    await rest();
    void ask('two', { delayMs: 0, lasts: true });
    await clock.advance(5000);
    expect(begun).toEqual(['one 0']);
    end('one');
    await rest();
    expect(begun).toEqual(['one 0', 'two 5000']);
  });
});

describe('a request that waits', () => {
  test('gives up when its signal aborts, and the next one has its turn', async () => {
    const { clock, begun, ask, pacer } = pacing();
    const enough = new AbortController();
    void ask('one');
    const two = ask('two', { signal: enough.signal });
    void ask('three');
    await rest();
    expect(pacer.waiting).toBe(2);
    enough.abort(new Error('enough'));
    expect(await two).toMatchObject({ message: 'enough' });
    expect(await ask('four', { signal: enough.signal })).toMatchObject({ message: 'enough' });
    await clock.advance(1000);
    expect(begun).toEqual(['one 0', 'three 100']);
  });

  test('is refused where too many wait', async () => {
    const { clock, begun, ask, pacer } = pacing({ maxQueue: 2 });
    for (const name of ['one', 'two', 'three']) void ask(name);
    await rest();
    expect(await ask('four')).toMatchObject({
      code: 'queue-full',
      message: 'a.example: 2 requests wait for their turn already',
    });
    void ask('other', { host: 'b.example' });
    await clock.advance(100);
    void ask('five');
    await clock.advance(1000);
    expect(begun).toEqual(['one 0', 'other 0', 'two 100', 'three 200', 'five 300']);
    expect(pacer.waiting).toBe(0);
  });

  test('is rejected when the pacer closes, and so is each after it', async () => {
    const { clock, ask, pacer } = pacing();
    void ask('one', { lasts: true });
    const two = ask('two');
    await rest();
    await pacer.close(new Error('closed'));
    expect(await two).toMatchObject({ message: 'closed' });
    expect(await ask('three')).toMatchObject({ message: 'closed' });
    expect(clock.pending).toBe(0);
  });
});

describe('one signal for all requests', () => {
  test('causes no warning of a leak, and has no listeners once they have had their turns', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const { signal } = new AbortController();
    const { clock, begun, ask } = pacing();
    for (let i = 0; i < 50; i++) void ask(`${i}`, { signal });
    await rest();
    expect(warnings.filter((warning) => 'target' in warning && warning.target === signal)).toEqual([]);
    await clock.advance(5000);
    expect(begun.length).toBe(50);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

test('a host is forgotten once its delay has passed', async () => {
  const { clock, ask } = pacing();
  for (let i = 0; i < 50; i++) void ask(`${i}`, { host: `${i}.example` });
  await rest();
  expect(clock.pending).toBe(50);
  await clock.advance(100);
  expect(clock.pending).toBe(0);
});

describe('with a store', () => {
  /** A store whose turns the test scripts. */
  function storeWith(
    turns: Partial<Turns>,
    clock: ManualClock,
  ): { store: GuardedStore; calls: string[]; failures: unknown[] } {
    const calls: string[] = [];
    const failures: unknown[] = [];
    const all: Turns = {
      take: async () => 0,
      extend: async () => {},
      end: async () => {},
      leave: async () => {},
      ...turns,
    };
    const inner = {
      turns: {
        take: (...values) => {
          calls.push(`take ${values[0]}`);
          return all.take(...values);
        },
        extend: (...values) => {
          calls.push('extend');
          return all.extend(...values);
        },
        end: (...values) => {
          calls.push(`end ${values[2]}`);
          return all.end(...values);
        },
        leave: (...values) => {
          calls.push('leave');
          return all.leave(...values);
        },
      },
    } as Partial<RobotsStore> as RobotsStore;
    const store = new GuardedStore(inner, {
      clock,
      timeoutMs: 500,
      report: (_, error) => failures.push(error.code),
    });
    return { store, calls, failures };
  }

  test('asks it until the turn is due, renews what lasts, and says when it is over', async () => {
    const clock = new ManualClock();
    const replies = [undefined, undefined, 700, 0];
    const { store, calls } = storeWith({ take: async () => replies.shift() }, clock);
    const { begun, ask, end } = pacing({ clock, store });
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

  test('asks it more and more rarely while other turns come first, and soon again once it names a time', async () => {
    const clock = new ManualClock();
    const asked: number[] = [];
    const replies = [...Array(10).fill(undefined), 700, undefined, 60_000, 0];
    const start = clock.now();
    const { store } = storeWith(
      {
        take: async () => {
          asked.push(clock.now() - start);
          return replies.shift();
        },
      },
      clock,
    );
    const { ask } = pacing({ clock, store });
    void ask('one');
    await clock.advance(60_000);
    const pauses = asked.slice(1).map((at, i) => at - asked[i]);
    // From 25 ms, half as much more each time, in whole milliseconds, to 500 ms at most.
    expect(pauses.slice(0, 10)).toEqual([25, 38, 57, 85, 127, 190, 285, 428, 500, 500]);
    // A place in the queue ends after 3,000 ms: it is renewed three times in that time.
    expect(pauses.slice(10)).toEqual([700, 25, 1000]);
  });

  test('gives it the rule of each turn', async () => {
    const clock = new ManualClock();
    const rules: unknown[] = [];
    const take: Turns['take'] = async (_key, _token, rule) => {
      rules.push(rule);
      return 0;
    };
    const { store } = storeWith({ take }, clock);
    const { ask } = pacing({ clock, store, perHost: 3, ttlMs: 9000 });
    void ask('one', { delayMs: 5 });
    void ask('two', { delayMs: 7, lasts: true });
    await clock.advance(100);
    expect(rules).toEqual([
      { delayMs: 5, perHost: 3, lasts: false, ttlMs: 9000 },
      { delayMs: 7, perHost: 3, lasts: true, ttlMs: 9000 },
    ]);
  });

  test('does not leave the queue if it has no place', async () => {
    const clock = new ManualClock();
    const { store, calls } = storeWith({}, clock);
    const { begun, ask } = pacing({ clock, store });
    void ask('one');
    await rest();
    const enough = new AbortController();
    const two = ask('two', { signal: enough.signal });
    await rest();
    enough.abort(new Error('enough'));
    await two;
    await clock.advance(1000);
    expect(begun).toEqual(['one 0']);
    expect(calls).toEqual(['take turn a.example']);
  });

  test('leaves the queue when nothing waits any more', async () => {
    const clock = new ManualClock();
    const { store, calls } = storeWith({ take: async () => undefined }, clock);
    const { ask } = pacing({ clock, store });
    const enough = new AbortController();
    const asked = ask('one', { signal: enough.signal });
    await rest();
    enough.abort(new Error('enough'));
    await asked;
    await rest();
    expect(calls).toEqual(['take turn a.example', 'leave']);
    expect(clock.pending).toBe(0);
  });

  describe('takes a turn for a request that has given up meanwhile', () => {
    /** Aborts the first of some requests while the store is asked about it. */
    async function given(first: { lasts: boolean }, ...others: readonly { lasts: boolean }[]) {
      const clock = new ManualClock();
      const answers: ((ms: number) => void)[] = [];
      const { store, calls } = storeWith(
        { take: () => new Promise((resolve) => answers.push(resolve)) },
        clock,
      );
      const { ask, begun } = pacing({ clock, store });
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

    test('ends it if it lasts', async () => {
      const { calls } = await given({ lasts: true });
      expect(calls).toEqual(['take turn a.example', 'end 0']);
    });

    test('need not end it if it does not last', async () => {
      const { calls } = await given({ lasts: false });
      expect(calls).toEqual(['take turn a.example']);
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

  test('a host whose turn is being asked for is not forgotten', async () => {
    const clock = new ManualClock();
    const answers: ((ms: number) => void)[] = [];
    const { store } = storeWith({ take: () => new Promise((resolve) => answers.push(resolve)) }, clock);
    const { begun, ask, end } = pacing({ clock, store, perHost: 2 });
    void ask('one', { delayMs: 0, lasts: true });
    await rest();
    answers[0](0);
    await rest();
    const enough = new AbortController();
    const two = ask('two', { delayMs: 0, lasts: true, signal: enough.signal });
    await rest();
    enough.abort(new Error('enough'));
    await two;
    // Nothing waits and no turn lasts, but the store has not answered yet.
    end('one');
    void ask('three', { delayMs: 0, lasts: true });
    await rest();
    expect(answers.length).toBe(2);
    answers[1](0);
    await rest();
    expect(begun).toEqual(['one 0', 'three 0']);
  });

  test('paces alone while it fails or hangs', async () => {
    for (const take of [() => Promise.reject(new Error('no')), () => new Promise<never>(() => {})]) {
      const clock = new ManualClock();
      const { store, failures } = storeWith({ take }, clock);
      const { begun, ask } = pacing({ clock, store });
      for (const name of ['one', 'two', 'three']) void ask(name, { delayMs: 1000 });
      await clock.advance(3000);
      expect(begun.length).toBe(3);
      expect(failures.length).toBe(1);
      const times = begun.map((line) => Number(line.split(' ')[1]));
      expect(times.slice(1).map((time, i) => time - times[i])).toEqual([1000, 1000]);
    }
  });
});
