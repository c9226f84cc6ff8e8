import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { MAX_TIMER_MS } from '../../src/fetch/clock.js';
import { type Known, RobotsLookup } from '../../src/lookup/robots-lookup.js';
import { ROBOTS_URL } from './support/results.js';

const BEGAN_AT = 1000;
const newLookup = (): RobotsLookup => new RobotsLookup(ROBOTS_URL, 'question', BEGAN_AT);

/** A known record. A lookup passes it on and does not read it. */
const known = (source: Known['source']): Known => ({ entry: {} as Known['entry'], source });

test('a record of the store is newer if it was learnt since the lookup began', () => {
  expect(newLookup().isNewer(undefined)).toBe(false);
  expect(newLookup().isNewer(BEGAN_AT - 1)).toBe(false);
  expect(newLookup().isNewer(BEGAN_AT)).toBe(true);
  expect(newLookup().isNewer(BEGAN_AT + 1)).toBe(true);
});

test('a record is also newer if it changed since the first read, whatever the clock of the other machine says', () => {
  const lookup = newLookup();
  expect(lookup.isNewer(500)).toBe(false);
  expect(lookup.isNewer(500)).toBe(false);
  expect(lookup.isNewer(400)).toBe(true);
  expect(lookup.isNewer(undefined)).toBe(false);
});

test('any record is newer after a first read that found nothing', () => {
  const lookup = newLookup();
  expect(lookup.isNewer(undefined)).toBe(false);
  expect(lookup.isNewer(500)).toBe(true);
});

test('the known record is offered after some time, and after that each newer one', () => {
  const clock = new ManualClock();
  const lookup = newLookup();
  const offers: Known[] = [];
  const stop = lookup.offerAfter(100, clock, (offer) => offers.push(offer));
  const [first, second, third] = [known('memory'), known('store'), known('store')];
  lookup.known = first;
  clock.elapse(99);
  expect(offers).toEqual([]);
  clock.elapse(1);
  expect(offers).toEqual([first]);
  lookup.known = undefined;
  lookup.known = second;
  expect(offers).toEqual([first, second]);
  expect(lookup.known).toBe(second);
  stop();
  lookup.known = third;
  expect(offers.length).toBe(2);
});

test('nothing is offered while nothing is known, nor after the offers were stopped', () => {
  const clock = new ManualClock();
  const lookup = newLookup();
  const offers: Known[] = [];
  const stop = lookup.offerAfter(100, clock, (offer) => offers.push(offer));
  clock.elapse(100);
  expect(offers).toEqual([]);
  stop();
  const stopEarly = lookup.offerAfter(100, clock, (offer) => offers.push(offer));
  stopEarly();
  expect(clock.pending).toBe(0);
});

test('an offer further away than a timer can count is never made', () => {
  const clock = new ManualClock();
  const none = newLookup().offerAfter(MAX_TIMER_MS + 1, clock, () => {});
  expect(clock.pending).toBe(0);
  none();
  newLookup().offerAfter(MAX_TIMER_MS, clock, () => {});
  expect(clock.pending).toBe(1);
});
