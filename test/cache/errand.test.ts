import { expect, test } from 'vitest';
import { Errand, type Known } from '../../src/cache/errand.js';
import { MAX_TIMER_MS } from '../../src/time-units.js';
import { ManualClock } from '../support/manual-clock.js';
import { ROBOTS_URL } from './support/results.js';

const BEGAN_AT = 1000;
const newErrand = (): Errand => new Errand(ROBOTS_URL, 'question', BEGAN_AT);

/** Something known: an errand passes it on, and does not look into it. */
const known = (source: Known['source']): Known => ({ entry: {} as Known['entry'], source });

test('what a store holds is news if it was learnt since the errand began', () => {
  expect(newErrand().isNews(undefined)).toBe(false);
  expect(newErrand().isNews(BEGAN_AT - 1)).toBe(false);
  expect(newErrand().isNews(BEGAN_AT)).toBe(true);
  expect(newErrand().isNews(BEGAN_AT + 1)).toBe(true);
});

test('it is news if it changed since the first look, whatever the clock of the other machine says', () => {
  const errand = newErrand();
  expect(errand.isNews(500)).toBe(false);
  expect(errand.isNews(500)).toBe(false);
  expect(errand.isNews(400)).toBe(true);
  expect(errand.isNews(undefined)).toBe(false);
});

test('anything is news after a first look that found nothing', () => {
  const errand = newErrand();
  expect(errand.isNews(undefined)).toBe(false);
  expect(errand.isNews(500)).toBe(true);
});

test('what is known is offered after some time, and whenever more is known after that', () => {
  const clock = new ManualClock();
  const errand = newErrand();
  const offers: Known[] = [];
  const stop = errand.offerAfter(100, clock, (offer) => offers.push(offer));
  const [first, second, third] = [known('memory'), known('store'), known('store')];
  errand.known = first;
  clock.elapse(99);
  expect(offers).toEqual([]);
  clock.elapse(1);
  expect(offers).toEqual([first]);
  errand.known = undefined;
  errand.known = second;
  expect(offers).toEqual([first, second]);
  expect(errand.known).toBe(second);
  stop();
  errand.known = third;
  expect(offers.length).toBe(2);
});

test('nothing is offered while nothing is known, nor after the offers were stopped', () => {
  const clock = new ManualClock();
  const errand = newErrand();
  const offers: Known[] = [];
  const stop = errand.offerAfter(100, clock, (offer) => offers.push(offer));
  clock.elapse(100);
  expect(offers).toEqual([]);
  stop();
  const stopEarly = errand.offerAfter(100, clock, (offer) => offers.push(offer));
  stopEarly();
  expect(clock.pending).toBe(0);
});

test('an offer further away than a timer can count is never made', () => {
  const clock = new ManualClock();
  const none = newErrand().offerAfter(MAX_TIMER_MS + 1, clock, () => {});
  expect(clock.pending).toBe(0);
  none();
  newErrand().offerAfter(MAX_TIMER_MS, clock, () => {});
  expect(clock.pending).toBe(1);
});
