/** Records in a store that processes share. */
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../../src/profiles.js';
import { HOUR, ManualClock, MINUTE } from '../../../../test/support/manual-clock.js';
import { nextRecord } from '../../src/memory/next-record.js';
import type { CacheRecord } from '../../src/memory/record.js';
import { RecordStore, type RecordStoreOptions, type StoreMessage } from '../../src/store/record-store.js';
import type { RobotsStore } from '../../src/store/store.js';
import { ROBOTS_URL, success, unavailable, unreachable } from '../lookup/support/results.js';
import { keysOf, SharedStore } from './support/stores.js';

const profile = PROFILES.rfc9309;
const KEYS = keysOf(ROBOTS_URL);

/** Records in a store, and the parts that a test looks into. */
function recordsIn(store: RobotsStore, clock: ManualClock, options: Partial<RecordStoreOptions> = {}) {
  const reports: StoreMessage[] = [];
  const counts = { storeFailures: 0, storeDiscards: 0, leaseWaits: 0 };
  const records = new RecordStore(
    store,
    {
      profile,
      userAgent: 'ExampleBot/1.0',
      headers: {},
      html: 'rules',
      maxOctets: 512_000,
      minLifetimeMs: 0,
      fetchMs: MINUTE,
      clock,
      ...options,
    },
    {
      onMessage: (message) => {
        counts[message.error === null ? 'storeDiscards' : 'storeFailures']++;
        reports.push(message);
      },
      onWait: () => counts.leaseWaits++,
    },
  );
  return { records, counts, reports };
}

function setUp(options: Partial<RecordStoreOptions> = {}) {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  return { clock, shared, ...recordsIn(shared.connect(), clock, options) };
}

function recordOf(
  result: Parameters<typeof nextRecord>[2],
  clock: ManualClock,
  previous?: CacheRecord,
  minLifetimeMs = 0,
): CacheRecord {
  const context = { access: profile.access, userAgent: 'ExampleBot/1.0', minLifetimeMs, now: clock.now() };
  return nextRecord(previous, null, result, context);
}

describe('reading', () => {
  test('nothing, and a store that fails, are two different results', async () => {
    const { records, counts, reports, clock, shared } = setUp();
    expect(await records.read(ROBOTS_URL)).toEqual({ record: undefined, hasFailed: false });
    expect([counts.storeFailures, counts.storeDiscards, reports.length]).toEqual([0, 0, 0]);
    shared.entries.set(KEYS.own, 'what cannot be used counts as nothing');
    expect(await records.read(ROBOTS_URL)).toEqual({ record: undefined, hasFailed: false });
    for (const failing of [KEYS.shared, KEYS.own]) {
      const get = async (key: string) => {
        if (key === failing) throw new Error('down');
      };
      const broken = recordsIn({ ...new SharedStore(clock).connect(), get }, clock);
      expect(await broken.records.read(ROBOTS_URL)).toEqual({ record: undefined, hasFailed: true });
      expect(broken.counts.storeFailures).toBe(1);
      expect(broken.reports).toMatchObject([
        { operation: 'get', error: { code: 'store-failed' }, discarded: null },
      ]);
    }
  });
});

