/**
 * From counts to a class, and to a sentence that says no more than the log shows.
 */
import type { AuditClass } from './report.js';
import type { Tally } from './tally.js';

/** How many requests without one for robots.txt show that a crawler does not ask for it, if none of them is forbidden. */
const MIN_REQUESTS = 3;

export interface ClassFacts {
  readonly tally: Tally;
  /** Whether addresses were checked, and none of them is the operator's. */
  readonly isSpoofed: boolean;
  /** Whether another crawler of the same operator, whose name it falls back to, asked for robots.txt. */
  readonly isAskedFor: boolean;
  /** Whether a robots.txt at the end of the log forbids it everything: then asking is all that is left. */
  readonly isShutOut: boolean;
}

export function classOf({ tally, isSpoofed, isAskedFor, isShutOut }: ClassFacts): AuditClass {
  if (isSpoofed) return 'spoofed';
  const hasAsked = tally.robotsFetches > 0;
  if (tally.disallowed > 0) {
    if (tally.knowingly > 0) return 'disobeys-after-asking';
    return hasAsked || isAskedFor ? 'disobeys' : 'never-asked';
  }
  if (hasAsked) return tally.requests > 0 || isShutOut ? 'obeys' : 'unclear';
  if (tally.requests < MIN_REQUESTS) return 'unclear';
  return isAskedFor ? 'obeys' : 'never-asked';
}

/** The sentence. It is about requests that claim a name: a log shows no more. */
export function summaryOf(name: string, found: AuditClass, tally: Tally, verified: number | null): string {
  const { requests, disallowed, excused, robotsFetches, knowingly } = tally;
  const who =
    verified !== null && verified > 0
      ? `requests from addresses of ${name}`
      : `requests that say they are ${name}`;
  const asked =
    robotsFetches === 0 ? 'never asked for robots.txt' : `asked for robots.txt ${times(robotsFetches)}`;
  const excuse =
    excused === 0 ? '' : `; ${of(excused, requests)} fetched what they could not yet know to be forbidden`;
  const counts = `${of(disallowed, requests)} fetched what robots.txt forbids${excuse}`;
  switch (found) {
    case 'spoofed':
      return `All ${number(tally.claimed)} requests that say they are ${name} came from addresses that are not its operator's.`;
    case 'unclear':
      return requests === 0
        ? `The ${who} only asked for robots.txt, ${times(robotsFetches)}.`
        : `There are too few ${who} to say: ${number(requests)}.`;
    case 'obeys':
      return requests === 0
        ? `The ${who} asked for robots.txt ${times(robotsFetches)}, and for nothing else.`
        : `The ${who} ${asked}, and none fetched what robots.txt forbids${excuse}.`;
    case 'disobeys-after-asking':
      return `The ${who} ${asked}; ${counts}, ${number(knowingly)} after a fetch of the robots.txt that forbids it.`;
    default:
      return `The ${who} ${asked}; ${counts}.`;
  }
}

function of(part: number, all: number): string {
  return `${number(part)} of ${number(all)}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${number(count)} times`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
