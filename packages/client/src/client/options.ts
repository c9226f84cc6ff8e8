/**
 * What a client accepts, and its defaults.
 */

import type { CrawlerTokens } from 'robotstream';
import {
  anObject,
  type CallerOptions,
  checkedElsewhere,
  checkOptions,
  isObject,
  MINUTE_MS,
  misshapen,
  type OptionCheck,
  type OptionTable,
  optionTable,
  SECOND_MS,
} from 'robotstream/internal';
import { FETCH_OPTIONS } from '../fetch/option-table.js';
import type { FetchOptions, PartialOptions } from '../fetch/options.js';
import { readSettings, type Settings } from '../fetch/settings.js';
import { type Overrides, overridesCheck } from '../lookup/overrides.js';
import type { Logger } from '../lookup/reporter.js';
import { Reporter } from '../lookup/reporter.js';
import type { MemoryLimits } from '../memory/record-memory.js';
import type { ConcurrencyLimits } from '../pacing/limiter.js';
import {
  aDuration,
  aTimeLimit,
  atLeastOne,
  checksOf,
  completed,
  type NumberOptions,
} from '../pacing/number-options.js';
import {
  PACING_DEFAULTS,
  PACING_OPTIONS,
  type Pacing,
  type PacingOptions,
  pacingOf,
} from '../pacing/pacing-options.js';
import type { RobotsStore } from '../store/store.js';

/** The options of {@link FetchOptions} that are the same for all fetches, and those that a client adds. */
export interface ClientOptions extends Omit<FetchOptions, 'held' | 'signal'> {
  /**
   * The crawler's product token, or several that are obeyed together. Either this or `crawler` is required. One of them must be a
   * substring of `userAgent` (RFC 9309 §2.2.1) unless `allowTokenMismatch` is set.
   */
  readonly agents?: string | readonly string[] | undefined;
  /**
   * Where answers outlive the process or are shared with others: `sqliteStore`, `redisStore`, or one of your
   * own. Default: memory alone. The client closes it.
   */
  readonly store?: RobotsStore | undefined;
  /**
   * How much is kept in memory; what was used least recently is evicted first. Default: 128 MiB, of which a file takes 17 KiB on
   * average and 3 KiB at least; any number of files. If a crawl needs more, files are fetched again while they would be
   * fresh; `stats().evictions` counts them. Of a file that would take more than an eighth of it, only the octets are kept, so
   * that each question reads its lines again; a file whose octets alone would take more is not kept.
   */
  readonly memory?: PartialOptions<MemoryLimits> | undefined;
  /** How many fetches run at once. Default: 128, of which 2 for one host and 16 for one address. */
  readonly concurrency?: PartialOptions<ConcurrencyLimits> | undefined;
  /**
   * How long a fetch may wait for a slot, in milliseconds, before its questions get the fault `queue-timeout`.
   * Default: 300,000; Infinity for no limit.
   */
  readonly queueMs?: number | undefined;
  /**
   * The minimum time that a response is fresh, in milliseconds, whatever its headers say. Default: 60,000. Many servers
   * send `max-age=0` with everything; with 0 here, each question would validate the file again (RFC 9309 §2.4 leaves
   * caching to the crawler). The profile's maximum wins over it.
   */
  readonly minLifetimeMs?: number | undefined;
  /**
   * How long a question waits for a fetch before a copy that is no longer fresh answers it, in milliseconds; the fetch goes
   * on. Default: 1,000; Infinity to wait for the fetch to end.
   */
  readonly staleIfSlowMs?: number | undefined;
  /** The time limit of one operation of the store, in milliseconds. Default: 500. */
  readonly storeTimeoutMs?: number | undefined;
  /**
   * Receives what happens, as a text and an object with the details: `console`, or a logger with the same methods. Default: none.
   * The diagnostics channels report more, for all clients of the process.
   */
  readonly logger?: Logger | undefined;
  /**
   * What counts in place of the robots.txt of some hosts, which is then not fetched: `{ 'example.com': 'allow-all' }`. Keys are hosts,
   * perhaps with a port, or origins. Use it for your own sites, or with the site's consent.
   */
  readonly overrides?: Overrides | undefined;
  /** How requests to one host are spaced, by `turn`, `inTurn` and `pace: true`. Default: as far apart as the robots.txt asks, from a second to a minute, else
   * a second; one at a time. */
  readonly pacing?: PartialOptions<PacingOptions> | undefined;
  /** How long a process that dies while it fetches delays the others that share the store, in milliseconds. Default: 5,000. */
  readonly leaseMs?: number | undefined;
}

