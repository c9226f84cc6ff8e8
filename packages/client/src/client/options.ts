/**
 * What a client accepts, and its defaults.
 */

import {
  anAbortSignal,
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
} from 'robotstream/internal';
import {
  aDuration,
  aTimeLimit,
  atLeastOne,
  checksOf,
  completed,
  FETCH_OPTIONS,
  type NumberOptions,
} from '../fetch/option-table.js';
import type { FetchOptions, PartialOptions } from '../fetch/options.js';
import { readSettings, type Settings } from '../fetch/settings.js';
import type { ConcurrencyLimits } from '../pacing/limiter.js';
import {
  PACING_DEFAULTS,
  PACING_OPTIONS,
  type Pacing,
  type PacingOptions,
  pacingOf,
} from '../pacing/pacing-options.js';
import { LEASE_MS, type RobotsStore, STORE_TIMEOUT_MS } from '../store/store.js';

/** The options of {@link FetchOptions} that are the same for all fetches, and those that a client adds. */
export interface ClientOptions extends Omit<FetchOptions, 'held' | 'signal' | 'probe'> {
  /**
   * The crawler's product token, or several that are obeyed together. Either this or `crawler` is required. One of them must be a
   * substring of `userAgent` (RFC 9309 §2.2.1). `*` stands for any crawler: then nothing is checked, and `as` gives clients for those that you mean.
   */
  readonly agents?: string | readonly string[] | undefined;
  /**
   * Where answers outlive the process or are shared with others: `sqliteStore`, `redisStore`, or one of your own. Default: memory alone. The client
   * closes it.
   */
  readonly store?: RobotsStore | undefined;
  /**
   * How much memory the files may take, in octets, as estimated, with everything that belongs to them; what was used least recently is evicted first.
   * Default: 128 MiB, enough for about 35,000 small files: a file takes 17 KiB on average and 3 KiB at least. If a crawl needs more, files are
   * fetched again while they would be fresh; `stats().evictions` counts them. Of a file that would take more than an eighth of it, only the
   * octets are kept, so that each question reads its lines again; a file whose octets alone would take more is not kept. Back-offs of evicted
   * sites may take three eighths more, about 140,000 of them by default. Infinity for no bound.
   */
  readonly memoryOctets?: number | undefined;
  /** How many fetches run at once. Default: 128, of which 2 for one host and 16 for one address. The others wait for as long as that takes. */
  readonly concurrency?: PartialOptions<ConcurrencyLimits> | undefined;
  /**
   * The minimum time that a response is fresh, in milliseconds, whatever its headers say. Default: 60,000. Many servers
   * send `max-age=0` with everything; with 0 here, each question would validate the file again (RFC 9309 §2.4 leaves
   * caching to the crawler). The profile's maximum wins over it.
   */
  readonly minLifetimeMs?: number | undefined;
  /** How requests to one host are spaced, by `turn`, `inTurn` and `pace: true`. Default: as far apart as the robots.txt asks, from a second to a minute, else
   * a second; one at a time. */
  readonly pacing?: PartialOptions<PacingOptions> | undefined;
}

const NUMBERS = {
  memoryOctets: [atLeastOne, 128 * 1024 * 1024],
  minLifetimeMs: [aDuration, MINUTE_MS],
} as const satisfies Partial<NumberOptions<ClientOptions>>;

type NumberOption = keyof typeof NUMBERS;

const CONCURRENCY: NumberOptions<ConcurrencyLimits> = {
  total: [atLeastOne, 128],
  perHost: [atLeastOne, 2],
  perAddress: [atLeastOne, 16],
};

/** The numbers that a client has where none are given. */
export const CLIENT_DEFAULTS = {
  ...completed<NumberOption>(NUMBERS),
  concurrency: completed(CONCURRENCY),
  pacing: PACING_DEFAULTS,
};

const aStore: OptionCheck = (value, name) => {
  const store: Partial<RobotsStore> = isObject(value) ? value : {};
  const { get, set, delete: remove, close, timeoutMs = STORE_TIMEOUT_MS, leaseMs = LEASE_MS } = store;
  aTimeLimit(timeoutMs, `${name}.timeoutMs`);
  aTimeLimit(leaseMs, `${name}.leaseMs`);
  if ([get, set, remove, close].every((method) => typeof method === 'function')) return;
  const expected =
    'what sqliteStore() or redisStore() resolves with (await it), or an object with get, set, delete and close';
  throw misshapen(value, name, expected);
};

/** The names of the options of a fetch that are options of a client, too. */
const FETCH_NAMES = FETCH_OPTIONS.map(({ name }) => name).filter(
  (name) => !['held', 'signal', 'probe'].includes(name),
);

const CLIENT_OPTIONS: OptionTable = [
  ...FETCH_NAMES.map((name) => ({ name, check: checkedElsewhere })),
  ...optionTable<Omit<ClientOptions, keyof FetchOptions>>({
    store: aStore,
    concurrency: anObject(optionTable<ConcurrencyLimits>(checksOf(CONCURRENCY))),
    pacing: anObject(PACING_OPTIONS),
    ...checksOf(NUMBERS),
  }),
];

/** A client's options, checked and complete. */
export interface ClientSettings extends Readonly<Record<NumberOption, number>> {
  /** What all fetches share. */
  readonly access: Settings;
  readonly caller: CallerOptions;
  readonly store: RobotsStore | undefined;
  readonly concurrency: ConcurrencyLimits;
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
  const { agents, crawler, store, concurrency, pacing } = options;
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
    ...completed<NumberOption>(NUMBERS, options),
    access: readSettings(fetchOptions as unknown as FetchOptions),
    caller: callerOf(options),
    store,
    concurrency: completed(CONCURRENCY, concurrency),
    pacing: pacingOf(pacing),
  };
}

/** Who asks, in objects of the client's own. */
function callerOf({ agents, crawler }: ClientOptions): CallerOptions {
  if (agents !== undefined) return { agents: typeof agents === 'string' ? agents : [...agents] };
  if (typeof crawler !== 'object') return { crawler: crawler as string };
  return { crawler: { ...crawler, tokens: [...crawler.tokens] } };
}

/** Options of one question. */
export interface QuestionOptions {
  /** Gives the question up: the promise rejects with the signal's reason. Other questions about the same file go on waiting. */
  readonly signal?: AbortSignal | undefined;
}

const QUESTION_OPTIONS = optionTable<QuestionOptions>({ signal: anAbortSignal });

/** The signal of a question. @throws {TypeError} if an option is unknown or malformed */
export function signalOf(options: QuestionOptions | undefined): AbortSignal | undefined {
  if (options === undefined) return undefined;
  checkOptions('question', options, QUESTION_OPTIONS);
  return options.signal;
}
