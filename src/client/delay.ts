/**
 * How long a crawler waits between two requests to a host.
 */
import type { RequestRate, VisitTime } from '../ast/nodes.js';
import type { CrawlFacts } from '../cache/crawl-facts.js';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time-units.js';

/**
 * The delay that a file asks for, in milliseconds: the longer one of `Crawl-delay` and `Request-rate`.
 *
 * @param now milliseconds since 1970
 * @returns undefined if it asks for none
 */
export function delayMsOf({ crawlDelay, requestRate }: CrawlFacts, now: number): number | undefined {
  const delays = [
    crawlDelay === undefined ? [] : [crawlDelay * SECOND_MS],
    requestRate === undefined || !appliesAt(requestRate, now) ? [] : [spacingMs(requestRate)],
  ].flat();
  return delays.length === 0 ? undefined : Math.max(...delays);
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