describe('writing', () => {
  test('updates the record that is stored by then', async () => {
    const { records, clock } = setUp();
    const file = recordOf(success('a'), clock);
    await records.write(ROBOTS_URL, () => file);
    const seen: (CacheRecord | undefined)[] = [];
    clock.elapse(1);
    const outage = recordOf(unreachable(503), clock, file);
    await records.write(ROBOTS_URL, (stored) => {
      seen.push(stored);
      return outage;
    });
    expect(seen).toEqual([file]);
    expect((await records.read(ROBOTS_URL)).record).toEqual(outage);
  });

  test('what is older than the stored record changes nothing: others read the stored one', async () => {
    const { records, shared, clock } = setUp();
    const old = recordOf(success('old'), clock);
    clock.elapse(HOUR);
    await records.write(ROBOTS_URL, () => recordOf(success('new'), clock));
    const before = shared.log.length;
    expect(await records.write(ROBOTS_URL, () => old)).toBe(true);
    expect(shared.log.slice(before).filter((line) => !line.startsWith('get'))).toEqual([]);
  });

  test('a failure that may be local is not written, and replaces nothing', async () => {
    const { records, shared, clock } = setUp();
    await records.write(ROBOTS_URL, () => recordOf(success('a'), clock));
    const before = [...shared.entries];
    clock.elapse(1);
    const local = recordOf({ ...unreachable(null), isLocalFault: true }, clock);
    expect(local.absence?.isLocal).toBe(true);
    expect(await records.write(ROBOTS_URL, () => local)).toBe(false);
    expect([...shared.entries]).toEqual(before);
  });

  test('a file under no-store is not written, and removes the one before it', async () => {
    const { records, shared, clock } = setUp();
    await records.write(ROBOTS_URL, () => recordOf(success('old'), clock));
    clock.elapse(1);
    const secret = recordOf(success('new', { 'cache-control': 'no-store' }), clock, undefined, HOUR);
    expect(secret.copy?.storable).toBe(false);
    expect(await records.write(ROBOTS_URL, () => secret)).toBe(false);
    expect(shared.entries.size).toBe(0);
    clock.elapse(1);
    const outage = recordOf(unreachable(503), clock, secret);
    expect([outage.copy?.storable, outage.absence?.outcome]).toEqual([false, 'unreachable']);
    expect(await records.write(ROBOTS_URL, () => outage)).toBe(true);
    expect((await records.read(ROBOTS_URL)).record).toEqual({ ...outage, copy: null });
  });

  test('a failure replaces no file that the store could not give', async () => {
    const clock = new ManualClock();
    const shared = new SharedStore(clock);
    const get = () => Promise.reject(new Error('down'));
    const answers: Record<string, boolean> = {};
    for (const [name, record] of Object.entries({
      outage: recordOf(unreachable(503), clock),
      'outage with a copy': recordOf(unreachable(503), clock, recordOf(success('a'), clock)),
      refusal: recordOf(unavailable(404), clock),
      file: recordOf(success('a'), clock),
    })) {
      const { records } = recordsIn({ ...shared.connect(), get }, clock);
      answers[name] = await records.write(ROBOTS_URL, () => record);
    }
    expect(answers).toEqual({ outage: false, 'outage with a copy': true, refusal: true, file: true });
    const { records } = recordsIn(new SharedStore(clock).connect(), clock);
    expect(await records.write(ROBOTS_URL, () => recordOf(unreachable(503), clock))).toBe(true);
  });
});

test('changes of one robots.txt happen one after another, however many there are', async () => {
  const clock = new ManualClock();
  const shared = new SharedStore(clock);
  const { records } = recordsIn(shared.connect(), clock);
  const seen: (string | undefined)[] = [];
  const write = (text: string): Promise<boolean> =>
    records.write(ROBOTS_URL, (stored) => {
      const octets = stored?.copy?.document.octets;
      seen.push(octets && new TextDecoder().decode(octets));
      clock.elapse(1);
      return recordOf(success(text), clock);
    });
  const first = write('first\n');
  const second = write('second\n');
  await first;
  const third = write('third\n');
  await Promise.all([second, third]);
  expect(seen).toEqual([undefined, 'first\n', 'second\n']);
});

describe('keys', () => {
  /** The entries of one robots.txt, as a file and a refusal are written. */
  async function keysUnder(options: Partial<RecordStoreOptions>): Promise<string[]> {
    const { records, shared, clock } = setUp(options);
    await records.write(ROBOTS_URL, () => recordOf(success('a'), clock));
    clock.elapse(1);
    await records.write(ROBOTS_URL, () => recordOf(unavailable(403), clock));
    return [...shared.entries.keys()];
  }

  test('differ where the request, or what a response means, differs', async () => {
    const all = [
      await keysUnder({}),
      await keysUnder({ headers: { from: 'bot@example.com' } }),
      await keysUnder({ headers: { from: 'other@example.com' } }),
      await keysUnder({ minLifetimeMs: 1 }),
      await keysUnder({ profile: PROFILES.google }),
      await keysUnder({ html: 'unavailable' }),
      await keysUnder({ html: 'unreachable' }),
    ].flat();
    expect(new Set(all).size).toBe(14);
  });

  test('are the same for headers in another order, and for a profile of another name', async () => {
    expect(await keysUnder({ profile: { ...profile, name: 'other' } })).toEqual(await keysUnder({}));
    const one = await keysUnder({ headers: { from: 'bot@example.com', accept: 'text/plain' } });
    const other = await keysUnder({ headers: { accept: 'text/plain', from: 'bot@example.com' } });
    expect(other).toEqual(one);
  });
});
