import { expect, test } from 'vitest';
import { GuardedStore, STORE_REST_MS } from '../../src/cache/guarded-store.js';
import type { RobotsStore } from '../../src/cache/store.js';
import type { RobotsError } from '../../src/errors.js';
import { ManualClock, rest } from './support/manual-clock.js';
import { failing, hanging, SharedStore, storeThat } from './support/stores.js';

/** A guarded store, and what it reported. */
function guarded(store: RobotsStore) {
  const clock = new ManualClock();
  const reports: [string, RobotsError][] = [];
  const report = (operation: string, error: RobotsError) => void reports.push([operation, error]);
  return { store: new GuardedStore(store, { clock, timeoutMs: 500, report }), clock, reports };
}

test('a failure is reported, and answered as if nothing were stored', async () => {
  const { store, reports } = guarded(failing());
  expect(await store.get('a')).toBeUndefined();
  expect(reports).toMatchObject([['get', { code: 'store-failed', cause: { message: 'disk on fire' } }]]);
  expect(reports[0][1].message).toBe('The store failed at "get": disk on fire');
});

test('a store that throws at once is no different', async () => {
  const { store, reports } = guarded(
    storeThat(() => {
      throw 'no error at all';
    }),
  );
  expect(await store.get('a')).toBeUndefined();
  expect(reports[0][1].message).toBe('The store failed at "get": no error at all');
});

test('a store that hangs is given up at the time limit; what it says later is nobody’s', async () => {
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
  expect(reports).toMatchObject([['get', { code: 'store-timeout' }]]);
  answer('late');
  await rest();
  expect(clock.pending).toBe(0);
});

test('after a failure the store is left alone for a moment, and then asked again', async () => {
  const shared = new SharedStore(new ManualClock());
  const inner = shared.connect();
  let broken = true;
  const get = (key: string) => (broken ? Promise.reject(new Error('down')) : inner.get(key));
  const { store, clock, reports } = guarded({ ...inner, get });
  shared.entries.set('a', 'there');
  await store.get('a');
  broken = false;
  await clock.advance(STORE_REST_MS - 1);
  expect(await store.get('a')).toBeUndefined();
  await store.set('a', 'other', 1000);
  expect(shared.entries.get('a')).toBe('there');
  await clock.advance(1);
  expect(await store.get('a')).toBe('there');
  expect(reports.length).toBe(1);
});

test('a lease of a store that fails counts as taken, for better two fetches than none', async () => {
  for (const broken of [failing(), hanging()]) {
    const { store, clock } = guarded(broken);
    const taken = store.acquire('a', 'token', 1000);
    await clock.advance(500);
    expect(await taken).toBe(true);
  }
  const { store } = guarded(failing());
  expect(await store.extend('a', 'token', 1000)).toBe(false);
});

test('closing is tried even while the store is left alone, and never rejects', async () => {
  const { store, reports } = guarded(failing());
  await store.get('a');
  await store.close();
  expect(reports.map(([operation]) => operation)).toEqual(['get', 'close']);
});
