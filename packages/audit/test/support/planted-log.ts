/** Draws a log of crawlers with known behaviour, and counts what they do as they do it. */
import type { LogRequest } from '../../src/index.js';
import { request } from './log-lines.js';

export type Behaviour = { readonly isSpoofed?: boolean } & (
  | { readonly kind: 'obedient' | 'never-asks' }
  /** It obeys until a day, and then fetches anything. */
  | { readonly kind: 'disobedient-from'; readonly day: number }
  /** It goes on for some hours as before the change, without asking again, and asks then. */
  | { readonly kind: 'slow'; readonly hours: number }
);

export interface Plan {
  readonly start: number;
  readonly days: number;
  /** When /members/ is forbidden, too; /private/ always is. */
  readonly change: number;
  readonly crawlers: readonly { readonly name: string; readonly behaviour: Behaviour }[];
  readonly seed: number;
}

/** What the audit must count. */
export interface Truth {
  claimed: number;
  requests: number;
  allowed: number;
  disallowed: number;
  excused: number;
  robotsFetches: number;
  readonly verified: number | null;
  spoofed: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GRACE_MS = DAY_MS;

const OPEN = ['/', '/blog/1', '/blog/2?x=y', '/about'];

/** The requests in the order of time, and what each crawler did. */
export function plantedLog({ start, days, change, crawlers, seed }: Plan): {
  requests: LogRequest[];
  truth: Map<string, Truth>;
} {
  const random = numbersFrom(seed);
  const requests: LogRequest[] = [];
  const truth = new Map<string, Truth>();
  for (const { name, behaviour } of crawlers) {
    const { isSpoofed = false } = behaviour;
    const counts: Truth = {
      claimed: 0,
      requests: 0,
      allowed: 0,
      disallowed: 0,
      excused: 0,
      robotsFetches: 0,
      verified: isSpoofed ? 0 : null,
      spoofed: isSpoofed ? 0 : null,
    };
    truth.set(name, counts);
    const say = (time: number, path: string): void => {
      counts.claimed++;
      if (isSpoofed) counts.spoofed = (counts.spoofed ?? 0) + 1;
      const address = isSpoofed ? '203.0.113.5' : '192.0.2.5';
      requests.push(request({ time, path, address, userAgent: `Mozilla/5.0 (compatible; ${name}/1.0)` }));
    };
    let asked = -Infinity;
    for (
      let time = start + random() * HOUR_MS;
      time < start + days * DAY_MS;
      time += HOUR_MS * (0.5 + random())
    ) {
      const second = Math.floor(time / 1000) * 1000;
      if (
        behaviour.kind !== 'never-asks' &&
        second - asked >= 12 * HOUR_MS &&
        !isAsleep(behaviour, second, change)
      ) {
        say(second, '/robots.txt');
        counts.robotsFetches++;
        asked = second;
      }
      const path = pathFor(behaviour, second, { start, change, asked }, random);
      say(second, path);
      counts.requests++;
      const isNew = path.startsWith('/members/') && second >= change;
      if (path.startsWith('/private/') || (isNew && second - change >= GRACE_MS)) counts.disallowed++;
      else if (isNew) counts.excused++;
      else counts.allowed++;
    }
  }
  requests.sort((a, b) => a.time - b.time);
  return { requests, truth };
}

/** Whether a slow crawler uses what it got before the change. */
function isAsleep(behaviour: Behaviour, time: number, change: number): boolean {
  return (
    behaviour.kind === 'slow' && time >= change - 12 * HOUR_MS && time < change + behaviour.hours * HOUR_MS
  );
}

function pathFor(
  behaviour: Behaviour,
  time: number,
  { start, change, asked }: { readonly start: number; readonly change: number; readonly asked: number },
  random: () => number,
): string {
  const isFree =
    behaviour.kind === 'never-asks' ||
    (behaviour.kind === 'disobedient-from' && time >= start + behaviour.day * DAY_MS);
  const choice = random();
  if (isFree && choice < 0.3) return `/private/${Math.floor(random() * 100)}`;
  // A crawler that has not asked since the change believes that it may.
  if ((isFree || asked < change) && choice < 0.6) return `/members/${Math.floor(random() * 100)}`;
  return OPEN[Math.floor(random() * OPEN.length)] as string;
}

/** Numbers from 0 to 1, the same for each seed (Numerical Recipes). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
