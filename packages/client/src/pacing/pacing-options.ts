/**
 * How requests to one host are spaced: the options, their checks and their defaults.
 */
import {
  MINUTE_MS,
  misshapen,
  type OptionCheck,
  type OptionTable,
  oneOf,
  optionTable,
  SECOND_MS,
} from 'robotstream/internal';
import { aDelay, atLeastOne, checksOf, completed, type NumberOptions } from '../fetch/option-table.js';
import type { PartialOptions } from '../fetch/options.js';

/** How requests are spaced that take turns with each other: those to one host, or as `by` says. */
export interface PacingOptions {
  /**
   * The key by which URLs take turns: URLs with the same key take turns with each other. `'host'`: the name or address of the host; scheme, port and a
   * final dot make no difference. `'domain'`: the registrable domain, such as `example.co.uk`, by the Public Suffix List with its private part; needs
   * the package `tldts`. `'address'`: the IP address of the host (of several, the lowest IPv4 address, else the lowest /64 network of an IPv6 address),
   * as `connect.lookup` or the client's resolver finds it. A function: the string that it returns for a URL. If a host has no domain, or its name
   * cannot be resolved, its own name is the key. Default: `'host'`.
   */
  readonly by: 'host' | 'domain' | 'address' | ((url: URL) => string);
  /**
   * The time between two requests where the robots.txt asks for none, or the profile ignores it, in milliseconds. Default: 1,000, but requests of
   * `robotsInterceptor` and `robotsFetch` without the option `pace` then follow each other without a pause.
   */
  readonly defaultDelayMs: number;
  /**
   * The shortest delay that a robots.txt can ask for, in milliseconds. A `Crawl-delay: 0` is no reason to send requests without a pause.
   * Default: 1,000, or `defaultDelayMs` if that is less.
   */
  readonly minDelayMs: number;
  /**
   * The longest delay that a robots.txt can ask for, in milliseconds; `aboveMaxDelay` says what to do if a site asks for more.
   * Default: 60,000, or `defaultDelayMs` or `minDelayMs` if one of them is more.
   */
  readonly maxDelayMs: number;
  /**
   * What to do if a site asks for a delay above `maxDelayMs`. `'cap'`: wait for `maxDelayMs`. `'refuse'`: give the site no
   * turn, and refuse its requests with a {@link RefusalError} with the code `delay-too-long`. To obey even a delay of weeks, set `maxDelayMs` to
   * 2,147,483,647. Default: `'cap'`.
   */
  readonly aboveMaxDelay: 'cap' | 'refuse';
  /**
   * How many requests may wait for their response at once. Default: 1, and then the delay counts from the response to the next
   * request. Above 1 it also counts from request to request; each process of a fleet may then send as many at once.
   */
  readonly perHost: number;
}

/** The pacing of a client. */
export interface Pacing extends PacingOptions {
  /** Whether the program has set `defaultDelayMs`: then requests to every host are spaced, also where nobody asks for a delay. */
  readonly setsDelay: boolean;
}

/** The options that are numbers. */
type PacingNumbers = Omit<PacingOptions, 'aboveMaxDelay' | 'by'>;

/** The options that are numbers. The defaults of the three delays adapt to the delays that are given: see {@link pacingOf}. */
const NUMBERS: NumberOptions<PacingNumbers> = {
  defaultDelayMs: [aDelay, SECOND_MS],
  minDelayMs: [aDelay, SECOND_MS],
  maxDelayMs: [aDelay, MINUTE_MS],
  perHost: [atLeastOne, 1],
};

/** How requests are spaced by default. */
export const PACING_DEFAULTS = {
  by: 'host',
  ...completed<keyof PacingNumbers>(NUMBERS),
  aboveMaxDelay: 'cap',
} as const;

/** Checks the option `pacing.by`. */
const aKeyOfPacing: OptionCheck = (value, name) => {
  if (typeof value === 'function' || ['host', 'domain', 'address'].includes(value as string)) return;
  throw misshapen(value, name, '"host", "domain", "address" or a function');
};

export const PACING_OPTIONS: OptionTable = optionTable<PacingOptions>({
  by: aKeyOfPacing,
  ...checksOf(NUMBERS),
  aboveMaxDelay: oneOf('cap', 'refuse'),
});

/**
 * Completes the pacing options. The defaults of the delays adapt to the delays that are given.
 *
 * @throws {RangeError} if the delays given contradict each other
 */
export function pacingOf(given: PartialOptions<PacingOptions> = {}): Pacing {
  const usual = PACING_DEFAULTS;
  const {
    maxDelayMs = Math.max(usual.maxDelayMs, given.minDelayMs ?? 0, given.defaultDelayMs ?? 0),
    minDelayMs = Math.min(usual.minDelayMs, given.defaultDelayMs ?? Infinity, maxDelayMs),
    defaultDelayMs = Math.min(Math.max(usual.defaultDelayMs, minDelayMs), maxDelayMs),
    aboveMaxDelay = usual.aboveMaxDelay,
    by = usual.by,
  } = given;
  atMost(maxDelayMs, 'maxDelayMs', minDelayMs, 'minDelayMs');
  atMost(maxDelayMs, 'maxDelayMs', defaultDelayMs, 'defaultDelayMs');
  atMost(defaultDelayMs, 'defaultDelayMs', minDelayMs, 'minDelayMs');
  return {
    ...completed<keyof PacingNumbers>(NUMBERS, given),
    defaultDelayMs,
    minDelayMs,
    maxDelayMs,
    aboveMaxDelay,
    by,
    setsDelay: given.defaultDelayMs !== undefined,
  };
}

function atMost(most: number, mostName: string, delayMs: number, name: string): void {
  if (delayMs <= most) return;
  throw new RangeError(`pacing.${name} is ${delayMs}; at most pacing.${mostName}, ${most}, is expected`);
}
