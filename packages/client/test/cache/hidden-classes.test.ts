/**
 * What each question reads has few hidden classes, however many sites and crawlers there are. A spread that other fields follow would
 * give each object one of its own.
 */
import { expect, test } from 'vitest';
import { callersOf, callersOfTokens } from '../../../../src/match/select/callers.js';
import { PROFILES } from '../../../../src/profiles.js';
import { countHiddenClasses } from '../../../../test/support/hidden-class.js';
import { AccessError } from '../../src/access/faults.js';
import * as result from '../../src/access/result/result.js';
import { decodeRecord, encodeRecord } from '../../src/cache/entry-codec.js';
import { nextRecord } from '../../src/cache/next-record.js';
import type { CacheRecord } from '../../src/cache/record.js';
import { facts, ROBOTS_URL, success, unavailable, unreachable } from './support/results.js';

const CONTEXT = {
  access: PROFILES.rfc9309.access,
  userAgent: 'ExampleBot/1.0',
  minLifetimeMs: 0,
  now: Date.UTC(2026, 0, 1),
};
const READING = { robotsUrl: ROBOTS_URL, userAgent: 'ExampleBot/1.0', maxOctets: 512_000, now: CONTEXT.now };

/** While V8 learns of a shape, the first objects that have it can have another hidden class. */
const MOST_WHILE_LEARNING = 10;

function expectFew(make: (nth: number) => object | null): void {
  const objects = Array.from({ length: 50 }, (_, nth) => make(nth)).filter((made) => made !== null);
  expect(objects).toHaveLength(50);
  expect(countHiddenClasses(objects)).toBeLessThanOrEqual(MOST_WHILE_LEARNING);
}

test('objects of different fields are counted', () => {
  expect(countHiddenClasses(Array.from({ length: 50 }, (_, nth) => ({ [`field${nth}`]: nth })))).toBe(50);
});

test('copies from a store have few hidden classes', () => {
  const readAgain = (record: CacheRecord) => {
    const read = decodeRecord(encodeRecord(record), READING);
    if (typeof read === 'string') throw new Error(`discarded as ${read}`);
    return read;
  };
  const copyOf = (nth: number) => nextRecord(undefined, null, success(`# ${nth}`), CONTEXT);
  expectFew((nth) => readAgain(copyOf(nth)));
  expectFew((nth) => readAgain(copyOf(nth)).copy);
});

test('results of fetches have few hidden classes', () => {
  const { access } = PROFILES.rfc9309;
  const { document } = success('');
  const cause = new AccessError('connection-reset', 'reset');
  expectFew((nth) => result.success(facts(200), document, nth % 2 === 0 ? null : cause));
  expectFew(() => result.notModified(facts(304)));
  expectFew((nth) => result.unavailable(facts(404 + (nth % 2)), access, 'allow-all'));
  expectFew((nth) => result.unreachable(facts(500 + (nth % 2)), access, cause));
});

test('failures have few hidden classes', () => {
  expectFew((nth) => nextRecord(undefined, null, unavailable(404 + (nth % 2)), CONTEXT).absence);
  expectFew((nth) => nextRecord(undefined, null, unreachable(500 + (nth % 2)), CONTEXT).absence);
});

test('callers with several names, and crawlers, have few hidden classes', () => {
  expectFew((nth) => callersOf([`a${nth}`, `b${nth}`]));
  expectFew((nth) => callersOfTokens({ tokens: [`a${nth}`, `b${nth}`] }, 'crawler', 'an object with tokens'));
});
