/**
 * The numbers of a report, from the tables of a survey.
 */

import { urlOrNull } from 'robotstream/internal';
import { readTable } from '../stored/read-table.js';
import type { RowOf } from '../tables.js';

/** How many sites refuse nothing, some or all of their URLs to a crawler. */
export interface Restrictions {
  all: number;
  some: number;
  none: number;
  /** Captures for which the restriction is not known. */
  unknown: number;
}

export interface CrawlerSummary extends Restrictions {
  readonly agent: string;
  /** The same for each month with captures that tell, in order. */
  readonly months: readonly (Restrictions & { readonly month: string })[];
  /** Sites captured several times whose restriction changed between the first capture and the last. */
  readonly closed: number;
  readonly opened: number;
}

export interface ReportSummary {
  readonly captures: number;
  readonly sites: number;
  readonly inputs: number;
  readonly faults: number;
  /** The first and the last date of a capture; null if none has a date. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Captures by their outcome; empty if the survey has no table `captures`. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<string, number>;
  /** Captures by each usage preference that they state for any of the crawlers. */
  readonly usage: ReadonlyMap<string, number>;
  /** In the order of their names. */
  readonly crawlers: readonly CrawlerSummary[];
}

/** What is known about a site and a crawler: the restriction at the first capture and at the last. */
interface SiteHistory {
  firstAt: string;
  first: Restriction;
  lastAt: string;
  last: Restriction;
}

type Restriction = keyof Restrictions;

/** How much a restriction refuses, for comparison. */
const DEGREE: Readonly<Record<Restriction, number>> = { none: 0, some: 1, all: 2, unknown: 0 };

/** The month of a date: `2026-11`. A date that is only a year has none. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])(?=-|$)/;

/** Reads the tables in a folder. Memory grows by a few octets for each site and crawler, and by nothing else. */
export async function summarize(folder: string): Promise<ReportSummary> {
  const totals = new Totals();
  for await (const row of readTable(folder, 'captures')) totals.addCapture(row);
  for await (const row of readTable(folder, 'verdicts')) totals.addVerdict(row);
  for await (const _ of readTable(folder, 'faults')) totals.faults++;
  return totals.summary();
}

class Totals {
  faults = 0;
  #captures = 0;
  #verdictCaptures = 0;
  #lastCapture = '';
  #firstDate: string | null = null;
  #lastDate: string | null = null;
  readonly #inputs = new Set<string>();
  readonly #sites = new Set<string>();
  readonly #outcomes = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #usage = new Map<string, number>();
  /** The usage preferences of the last capture, which several of its verdicts may state. */
  readonly #lastUsage = new Set<string>();
  readonly #crawlers = new Map<string, CrawlerTotals>();

  addCapture({ source, url, authority, fetchedAt, outcome, kind }: RowOf<'captures'>): void {
    this.#captures++;
    this.#inputs.add(source);
    this.#sites.add(authority ?? url);
    this.#addDate(fetchedAt);
    count(this.#outcomes, outcome);
    if (kind !== null) count(this.#kinds, kind);
  }

  addVerdict(row: RowOf<'verdicts'>): void {
    const { source, url, fetchedAt, agent, path } = row;
    const capture = `${source} ${row.inputOffset} ${row.offsetInMember} ${url}`;
    if (capture !== this.#lastCapture) {
      this.#verdictCaptures++;
      this.#lastUsage.clear();
    }
    this.#lastCapture = capture;
    // Tables without the column are older: their preferences are those that apply.
    this.#addUsage(row.statedUsage ?? row.appliedUsage ?? []);
    this.#inputs.add(source);
    this.#sites.add(siteOf(url));
    this.#addDate(fetchedAt);
    let totals = this.#crawlers.get(agent);
    if (totals === undefined) {
      totals = new CrawlerTotals(agent, path);
      this.#crawlers.set(agent, totals);
    }
    // A restriction applies to the site as a whole, so it is counted once for all paths.
    if (path === totals.path) totals.add(siteOf(url), row, restrictionOf(row.restriction));
  }

  summary(): ReportSummary {
    return {
      captures: Math.max(this.#captures, this.#verdictCaptures),
      sites: this.#sites.size,
      inputs: this.#inputs.size,
      faults: this.faults,
      firstDate: this.#firstDate,
      lastDate: this.#lastDate,
      outcomes: this.#outcomes,
      kinds: this.#kinds,
      usage: this.#usage,
      crawlers: [...this.#crawlers.values()].map((totals) => totals.summary()).sort(byAgent),
    };
  }

  #addUsage(stated: readonly string[]): void {
    for (const preference of stated) {
      if (!this.#lastUsage.has(preference)) count(this.#usage, preference);
      this.#lastUsage.add(preference);
    }
  }

  #addDate(date: string | null): void {
    if (date === null) return;
    if (this.#firstDate === null || date < this.#firstDate) this.#firstDate = date;
    if (this.#lastDate === null || date > this.#lastDate) this.#lastDate = date;
  }
}

class CrawlerTotals {
  readonly path: string;
  readonly #agent: string;
  readonly #all = noRestrictions();
  readonly #months = new Map<string, Restrictions>();
  readonly #histories = new Map<string, SiteHistory>();

  constructor(agent: string, path: string) {
    this.#agent = agent;
    this.path = path;
  }

  add(
    site: string,
    { fetchedAt: date, datePrecision }: Pick<RowOf<'verdicts'>, 'fetchedAt' | 'datePrecision'>,
    restriction: Restriction,
  ): void {
    this.#all[restriction]++;
    if (date === null || restriction === 'unknown') return;
    const month = MONTH.exec(date)?.[0];
    if (month !== undefined && datePrecision !== 'year') {
      const ofMonth = this.#months.get(month) ?? noRestrictions();
      ofMonth[restriction]++;
      this.#months.set(month, ofMonth);
    }
    const history = this.#histories.get(site);
    if (history === undefined) {
      this.#histories.set(site, { firstAt: date, first: restriction, lastAt: date, last: restriction });
      return;
    }
    if (date < history.firstAt) Object.assign(history, { firstAt: date, first: restriction });
    if (date >= history.lastAt) Object.assign(history, { lastAt: date, last: restriction });
  }

  summary(): CrawlerSummary {
    let closed = 0;
    let opened = 0;
    for (const { first, last } of this.#histories.values()) {
      if (DEGREE[last] > DEGREE[first]) closed++;
      if (DEGREE[last] < DEGREE[first]) opened++;
    }
    const months = [...this.#months]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, counts]) => ({ month, ...counts }));
    return { agent: this.#agent, ...this.#all, months, closed, opened };
  }
}

function noRestrictions(): Restrictions {
  return { all: 0, some: 0, none: 0, unknown: 0 };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function byAgent(a: CrawlerSummary, b: CrawlerSummary): number {
  return a.agent.localeCompare(b.agent, 'en');
}

function restrictionOf(cell: string | null): Restriction {
  return cell !== null && Object.hasOwn(DEGREE, cell) ? (cell as Restriction) : 'unknown';
}

/** The site of a robots.txt. */
function siteOf(url: string): string {
  return urlOrNull(url)?.origin ?? url;
}
