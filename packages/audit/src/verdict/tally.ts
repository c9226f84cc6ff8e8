/**
 * The counts of one crawler's requests, all from addresses that are trusted alike.
 */
import type { AuditDay, RuleRefusals } from './report.js';
import type { RefusingRule } from './site.js';

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** How many rules of a crawler are listed, and how many paths of each. */
const MAX_RULES = 100;
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_CHARACTERS = 200;

/** How many days of a crawler are counted: thirty years. A log with more has forged times. */
const MAX_DAYS = 11_000;

/** How many addresses of a crawler are counted, and how many are shown. */
const MAX_ADDRESSES = 1000;

/** What may be said about a request. */
export type Judgement = 'allowed' | 'disallowed' | 'excused';

interface Refusals {
  readonly rule: RefusingRule;
  requests: number;
  readonly examples: string[];
}

interface DayCounts {
  allowed: number;
  disallowed: number;
  excused: number;
}

export class Tally {
  allowed = 0;
  disallowed = 0;
  excused = 0;
  /** How many of the disallowed requests came after it got a robots.txt that forbids them. */
  knowingly = 0;
  robotsFetches = 0;
  lastRobots = -Infinity;
  firstSeen = Infinity;
  lastSeen = -Infinity;
  gaps = 0;
  gapsBelow = 0;
  readonly statuses = new Map<number, number>();
  readonly addresses = new Map<string, number>();
  readonly #days = new Map<number, DayCounts>();
  readonly #refusals = new Map<string, Refusals>();

  get requests(): number {
    return this.allowed + this.disallowed + this.excused;
  }

  /** All requests, with those for `/robots.txt`. */
  get claimed(): number {
    return this.requests + this.robotsFetches;
  }

  see(time: number): void {
    if (time < this.firstSeen) this.firstSeen = time;
    if (time > this.lastSeen) this.lastSeen = time;
  }

  addRobotsFetch(time: number, status: number): void {
    this.robotsFetches++;
    if (time > this.lastRobots) this.lastRobots = time;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  add(time: number, judgement: Judgement): void {
    this[judgement]++;
    const day = Math.floor(time / DAY_MS);
    let counts = this.#days.get(day);
    if (counts === undefined) {
      if (this.#days.size >= MAX_DAYS) return;
      counts = { allowed: 0, disallowed: 0, excused: 0 };
      this.#days.set(day, counts);
    }
    counts[judgement]++;
  }

  /** A disallowed request, by the rule that forbids it. */
  refuse(rule: RefusingRule, target: string): void {
    const key = `${rule.line} ${rule.version}`;
    let refusals = this.#refusals.get(key);
    if (refusals === undefined) {
      if (this.#refusals.size >= MAX_RULES) return;
      refusals = { rule, requests: 0, examples: [] };
      this.#refusals.set(key, refusals);
    }
    refusals.requests++;
    if (refusals.examples.length >= MAX_EXAMPLES) return;
    const example =
      target.length > MAX_EXAMPLE_CHARACTERS ? `${target.slice(0, MAX_EXAMPLE_CHARACTERS)}…` : target;
    if (!refusals.examples.includes(example)) refusals.examples.push(example);
  }

  addAddress(address: string): void {
    const count = this.addresses.get(address);
    if (count !== undefined || this.addresses.size < MAX_ADDRESSES)
      this.addresses.set(address, (count ?? 0) + 1);
  }

  /** A gap between two requests, while a delay is asked for. */
  addGap(ms: number, delay: number): void {
    this.gaps++;
    if (ms < delay * SECOND_MS) this.gapsBelow++;
  }

  days(): AuditDay[] {
    return [...this.#days]
      .sort(([a], [b]) => a - b)
      .map(([day, counts]) => ({ day: new Date(day * DAY_MS).toISOString().replace(/T.*/, ''), ...counts }));
  }

  refusals(): RuleRefusals[] {
    return [...this.#refusals.values()]
      .sort((a, b) => b.requests - a.requests || a.rule.line - b.rule.line)
      .map(({ rule: { version, line, text }, requests, examples }) => ({
        version,
        line,
        rule: text,
        requests,
        examples,
      }));
  }
}
