/**
 * An observation: what one request for the robots.txt of a site found.
 */
import { fileKind, parseSync, type RobotsDocument } from 'robotstream';
import type { Facts } from '../fetch/facts.js';
import type { StateName } from './records.js';

export interface Observation {
  /** The URL of the robots.txt. */
  readonly url: string;
  /** When the request began, and when the response was complete, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly state: StateName;
  /** The file as crawlers read it, empty if there is none; null if it cannot be fetched. */
  readonly document: RobotsDocument | null;
  /** Whether there is a file. */
  readonly exists: boolean;
  /** The host that answered, after redirects. */
  readonly host: string;
  /** The response in words, such as `status 503`. */
  readonly answer: string;
}

export function observationOf(
  { facts, document }: { readonly facts: Facts; readonly document: RobotsDocument | null },
  startedAt: number,
  endedAt: number,
): Observation {
  const { robotsUrl: url, finalUrl, meaning } = facts;
  const common = { url, startedAt, endedAt, host: new URL(finalUrl).host, answer: answerText(facts) };
  if (document !== null && meaning === 'rules') {
    const isOther = fileKind(document.octets) !== undefined;
    return { ...common, state: isOther ? 'not-a-robots-txt' : 'file', document, exists: true };
  }
  return meaning === 'allow-all'
    ? { ...common, state: 'none', document: parseSync(''), exists: false }
    : { ...common, state: 'unreachable', document: null, exists: false };
}

function answerText({ status, fault, faultMessage }: Facts): string {
  if (faultMessage !== null) return `${fault}: ${faultMessage}`;
  return status === null ? (fault ?? 'no answer') : `status ${status}`;
}