const TIMES = {
  queueMs: [aDuration, 5 * MINUTE_MS],
  minLifetimeMs: [aDuration, MINUTE_MS],
  staleIfSlowMs: [aDuration, SECOND_MS],
  storeTimeoutMs: [aTimeLimit, 500],
  leaseMs: [aTimeLimit, 5 * SECOND_MS],
} as const satisfies Partial<NumberOptions<ClientOptions>>;

type TimeOption = keyof typeof TIMES;

const MEMORY: NumberOptions<MemoryLimits> = {
  maxEntries: [atLeastOne, Infinity],
  maxOctets: [atLeastOne, 128 * 1024 * 1024],
};

const CONCURRENCY: NumberOptions<ConcurrencyLimits> = {
  total: [atLeastOne, 128],
  perHost: [atLeastOne, 2],
  perAddress: [atLeastOne, 16],
};

/** The numbers that a client has where none are given. */
export const CLIENT_DEFAULTS = {
  ...completed<TimeOption>(TIMES),
  memory: completed(MEMORY),
  concurrency: completed(CONCURRENCY),
  pacing: PACING_DEFAULTS,
};

const aStore: OptionCheck = (value, name) => {
  const { get, set, delete: remove, close } = (isObject(value) ? value : {}) as Partial<RobotsStore>;
  if ([get, set, remove, close].every((method) => typeof method === 'function')) return;
  const expected =
    'what sqliteStore() or redisStore() resolves with (await it), or an object with get, set, delete and close';
  throw misshapen(value, name, expected);
};

const aLogger: OptionCheck = (value, name) => {
  const { debug, warn, error } = (isObject(value) ? value : {}) as Logger;
  const methods = [debug, warn, error].filter((method) => method !== undefined);
  if (methods.length > 0 && methods.every((method) => typeof method === 'function')) return;
  throw misshapen(value, name, 'an object with debug, warn or error, such as console');
};

/** The names of the options of a fetch that are options of a client, too. */
const FETCH_NAMES = FETCH_OPTIONS.map(({ name }) => name).filter(
  (name) => name !== 'held' && name !== 'signal',
);

const CLIENT_OPTIONS: OptionTable = [
  ...FETCH_NAMES.map((name) => ({ name, check: checkedElsewhere })),
  ...optionTable<Omit<ClientOptions, keyof FetchOptions>>({
    store: aStore,
    memory: anObject(optionTable<MemoryLimits>(checksOf(MEMORY))),
    concurrency: anObject(optionTable<ConcurrencyLimits>(checksOf(CONCURRENCY))),
    logger: aLogger,
    overrides: overridesCheck,
    pacing: anObject(PACING_OPTIONS),
    ...checksOf(TIMES),
  }),
];

/** A client's options, checked and complete. */
export interface ClientSettings extends Readonly<Record<TimeOption, number>> {
  /** What all fetches share. */
  readonly access: Settings;
  readonly caller: CallerOptions<string | CrawlerTokens>;
  readonly store: RobotsStore | undefined;
  readonly memory: MemoryLimits;
  readonly concurrency: ConcurrencyLimits;
  readonly reporter: Reporter;
  readonly overrides: Overrides | undefined;
  readonly pacing: Pacing;
}

/**
 * Checks a client's options.
 *
 * @throws {TypeError} if one is unknown or malformed; `userAgent`, and `agents` or `crawler`, are required
 * @throws {RangeError} if a number is out of its range
 */
export function settingsOf(options: ClientOptions): ClientSettings {
  checkOptions('createClient', options, CLIENT_OPTIONS);
  const { agents, crawler, store, memory, concurrency, logger, overrides, pacing } = options;
  if (agents === undefined && crawler === undefined) {
    throw misshapen(
      agents,
      'agents',
      'the product token that robots.txt files name the crawler by, such as "ExampleBot",',
    );
  }
  const given = options as ClientOptions & Readonly<Record<string, unknown>>;
  const fetchOptions = Object.fromEntries(FETCH_NAMES.map((name) => [name, given[name]]));
  return {
    ...completed<TimeOption>(TIMES, options),
    access: readSettings(fetchOptions as unknown as FetchOptions),
    caller: callerOf(options),
    store,
    memory: completed(MEMORY, memory),
    concurrency: completed(CONCURRENCY, concurrency),
    reporter: new Reporter(logger),
    overrides,
    pacing: pacingOf(pacing),
  };
}

/** Who asks, in objects of the client's own. */
function callerOf({ agents, crawler }: ClientOptions): CallerOptions<string | CrawlerTokens> {
  if (agents !== undefined) return { agents: typeof agents === 'string' ? agents : [...agents] };
  if (typeof crawler !== 'object') return { crawler: crawler as string };
  return { crawler: { ...crawler, tokens: [...crawler.tokens] } };
}
