import { describe, expect, test } from 'vitest';
import type { RobotsError } from '../../../../src/errors.js';
import { DAY, ManualClock, rest } from '../../../../test/support/manual-clock.js';
import { GuardedStore, STORE_REST_MS } from '../../src/store/guarded-store.js';
import type { RobotsStore, TurnRule } from '../../src/store/store.js';
import { failing, hanging, SharedStore, storeThat } from './support/stores.js';

/** A guarded store, and its reports. */
function guarded(store: RobotsStore) {
  const clock = new ManualClock();
  const reports: [string, RobotsError][] = [];
  const report = (operation: string, error: RobotsError) => void reports.push([operation, error]);
  return { store: new GuardedStore(store, { clock, timeoutMs: 500, report }), clock, reports };
}

test('a stored value, no value (or null, as in many stores) and a failure are three different results', async () => {
  const shared = new SharedStore(new ManualClock());
  shared.entries.set('a', 'there');
  const { store } = guarded(shared.connect());
  expect(await store.get('a')).toEqual({ value: 'there' });
  expect(await store.get('b')).toEqual({ value: undefined });
  const { store: ofNull, reports } = guarded(storeThat(async () => null as never));
  expect([await ofNull.get('a'), reports]).toEqual([{ value: undefined }, []]);
  expect(await guarded(failing()).store.get('a')).toBeUndefined();
});

test.each([Number.NaN, -1, Infinity, 1_800_000_000_000])(
  'a turn that is due in %d ms is a failure of the store; one that is due in a year is not',
  async (dueMs) => {
    const message = `returned ${dueMs}; a number of milliseconds from 0 to ${365 * DAY} is expected`;
    for (const [method, ask, otherwise] of [
      ['take', (store: GuardedStore) => store.takeTurn('a', 'token', RULE), 0],
      ['due', (store: GuardedStore) => store.nextTurn('a'), undefined],
    ] as const) {
      const { store, reports } = guarded(storeWithTurnsThat(async () => dueMs as never));
      expect(await ask(store)).toBe(otherwise);
      const error = { code: 'store-failed', message: `The store failed at "turn": ${method} ${message}` };
      expect(reports).toMatchObject([['turn', error]]);
      expect(await ask(guarded(storeWithTurnsThat(async () => (365 * DAY) as never)).store)).toBe(365 * DAY);
    }
  },
);

const throwing = {
  get message(): string {
    throw new Error('no message');
  },
  toString: () => {
    throw new Error('no text');
  },
};
test.each<[string, unknown]>([
  ['a text', 'no error at all'],
  ['nothing', undefined],
  ['an object without a prototype', Object.create(null)],
  ['a symbol', Symbol('s')],
  ['an object whose text throws', throwing],
  [
    'an error whose message throws',
    Object.defineProperty(new Error(), 'message', { get: throwing.toString }),
  ],
  ['a revoked proxy', revokedProxy()],
])('whatever a store throws, no operation rejects: %s', async (_, thrown) => {
  for (const act of [
    () => {
      throw thrown;
    },
    () => Promise.reject(thrown),
  ]) {
    const { store, reports } = guarded(storeThat(act));
    expect(await store.get('a')).toBeUndefined();
    await store.set('a', 'b', 1);
    await store.delete('a');
    // Two fetches are better than none, and a process that gets no turn from the store paces itself alone.
    expect(await store.acquire('a', 'token', 1)).toBe(true);
    expect(await guarded(storeThat(act)).store.extend('a', 'token', 1)).toBe(false);
    expect(await guarded(storeWithTurnsThat(act)).store.takeTurn('a', 'token', RULE)).toBe(0);
    await store.close();
    expect(reports.map(([operation, { code }]) => `${operation} ${code}`)).toEqual([
      'get store-failed',
      'set store-failed',
      'lease store-failed',
      'close store-failed',
    ]);
    expect(reports[0][1].cause).toBe(thrown);
  }
});

test('an operation that hangs ends at the time limit; its later result is ignored', async () => {
  let answer: (value: string) => void = () => {};
  const late = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const { store, clock, reports } = guarded({ ...hanging(), get: () => late });
  const value = store.get('a');
  await clock.advance(499);
  expect(reports).toEqual([]);
  await clock.advance(1);
  expect(await value).toBeUndefined();
  const message = 'The store did not answer "get" within 500 ms';
  expect(reports).toMatchObject([['get', { code: 'store-timeout', message }]]);
  answer('late');
  await rest();
  expect(clock.pending).toBe(0);
});

