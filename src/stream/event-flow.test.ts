import { describe, expect, test, vi } from 'vitest';
import { utf8 } from '../../test/support/octets.js';
import { eventsOf, linesOf, sameEvents } from '../../test/support/ways.js';
import { PARSING_LIMIT_OCTETS, SLICE_OCTETS } from '../limits.js';
import type { RobotsEvent } from './events.js';
import { EventFlow } from './line-transform.js';

/** One octet more than the parsing limit, in lines that are scanned quickly. */
const TOO_LONG = utf8(`${'#'.repeat(4_095)}\n`.repeat(126)).subarray(0, PARSING_LIMIT_OCTETS + 1);

/** How many lines of 128 octets a slice has, and slices of them. */
const LINES_OF_SLICE = SLICE_OCTETS / 128;
const slices = (count: number) => utf8(`${'#'.repeat(127)}\n`.repeat(count * LINES_OF_SLICE));

/** A flow whose consumer takes so many events before it is full, and is never asked again by itself. */
function flowTo(events: RobotsEvent[], capacity = Infinity): EventFlow {
  return new EventFlow({}, (event) => events.push(event) < capacity, true);
}

test('octet by octet, the events are those of the whole', () => {
  const body = utf8('\ufeffallow: /é\r\n\n#x');
  const events: RobotsEvent[] = [];
  const flow = flowTo(events);
  const done = vi.fn();
  for (const octet of body) flow.write(Uint8Array.of(octet), done);
  flow.end();
  sameEvents(events, eventsOf([body]));
  expect(done.mock.calls).toEqual(Array.from(body, () => [undefined]));
});

describe('a full consumer', () => {
  test('pauses a chunk after the slice that filled it, until it asks', () => {
    const events: RobotsEvent[] = [];
    const flow = flowTo(events, 1);
    const done = vi.fn();
    flow.write(slices(3), done);
    // The start event, and one for each line.
    for (const taken of [1, 2, 3]) {
      expect(events.length).toBe(1 + taken * LINES_OF_SLICE);
      expect(done).not.toHaveBeenCalled();
      flow.resume();
    }
    expect(done).toHaveBeenCalledOnce();
  });

  test('that asks gets an event or the end of the chunk, even after slices without events', () => {
    const events: RobotsEvent[] = [];
    const flow = flowTo(events, 1);
    const done = vi.fn();
    const comment = `#${'x'.repeat(5 * SLICE_OCTETS)}`;
    flow.write(utf8(`\n${'x'.repeat(SLICE_OCTETS)}`), done);
    flow.resume();
    expect(done).toHaveBeenCalledOnce();
    const before = events.length;
    flow.write(utf8(`\n${comment}\n${comment}`), done);
    expect(events.length).toBe(before + 1);
    flow.resume();
    expect(events.length).toBe(before + 2);
    flow.resume();
    expect(done).toHaveBeenCalledTimes(2);
  });

  test('can ask while it receives an event', () => {
    const events: RobotsEvent[] = [];
    const flow: EventFlow = new EventFlow(
      {},
      (event) => {
        events.push(event);
        flow.resume();
        return false;
      },
      true,
    );
    const done = vi.fn();
    flow.write(slices(2), done);
    expect(linesOf(events).map(({ line }) => line)).toEqual(
      Array.from({ length: 2 * LINES_OF_SLICE }, (_, nth) => nth + 1),
    );
    expect(done).toHaveBeenCalledOnce();
  });
});

test('done can write the next chunk, many times in a row', () => {
  const events: RobotsEvent[] = [];
  const flow = flowTo(events);
  let left = 20_000;
  const next = (): void => {
    if (left-- > 0) flow.write(Uint8Array.of(0x0a), next);
  };
  next();
  expect(events.length).toBe(1 + 20_000);
});

test('an error thrown by done does not stop later chunks', () => {
  const events: RobotsEvent[] = [];
  const flow = flowTo(events);
  const failure = new Error('the writer fails');
  expect(() =>
    flow.write(utf8('\n'), () => {
      throw failure;
    }),
  ).toThrow(failure);
  flow.write(utf8('\n'), () => {});
  expect(events.length).toBe(3);
});

test('an error thrown by push is passed to done', () => {
  const failure = new Error('the consumer fails');
  const flow = new EventFlow(
    {},
    () => {
      throw failure;
    },
    true,
  );
  const done = vi.fn();
  flow.write(utf8('\n'), done);
  expect(done.mock.calls).toEqual([[failure]]);
});

describe('cancel', () => {
  test('finishes the chunk in progress, and no event follows', () => {
    const events: RobotsEvent[] = [];
    const flow = flowTo(events, 1);
    const done = vi.fn();
    flow.write(slices(2), done);
    const { length } = events;
    flow.cancel();
    flow.cancel();
    flow.resume();
    flow.end();
    expect(events.length).toBe(length);
    expect(done).toHaveBeenCalledOnce();
  });

  test('while an event is pushed', () => {
    let pushed = 0;
    const flow: EventFlow = new EventFlow(
      {},
      () => {
        pushed++;
        if (pushed === 3) flow.cancel();
        return true;
      },
      true,
    );
    const done = vi.fn();
    flow.write(new Uint8Array(100).fill(0x0a), done);
    expect(pushed).toBe(3);
    expect(done).toHaveBeenCalledOnce();
  });
});

test.each(['limit', 'end'])(
  'a writer gets one answer, even if the consumer leaves at the %s event',
  (last) => {
    const flow: EventFlow = new EventFlow(
      {},
      ({ type }) => {
        if (type === last) flow.cancel();
        return true;
      },
      true,
    );
    const done = vi.fn();
    flow.write(TOO_LONG, done);
    expect(flow.limitReached).toBe(true);
    expect(done).toHaveBeenCalledOnce();
  },
);

test('at the parsing limit the last events follow, and the writer does not wait for a full consumer', () => {
  const events: RobotsEvent[] = [];
  const flow = flowTo(events, 1);
  const done = vi.fn();
  flow.write(TOO_LONG, done);
  while (!flow.limitReached) flow.resume();
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['limit', 'end']);
  expect(done).toHaveBeenCalledOnce();
});
