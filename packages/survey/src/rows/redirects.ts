/**
 * The redirects of an input: each is answered by the capture of its target that is nearest in time (RFC 9309 §2.3.1.2), as in a report
 * (report/redirects.ts). Any capture may be that, even the last one, so redirects wait until the input ends.
 */
import { ROBOTS_TXT_PATH } from 'robotstream/internal';
import type { RowOf } from '../tables.js';
import { AnswerMemory } from './answer-memory.js';
import { governedBy, isInForm } from './authority.js';
import { timestampOf } from './moment.js';
import { Numbers } from './numbers.js';
import type { Answer } from './shared-answers.js';
import { TextMemory } from './text-memory.js';

/** How many redirects are followed: as many as every profile follows. */
export const MAX_HOPS = 5;

/**
 * How many octets of URLs and answers are remembered of an input, about. What comes later is not remembered, so that redirects to it stay without an
 * answer. None is wrong: a redirect to a URL with a capture that is not remembered has none.
 */
const MAX_OCTETS = 16 * 1024 * 1024;

/** The same for captures of sites that are not surveyed, with their files. They take no room from others. */
const MAX_OTHER_OCTETS = 16 * 1024 * 1024;

/** What a URL takes beside its text, and a capture, about. */
const URL_OCTETS = 30;
const CAPTURE_OCTETS = 80;

/** What a capture of a site that is not surveyed takes beside its file, about. */
const OTHER_OCTETS = 300;

/** A redirect whose rows wait. */
export type WaitingRedirect = Pick<
  RowOf<'verdicts'>,
  'source' | 'inputOffset' | 'offsetInMember' | 'url' | 'fetchedAt' | 'datePrecision'
>;

/** What a redirect leads to: a capture that answers, more redirects than are followed, or nothing that is remembered. */
export type RedirectEnd =
  | { readonly kind: 'answered'; readonly url: string; readonly answers: readonly Answer[] }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'not-captured' };

/** In place of the number of something that is not there. */
const NONE = -1;

/** In place of the number of answers: numbers from here downwards are of answers that are found when they are needed. */
const FIRST_LATE = -2;

/**
 * The redirects of an input, and what its captures say. A capture is a number here, and so is a URL: what is known about them is in arrays, which take a
 * fraction of the memory of objects, and none of the heap.
 */
export class Redirects {
  readonly #urls = new TextMemory();
  readonly #answers = new AnswerMemory();
  /** Of each capture, the URL that redirects name, the URL as written, its time, where it redirects to, and its answers. */
  readonly #keys = new Numbers(Int32Array);
  readonly #written = new Numbers(Int32Array);
  readonly #ms = new Numbers(Float64Array);
  readonly #targets = new Numbers(Int32Array);
  readonly #lists = new Numbers(Int32Array);
  /** Of each redirect, its capture, and the cells of its rows that a capture here lacks. */
  readonly #waiting = new Numbers(Int32Array);
  readonly #offsets = new Numbers(Float64Array);
  readonly #offsetsInMembers = new Numbers(Float64Array);
  readonly #sources: string[] = [];
  readonly #precisions: (string | null)[] = [];
  /** The URLs with a capture that is not remembered. */
  readonly #incomplete = new Set<number>();
  readonly #answerCount: number;
  #octets = 0;
  #isFull = false;
  /** What captures of sites that are not surveyed say. */
  readonly #lateAnswers: (() => readonly Answer[])[] = [];
  #otherOctets = 0;

  /** @param answerCount how many answers a capture has */
  constructor(answerCount: number) {
    this.#answerCount = answerCount;
  }