describe('after a failure', () => {
  test('operations of its kind are skipped for a moment, then tried again', async () => {
    const shared = new SharedStore(new ManualClock());
    const inner = shared.connect();
    let isBroken = true;
    const get = (key: string) => (isBroken ? Promise.reject(new Error('down')) : inner.get(key));
    const { store, clock, reports } = guarded({ ...inner, get });
    shared.entries.set('a', 'there');
    await store.get('a');
    isBroken = false;
    await clock.advance(STORE_REST_MS - 1);
    expect(await store.get('a')).toBeUndefined();
    await clock.advance(1);
    expect(await store.get('a')).toEqual({ value: 'there' });
    expect(reports.length).toBe(1);
  });

  test('to read in time, nothing is tried for a moment: other operations would hang as well', async () => {
    const { store, clock, reports } = guarded(hanging());
    const value = store.get('a');
    await clock.advance(500);
    await value;
    expect(await store.acquire('a', 'token', 1000)).toBe(true);
    await store.set('a', 'b', 1000);
    expect(reports.length).toBe(1);
    expect(clock.pending).toBe(0);
  });
});

/** Each operation: how it is reported, the kind of operations that rest with it, and a call. */
const OPERATIONS: readonly [string, string, (store: GuardedStore) => Promise<unknown>][] = [
  ['get', 'read', (store) => store.get('a')],
  ['set', 'write', (store) => store.set('a', 'text', 1)],
  ['delete', 'write', (store) => store.delete('a')],
  ['lease', 'lease', (store) => store.acquire('a', 'token', 1)],
  ['lease', 'lease', (store) => store.extend('a', 'token', 1)],
  ['lease', 'lease', (store) => store.release('a', 'token')],
  ['turn', 'turn', (store) => store.takeTurn('a', 'token', RULE)],
  ['turn', 'turn', (store) => store.nextTurn('a')],
  ['turn', 'turn', (store) => store.extendTurn('a', 'token', 1)],
  ['turn', 'turn', (store) => store.endTurn('a', 'token', 1)],
];
const RULE: TurnRule = { delayMs: 0, holdMs: 1 };

/** A store with turns all of whose operations do the same. */
function storeWithTurnsThat(act: () => Promise<never>): RobotsStore {
  return { ...storeThat(act), turns: { take: act, due: act, extend: act, end: act } };
}

describe('after a failure of one operation, only its kind is skipped', () => {
  test.each(OPERATIONS)('%s (%#)', async (operation, kind, act) => {
    const { store, reports } = guarded(storeWithTurnsThat(() => Promise.reject(new Error('down'))));
    await act(store);
    await act(store);
    expect(reports.map(([name]) => name)).toEqual([operation]);
    const kinds = new Set([kind]);
    for (const [, other, attempt] of OPERATIONS) {
      reports.length = 0;
      await attempt(store);
      expect(reports.length).toBe(kinds.has(other) ? 0 : 1);
      kinds.add(other);
    }
  });

  test.each(OPERATIONS.slice(1))('that hangs: %s (%#)', async (_, kind, act) => {
    const { store, clock, reports } = guarded(storeWithTurnsThat(() => new Promise(() => {})));
    const outcome = act(store);
    await clock.advance(500);
    await outcome;
    const others = OPERATIONS.filter(([, other]) => other !== kind && other !== 'read');
    for (const attempt of [...others.map(([, , act]) => act), act]) void attempt(store);
    await rest();
    expect(clock.pending).toBe(others.length);
    await clock.advance(500);
    expect(new Set(reports.map(([, { code }]) => code))).toEqual(new Set(['store-timeout']));
  });
});

describe('leases and turns', () => {
  const { leases } = storeThat(() => Promise.reject(new Error('not called')));
  const { turns } = storeWithTurnsThat(() => Promise.reject(new Error('not called')));

  test.each([
    ['neither', {}, false, false],
    ['undefined', { leases: undefined, turns: undefined }, false, false],
    ['null, from JavaScript', { leases: null as never, turns: null as never }, false, false],
    ['leases', { leases }, true, false],
    ['turns', { leases: undefined, turns }, false, true],
  ])('of a store that has %s', (_, parts, hasLeases, hasTurns) => {
    const { leases: _leases, ...bare } = failing();
    const { store } = guarded({ ...bare, ...parts });
    expect([store.hasLeases, store.hasTurns]).toEqual([hasLeases, hasTurns]);
  });

  test('of a store that has neither: asking for them is not a failure', async () => {
    const { leases: _leases, ...bare } = failing();
    const { store, reports } = guarded(bare);
    expect(await store.acquire('a', 'token', 1)).toBe(true);
    expect(await store.extend('a', 'token', 1)).toBe(false);
    expect(await store.takeTurn('a', 'token', RULE)).toBeUndefined();
    await store.release('a', 'token');
    await store.extendTurn('a', 'token', 1);
    await store.endTurn('a', 'token', 1);
    expect(reports).toEqual([]);
  });

  test('a turn that is taken without the leave of the store is reported', () => {
    const { store, reports } = guarded(failing());
    expect(store.reportRefusal('a.example', 600_000)).toBe(0);
    const message = expect.stringMatching(/ no turn at a\.example for 600000 ms/);
    expect(reports).toMatchObject([['turn', { code: 'store-failed', message }]]);
  });
});

test('closing is tried even after a failure, and never rejects', async () => {
  const { store, reports } = guarded(failing());
  await store.get('a');
  await store.close();
  expect(reports.map(([operation]) => operation)).toEqual(['get', 'close']);
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
