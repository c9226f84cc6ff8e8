/**
 * The redirects of an input: each is answered by the capture of its target that is nearest in time (RFC 9309 §2.3.1.2), as in a report
 * (report/redirects.ts). Any capture may be that, even the last one, so redirects wait until the input ends.
 */
import type { Capture } from '../captures/capture.js';
import type { RowOf } from '../tables.js';
import { authorityOf } from './authority.js';
import type { Answer } from './shared-answers.js';

/** How many redirects are followed: as many as every profile follows. */
export const MAX_HOPS = 5;

/**
 * How many octets of URLs and answers are remembered of an input, about. What comes later is not remembered, so that redirects to it stay without an
 * answer. It is never wrong: a URL with a capture that is not remembered has none.
 */
const MAX_OCTETS = 32 * 1024 * 1024;

/** What a capture takes beside its texts, and an answer, about. */
const STOP_OCTETS = 300;
const ANSWER_OCTETS = 200;
const OCTETS_A_CHARACTER = 2;

/** What a redirect may lead to: a capture of its target. */
interface Stop {
  readonly url: string;
  readonly ms: number;
  /** Where a redirect leads next. */
  readonly target: string | null;
  readonly answers: PackedAnswers | null;
}

/** A redirect whose rows wait. */
export interface WaitingRedirect extends Stop {
  readonly source: string;
  readonly offset: number;
  readonly offsetInMember: number;
  readonly datePrecision: string | null;
  readonly target: string;
}

/** What a redirect leads to: a capture that answers, more redirects than are followed, or nothing that is remembered. */
export type RedirectEnd =
  | { readonly kind: 'answered'; readonly url: string; readonly answers: readonly Answer[] }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'not-captured' };

type Place = Pick<RowOf<'verdicts'>, 'source' | 'fetchedAt' | 'datePrecision'>;

/** The captures of a URL of which one is not remembered. */
const INCOMPLETE: Stop[] = [];

/** An index is a character. */
const MAX_DISTINCT = 0xffff;

/** The redirects of an input, and what its captures say. */
export class Redirects {
  readonly #stops = new Map<string, Stop[]>();
  readonly #waiting: WaitingRedirect[] = [];
  #octets = 0;
  #isFull = false;

  /** Remembers what a capture says. */
  addCapture(url: string, fetchedAt: string | null, answers: readonly Answer[]): void {
    const packed = new PackedAnswers(answers);
    this.#add({ url, ms: msOf(fetchedAt), target: null, answers: packed }, packed.octets);
  }

  /**
   * Makes a redirect wait.
   *
   * @returns whether it does: there may be no room for it
   */
  addRedirect(
    { offset, offsetInMember, url }: Capture,
    { source, fetchedAt, datePrecision }: Place,
    target: string,
  ): boolean {
    const ms = msOf(fetchedAt);
    const redirect = { source, offset, offsetInMember, url, ms, datePrecision, target, answers: null };
    if (!this.#add(redirect, target.length * OCTETS_A_CHARACTER)) return false;
    this.#waiting.push(redirect);
    return true;
  }

  /** What each redirect that waits leads to, in the order of the input. Nothing can be added afterwards. */
  *ends(): Generator<[redirect: WaitingRedirect, end: RedirectEnd], void> {
    // Sorting is stable, so that the first one of captures of the same time stays the first.
    for (const stops of this.#stops.values()) if (stops.length > 1) stops.sort((a, b) => a.ms - b.ms);
    for (const redirect of this.#waiting) yield [redirect, this.#endOf(redirect)];
  }

  #endOf({ target, ms }: WaitingRedirect): RedirectEnd {
    let next = target;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const stop = nearest(this.#stops.get(next) ?? INCOMPLETE, ms);
      if (stop === undefined) return { kind: 'not-captured' };
      if (stop.answers !== null) return { kind: 'answered', url: stop.url, answers: stop.answers.unpacked() };
      next = stop.target as string;
    }
    return { kind: 'too-many' };
  }

  /**
   * Remembers a capture, unless that takes too much.
   *
   * @param octets what it takes beside its URL
   * @returns whether it is remembered. If not, it is known that the captures of its URL are not complete
   */
  #add(stop: Stop, octets: number): boolean {
    const key = keyOf(stop.url);
    const stops = this.#stops.get(key);
    this.#octets += octets + STOP_OCTETS + (key.length + stop.url.length) * OCTETS_A_CHARACTER;
    this.#isFull ||= this.#octets > MAX_OCTETS;
    if (this.#isFull) {
      if (stops !== undefined) this.#stops.set(key, INCOMPLETE);
      return false;
    }
    if (stops === undefined) this.#stops.set(key, [stop]);
    else stops.push(stop);
    return true;
  }
}

const ROBOTS_TXT = /^[^/?#]+\/\/[^/?#]*\/robots\.txt(?:#.*)?$/s;

/** The URL of a capture, in the form in which the targets of redirects are, for a robots.txt. */
function keyOf(url: string): string {
  const authority = ROBOTS_TXT.test(url) ? authorityOf(url) : null;
  return authority === null ? url : `${authority}/robots.txt`;
}

/** When a capture was fetched. One without a date is as old as can be. */
function msOf(fetchedAt: string | null): number {
  return fetchedAt === null ? 0 : Date.parse(fetchedAt);
}

/** The one of some captures, in order, that is nearest to a time: of two, the earlier one. */
function nearest(stops: readonly Stop[], ms: number): Stop | undefined {
  const at = indexFrom(stops, ms);
  const later = stops[at] as Stop | undefined;
  if (at === 0 || later?.ms === ms) return later;
  const earlier = stops[indexFrom(stops, stops[at - 1].ms)];
  return later !== undefined && later.ms - ms < ms - earlier.ms ? later : earlier;
}

/** The index of the first one of some captures, in order, that is not before a time; how many there are, if all are. */
function indexFrom(stops: readonly Stop[], ms: number): number {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stops[middle].ms < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The answers of a capture, each distinct one once. */
class PackedAnswers {
  readonly #distinct: readonly Answer[];
  /** Which of them each crawler and path has: an index in each character. Empty if all have the same. */
  readonly #indexes: string;
  readonly #length: number;

  constructor(answers: readonly Answer[]) {
    this.#distinct = [...new Set(answers)];
    this.#length = answers.length;
    const indexOf = new Map(this.#distinct.map((answer, index) => [answer, index]));
    this.#indexes =
      this.#distinct.length === 1
        ? ''
        : answers.map((answer) => String.fromCharCode(indexOf.get(answer) as number)).join('');
  }

  /** Infinite if there are too many. */
  get octets(): number {
    if (this.#distinct.length > MAX_DISTINCT) return Infinity;
    let octets = this.#indexes.length * OCTETS_A_CHARACTER;
    for (const { pattern, statedUsage } of this.#distinct) {
      octets += ANSWER_OCTETS + OCTETS_A_CHARACTER * (pattern?.length ?? 0);
      for (const text of statedUsage ?? []) octets += ANSWER_OCTETS + OCTETS_A_CHARACTER * text.length;
    }
    return octets;
  }

  unpacked(): readonly Answer[] {
    return Array.from(
      { length: this.#length },
      (_, nth) => this.#distinct[this.#indexes.charCodeAt(nth) || 0],
    );
  }
}
