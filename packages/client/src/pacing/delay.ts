/**
 * How long a crawler waits between two requests to a host.
 */
import type { RequestRate, VisitTime } from 'robotstream';
import { DAY_MS, MINUTE_MS, SECOND_MS } from 'robotstream/internal';
import type { CrawlFacts } from '../memory/crawl-facts.js';
import type { PacingOptions } from './pacing-options.js';

/** A turn at a host: how long after it the next one may come. */
export interface Turn {
  /** The delay that the robots.txt asks for, in milliseconds; null if it asks for none, or the profile ignores it. */
  readonly askedDelayMs: number | null;
  /**
   * The delay that is used, in milliseconds: the one asked for, within `pacing.minDelayMs` and `pacing.maxDelayMs`, or the
   * default.
   */
  readonly delayMs: number;
}

/**
 * The turn that a file asks for.
 *
 * @param facts undefined if the profile ignores what files ask for
 * @param now milliseconds since 1970
 */
export function turnOf(
  facts: CrawlFacts | undefined,
  { defaultDelayMs, minDelayMs, maxDelayMs }: PacingOptions,
  now: number,
): Turn {
  const askedDelayMs = facts === undefined ? null : askedDelayMsOf(facts, now);
  if (askedDelayMs === null) return { askedDelayMs, delayMs: defaultDelayMs };
  return { askedDelayMs, delayMs: Math.min(Math.max(askedDelayMs, minDelayMs), maxDelayMs) };
}

/** The delay that a file asks for, in milliseconds: the longer one of `Crawl-delay` and `Request-rate`; null if it asks for none. */
function askedDelayMsOf({ crawlDelay, requestRate }: CrawlFacts, now: number): number | null {
  const delays = [
    crawlDelay === undefined ? [] : [crawlDelay * SECOND_MS],
    requestRate === undefined || !appliesAt(requestRate, now) ? [] : [spacingMs(requestRate)],
  ].flat();
  return delays.length === 0 ? null : Math.max(...delays);
}

function spacingMs({ requests, seconds }: RequestRate): number {
  return (seconds * SECOND_MS) / requests;
}

function appliesAt({ time }: RequestRate, now: number): boolean {
  return time === null || isWithin(time, now);
}

/** Whether a time is within a time of the day, in UTC. The end is not within. */
function isWithin({ startMinutes, endMinutes }: VisitTime, now: number): boolean {
  const minutes = (now % DAY_MS) / MINUTE_MS;
  return startMinutes <= endMinutes
    ? minutes >= startMinutes && minutes < endMinutes
    : minutes >= startMinutes || minutes < endMinutes;
}
