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
import type { PartialOptions } from '../access/options.js';
import { aDelay, aFactor, atLeastOne, checksOf, completed, type NumberOptions } from './number-options.js';

/** How requests to one host, or to whatever `by` says, are spaced. */
export interface PacingOptions {
  /**
   * What takes turns. `'host'`: a host, which is a name or an address, whatever the scheme and the port, with or without a final dot. `'domain'`:
   * the registrable domain, such as `example.co.uk`, by the Public Suffix List with its private part; needs the package `tldts`. `'address'`: the IP
   * address of the host (of several, the lowest IPv4 address, else the lowest /64 network of an IPv6 address), as `connect.lookup` or the client's
   * resolver finds it. A function: any text that it returns for a URL. A host without a domain, or whose name cannot be resolved, takes turns itself.
   * Default: `'host'`.
   */
  readonly by: 'host' | 'domain' | 'address' | ((url: URL) => string);
  /** The time between two requests where the robots.txt asks for none, or the profile ignores it, in milliseconds. Default: 1,000. */
  readonly defaultDelayMs: number;
  /**
   * The shortest delay that a robots.txt can ask for, in milliseconds. A `Crawl-delay: 0` is no reason to send requests without a pause.
   * Default: 1,000, or `defaultDelayMs` if that is less.
   */
  readonly minDelayMs: number;
  /**
   * The longest delay that a robots.txt can ask for, in milliseconds; `aboveMaxDelay` says what becomes of a site that asks for more.
   * Default: 60,000, or `defaultDelayMs` or `minDelayMs` if one of them is more.
   */
  readonly maxDelayMs: number;
  /**
   * What becomes of a site that asks for a delay above `maxDelayMs`. `'cap'`: its next request comes after `maxDelayMs`. `'refuse'`: it gets no
   * turn, and its requests are refused with a {@link RefusalError} with the code `delay-too-long`. `'obey'`: it gets the delay that it asks for,
   * though that may be weeks. Default: `'cap'`.
   */
  readonly aboveMaxDelay: 'cap' | 'refuse' | 'obey';
  /**
   * How many times as long as a turn the pause after it is at least, up to `maxDelayMs`: with 5, a response that took two seconds is followed by a
   * pause of ten, so that a site that is slow is asked more rarely. Only turns that last count: those of `inTurn` and `pace: true`. From 0 to
   * 1,000. Default: 0, for the delay alone.
   */
  readonly responseTimeFactor: number;
  /**
   * How many requests may wait for their response at once. Default: 1, and then the delay counts from the response to the next
   * request. Above 1 it also counts from request to request.
   */
  readonly perHost: number;
  /** How many requests may wait for one host. Default: 1,000. */
  readonly maxQueue: number;
}

/** The options that are numbers. */
type PacingNumbers = Omit<PacingOptions, 'aboveMaxDelay' | 'by'>;

/** The defaults of the three delays give way to the ones that are given: see {@link pacingOf}. */
const NUMBERS: NumberOptions<PacingNumbers> = {
  defaultDelayMs: [aDelay, SECOND_MS],
  minDelayMs: [aDelay, SECOND_MS],
  maxDelayMs: [aDelay, MINUTE_MS],
  responseTimeFactor: [aFactor(1000), 0],
  perHost: [atLeastOne, 1],
  maxQueue: [atLeastOne, 1000],
};

/** How requests are spaced where no option says so. */
export const PACING_DEFAULTS = {
  by: 'host',
  ...completed<keyof PacingNumbers>(NUMBERS),
  aboveMaxDelay: 'cap',
} as const;

/** What takes turns. */
const aKeyOfPacing: OptionCheck = (value, name) => {
  if (typeof value === 'function' || ['host', 'domain', 'address'].includes(value as string)) return;
  throw misshapen(value, name, '"host", "domain", "address" or a function');
};

export const PACING_OPTIONS: OptionTable = optionTable<PacingOptions>({
  by: aKeyOfPacing,
  ...checksOf(NUMBERS),
  aboveMaxDelay: oneOf('cap', 'refuse', 'obey'),
});

/**
 * How requests are spaced. The defaults give way to the delays that are given.
 *
 * @throws {RangeError} if the delays given contradict each other
 */
export function pacingOf(given: PartialOptions<PacingOptions> = {}): PacingOptions {
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
  };
}

function atMost(most: number, mostName: string, delayMs: number, name: string): void {
  if (delayMs <= most) return;
  throw new RangeError(`pacing.${name} is ${delayMs}; at most pacing.${mostName}, ${most}, is expected`);
}
