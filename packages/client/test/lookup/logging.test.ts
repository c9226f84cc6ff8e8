import { expect, onTestFinished, test, vi } from 'vitest';
import { RobotsError } from '../../../../src/errors.js';
import type {
  ChannelName,
  FetchMessage,
  HitMessage,
  Messages,
  TurnMessage,
} from '../../src/lookup/events.js';
import { type Logger, log } from '../../src/lookup/reporter.js';

const FETCH: FetchMessage = {
  robotsUrl: 'https://example.com/robots.txt',
  outcome: 'success',
  status: 200,
  fault: null,
  cause: null,
  totalMs: 1,
  octets: 0,
  background: false,
};
const HIT: HitMessage = { robotsUrl: FETCH.robotsUrl, source: 'memory', ageMs: 1 };
const TURN: TurnMessage = {
  robotsUrl: FETCH.robotsUrl,
  key: 'example.com',
  askedDelayMs: null,
  delayMs: 60_000,
};
const FAILURE = new RobotsError('store-timeout', 'too slow');

/** A message of each kind, and the line it is logged as; null for none. */
const CASES: { readonly [Name in ChannelName]: readonly [Messages[Name], string | null][] } = {
  'robotstream:fetch': [
    [FETCH, 'debug robotstream: https://example.com/robots.txt was fetched: success (200)'],
    [
      { ...FETCH, outcome: 'unavailable', status: null },
      'debug robotstream: https://example.com/robots.txt was fetched: unavailable',
    ],
    [
      { ...FETCH, outcome: 'unreachable', status: 503, fault: 'server-error' },
      'warn robotstream: https://example.com/robots.txt is unreachable (server-error)',
    ],
  ],
  'robotstream:fault': [[{ ...FETCH, outcome: 'unreachable', fault: 'server-error' }, null]],
  'robotstream:hit': [[HIT, null]],
  'robotstream:stale': [[HIT, 'debug robotstream: https://example.com/robots.txt: a stale copy answers']],
  'robotstream:turn': [
    [TURN, null],
    [{ ...TURN, askedDelayMs: 60_000 }, null],
    [
      { ...TURN, askedDelayMs: 4e9 },
      'debug robotstream: https://example.com/robots.txt asks for 4000000000 ms between requests; 60000 ms are used',
    ],
  ],
  'robotstream:store': [
    [
      { operation: 'get', error: null, discarded: { key: 'k', reason: 'corrupt' } },
      'warn robotstream: the store had an entry that cannot be used (corrupt)',
    ],
    [
      { operation: 'set', error: FAILURE, discarded: null },
      'error robotstream: the store failed at "set": too slow',
    ],
  ],
};

test.each(Object.entries(CASES))('%s: the level, the text and the fields', (name, cases) => {
  for (const [message, expected] of cases) {
    const lines: string[] = [];
    const fields: object[] = [];
    const write = (level: string) => (text: string, given: object) => {
      lines.push(`${level} ${text}`);
      fields.push(given);
    };
    const logger: Logger = { debug: write('debug'), warn: write('warn'), error: write('error') };
    log(logger, name as ChannelName, message as never);
    expect(lines).toEqual(expected === null ? [] : [expected]);
    expect(fields).toEqual(expected === null ? [] : [message]);
  }
});

test('a logger without a method logs nothing at that level', () => {
  const lines: string[] = [];
  const logger: Logger = { warn: (text) => void lines.push(text) };
  for (const [name, cases] of Object.entries(CASES)) {
    for (const [message] of cases) log(logger, name as ChannelName, message as never);
  }
  expect(lines.length).toBe(2);
});

test('what a logger throws is thrown outside of the client, as an uncaught exception', () => {
  const later: (() => void)[] = [];
  const spy = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void later.push(task));
  onTestFinished(() => spy.mockRestore());
  const throwing: Logger = {
    debug: () => {
      throw new Error('the disk of the log is full');
    },
  };
  log(throwing, 'robotstream:stale', HIT);
  expect(later.length).toBe(1);
  expect(later[0]).toThrow('the disk of the log is full');
});