  /** Remembers what a capture says. */
  addCapture(url: string, fetchedAt: string | null, answers: readonly Answer[]): void {
    if (!this.#hasRoomFor(url)) return;
    const list = this.#answers.add(answers);
    if (list === undefined) {
      this.#isFull = true;
      this.#hasRoomFor(url);
    } else this.#add(url, fetchedAt, NONE, list);
  }

  /**
   * Remembers a capture of a site that is not surveyed.
   *
   * @param octets what its file takes
   * @param keep called if there is room for it; returns what finds out what the capture says, and is only called if a redirect leads to it
   */
  addOther(url: string, fetchedAt: string | null, octets: number, keep: () => () => readonly Answer[]): void {
    this.#addOther(url, octets, () => {
      this.#add(url, fetchedAt, NONE, FIRST_LATE - (this.#lateAnswers.push(keep()) - 1));
    });
  }

  /** Remembers a redirect of a site that is not surveyed. */
  addOtherRedirect(url: string, fetchedAt: string | null, target: string): void {
    this.#addOther(url, 0, () => this.#add(url, fetchedAt, this.#numberOf(target), NONE));
  }

  /** Remembers a capture in the room for such, unless it takes too much. */
  #addOther(url: string, octets: number, add: () => void): void {
    this.#otherOctets += octets + OTHER_OCTETS;
    if (this.#otherOctets > MAX_OTHER_OCTETS) {
      this.#forget(url);
      return;
    }
    const before = this.#octets;
    add();
    this.#otherOctets += this.#octets - before;
    this.#octets = before;
  }

  /**
   * Makes a redirect wait.
   *
   * @returns whether it does: there may be no room for it
   */
  addRedirect(redirect: WaitingRedirect, target: string): boolean {
    const { source, inputOffset, offsetInMember, url, fetchedAt, datePrecision } = redirect;
    if (!this.#hasRoomFor(url)) return false;
    this.#waiting.push(this.#keys.length);
    this.#offsets.push(inputOffset);
    this.#offsetsInMembers.push(offsetInMember);
    this.#sources.push(source);
    this.#precisions.push(datePrecision);
    this.#add(url, fetchedAt, this.#numberOf(target), NONE);
    return true;
  }

  /** What each redirect that waits leads to, in the order of the input. Nothing can be added afterwards. */
  *ends(): Generator<[redirect: WaitingRedirect, end: RedirectEnd], void> {
    const captures = new CapturesInOrder(this.#keys, this.#ms, this.#urls.count);
    for (let nth = 0; nth < this.#waiting.length; nth++) {
      const capture = this.#waiting.at(nth);
      const datePrecision = this.#precisions[nth];
      const redirect = {
        source: this.#sources[nth],
        inputOffset: this.#offsets.at(nth),
        offsetInMember: this.#offsetsInMembers.at(nth),
        url: this.#urls.text(this.#written.at(capture)),
        fetchedAt: datePrecision === null ? null : timestampOf(this.#ms.at(capture)),
        datePrecision,
      };
      yield [redirect, this.#endOf(capture, captures)];
    }
  }

  #endOf(redirect: number, captures: CapturesInOrder): RedirectEnd {
    let target = this.#targets.at(redirect);
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const found = this.#incomplete.has(target) ? NONE : captures.nearest(target, this.#ms.at(redirect));
      if (found === NONE) return { kind: 'not-captured' };
      const list = this.#lists.at(found);
      if (list !== NONE) {
        const url = this.#urls.text(this.#written.at(found));
        return { kind: 'answered', url, answers: this.#answersIn(list) };
      }
      target = this.#targets.at(found);
    }
    return { kind: 'too-many' };
  }

  #answersIn(list: number): readonly Answer[] {
    return list <= FIRST_LATE
      ? this.#lateAnswers[FIRST_LATE - list]()
      : this.#answers.list(list, this.#answerCount);
  }

  #add(url: string, fetchedAt: string | null, target: number, list: number): void {
    this.#keys.push(this.#numberOf(keyOf(url)));
    this.#written.push(this.#numberOf(url));
    this.#ms.push(msOf(fetchedAt));
    this.#targets.push(target);
    this.#lists.push(list);
    this.#octets += CAPTURE_OCTETS;
  }

  /** Whether a capture can be remembered. If not, it is known that the captures of its URL are not complete. */
  #hasRoomFor(url: string): boolean {
    this.#isFull ||= this.#octets + this.#answers.octets + 2 * url.length > MAX_OCTETS;
    if (this.#isFull) this.#forget(url);
    return !this.#isFull;
  }

  /** A capture of the URL is not remembered. */
  #forget(url: string): void {
    const known = this.#urls.find(keyOf(url));
    if (known !== undefined) this.#incomplete.add(known);
  }

  #numberOf(url: string): number {
    const before = this.#urls.count;
    const number = this.#urls.add(url);
    if (number === before) this.#octets += URL_OCTETS + url.length;
    return number;
  }
}

/** Captures by URL and time. */
class CapturesInOrder {
  readonly #ms: Numbers;
  readonly #order: Uint32Array;
  /** Where the captures of each URL begin in the order. */
  readonly #starts: Uint32Array;

  /**
   * @param keys the number of the URL of each capture
   * @param ms the time of each
   */
  constructor(keys: Numbers, ms: Numbers, urlCount: number) {
    this.#ms = ms;
    this.#starts = new Uint32Array(urlCount + 1);
    for (let nth = 0; nth < keys.length; nth++) this.#starts[keys.at(nth) + 1]++;
    for (let key = 0; key < urlCount; key++) this.#starts[key + 1] += this.#starts[key];
    this.#order = new Uint32Array(keys.length);
    const ends = this.#starts.slice();
    for (let capture = 0; capture < keys.length; capture++) this.#order[ends[keys.at(capture)]++] = capture;
    for (let key = 0; key < urlCount; key++) {
      const [start, end] = [this.#starts[key], this.#starts[key + 1]];
      if (end - start > 1) this.#order.subarray(start, end).sort((a, b) => ms.at(a) - ms.at(b) || a - b);
    }
  }

  /** The capture of a URL that is nearest to a time: of two, the earlier one, and of several at the same time the first. {@link NONE} without one. */
  nearest(key: number, ms: number): number {
    const [start, end] = [this.#starts[key], this.#starts[key + 1]];
    const at = this.#from(start, end, ms);
    const later = at < end ? this.#order[at] : NONE;
    if (at === start || (later !== NONE && this.#ms.at(later) === ms)) return later;
    const earlierMs = this.#ms.at(this.#order[at - 1]);
    if (later !== NONE && this.#ms.at(later) - ms < ms - earlierMs) return later;
    return this.#order[this.#from(start, at, earlierMs)];
  }

  /** The first place between two in the order whose capture is not before a time; the second one if all are. */
  #from(start: number, end: number, ms: number): number {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ms.at(this.#order[middle]) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The URL of a capture, in the form in which the targets of redirects are, for a robots.txt. */
function keyOf(url: string): string {
  if (isInForm(url)) return url;
  const authority = governedBy(url);
  return authority === null ? url : authority + ROBOTS_TXT_PATH;
}

/** When a capture was fetched. One without a date is as old as can be. */
function msOf(fetchedAt: string | null): number {
  return fetchedAt === null ? 0 : Date.parse(fetchedAt);
}
