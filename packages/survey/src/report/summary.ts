/**
 * The numbers of a report, from the tables of a survey.
 */

import { JoinError } from '../join-error.js';
import { RESTRICTIONS, type Restriction } from '../tables.js';
import { createDomains } from './domains.js';
import { type Engine, type ResultRow, withEngine } from './engine.js';
import { joinSites, ROW_HOSTS, readJoin } from './join.js';
import { NO_SITES, type Tally, together, unweighted } from './proportion.js';
import { resolveRedirects } from './redirects.js';
import type { JoinCounts, JoinedSites, SiteChoice } from './site-choice.js';
import { countListed, keepListed, LISTED_HOSTS, type ListCounts, readSiteList } from './site-list.js';
import { createViews, errorOfPart, findParts } from './sources.js';
import { choosing, HOST_OF, numbersOf, reading } from './statements.js';
import { type Strata, strataOf } from './strata.js';
import { findWeights, type Weights, weighSites } from './weights.js';

/** How many sites refuse how much to a crawler. Sites that do not say are not counted. */
export type Restrictions = Record<Restriction, Tally>;

/** What sites refuse to a crawler. */
export interface Refusals {
  readonly sites: Restrictions;
  /** Of these, the sites with a group that names the crawler. */
  readonly named: Restrictions;
  /** Of these, the sites whose groups for `*` apply to the crawler. */
  readonly star: Restrictions;
}

/** A crawler, and what each site said last. */
export interface CrawlerSummary extends Refusals {
  readonly agent: string;
  /** The same for each stratum with sites that tell. */
  readonly strata: readonly StratumSummary[];
  /** The same for each month with sites that tell, in order. */
  readonly months: readonly MonthSummary[];
  /** Sites with several months, and of these, those that refuse more, and less, in the last month in which they tell than in the first. */
  readonly recurring: Tally;
  readonly closed: Tally;
  readonly opened: Tally;
}

export interface MonthSummary extends Refusals {
  /** Such as `2026-11`. */
  readonly month: string;
}

export interface StratumSummary extends Refusals {
  readonly stratum: string;
}

export interface ReportSummary {
  /** What sites are weighted by: `captures`, or the name of a column of the joined file; undefined if each counts as much as another. */
  readonly weight: string | undefined;
  readonly captures: number;
  readonly sites: Tally;
  readonly inputs: number;
  /** How many captures or parts of inputs had each fault, by its code, the most frequent first. */
  readonly faults: ReadonlyMap<string, number>;
  /** The first and the last date of a capture; null if none has a date. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Sites by the outcome of their last capture; empty if the survey has no table `captures`. */
  readonly outcomes: ReadonlyMap<string, Tally>;
  readonly kinds: ReadonlyMap<string, Tally>;
  /** Sites by each usage preference that they state for any of the crawlers. */
  readonly usage: ReadonlyMap<string, Tally>;
  /** In the order of their names. */
  readonly crawlers: readonly CrawlerSummary[];
  /** How many sites and rows of a joined file found each other; null if none is joined. */
  readonly join: JoinCounts | null;
  /** How many sites a list has, if only those count; else null. */
  readonly listed: ListCounts | null;
}

/** What the statements about sites need to know of them. */
export interface FoundSites {
  readonly joined: JoinedSites | null;
  readonly listed: ListCounts | null;
  /** Undefined if each site counts as much as another. */
  readonly weights: Weights | undefined;
}

/**
 * Reads the tables in a folder, chooses a capture of each site and month, and runs what needs them.
 *
 * @throws {Error} (rejects) if the folder or a part cannot be read; the message names the part
 */
export async function withSites<Result>(
  folder: string,
  choice: SiteChoice,
  use: (engine: Engine, found: FoundSites) => Promise<Result>,
): Promise<Result> {
  const { by, join, sites, weight } = choice;
  const parts = await findParts(folder);
  return await withEngine(async (engine) => {
    try {
      await createViews(engine, parts);
      await resolveRedirects(engine);
      await engine.rows(HOST_OF);
      const columns = join === undefined ? [] : await readJoin(engine, join);
      const weights = weight === undefined ? undefined : await findWeights(engine, weight, join, columns);
      if (sites !== undefined) await readSiteList(engine, sites);
      if (by === 'domain' || join?.on === 'domain') {
        const hosts = [CAPTURED_HOSTS, ...(join ? [ROW_HOSTS] : []), ...(sites ? [LISTED_HOSTS] : [])];
        await createDomains(engine, hosts.join(' UNION ALL '));
      }
      if (sites !== undefined) await keepListed(engine, by);
      const table = parts.files.verdicts.length === 0 ? 'captures' : 'verdicts';
      for (const statement of choosing(choice, table)) await engine.rows(statement);
      const counts = join === undefined ? null : await joinSites(engine, by, join, columns);
      const listed = sites === undefined ? null : await countListed(engine);
      const sitesLeftOut = weights === undefined ? undefined : await weighSites(engine, weights);
      for (const statement of reading(choice)) await engine.rows(statement);
      const joined =
        counts === null
          ? null
          : { columns, counts: weights?.column === 'weight' ? { ...counts, sitesLeftOut } : counts };
      return await use(engine, { joined, listed, weights });
    } catch (error) {
      throw error instanceof JoinError ? error : await errorOfPart(engine, parts, error);
    }
  });
}

/** The hosts of the survey. */
const CAPTURED_HOSTS =
  'SELECT host_of(url) AS host FROM (SELECT url FROM verdicts UNION ALL SELECT url FROM captures)';

/**
 * Counts what the report shows.
 *
 * @param column that of the strata, if sites are to be counted by strata
 */
export async function summarize(folder: string, choice: SiteChoice, column?: string): Promise<ReportSummary> {
  return await withSites(folder, choice, async (engine, { joined, listed, weights }) => {
    const numbers = numbersOf(weights?.column);
    const [overview] = (await engine.rows(numbers.overview)) as [ResultRow];
    const faults = await engine.rows(numbers.faults);
    const [allSites] = (await engine.rows(numbers.sites)) as [ResultRow];
    const crawlers = new Map<string, CrawlerTotals>();
    const totalsOf = ({ agent }: ResultRow): CrawlerTotals => {
      const name = String(agent);
      const totals = crawlers.get(name) ?? new CrawlerTotals(name);
      crawlers.set(name, totals);
      return totals;
    };
    for (const row of await engine.rows(numbers.agents)) totalsOf(row);
    for (const row of await engine.rows(numbers.restrictions)) totalsOf(row).all.add(row);
    for (const row of await engine.rows(numbers.months)) totalsOf(row).addMonth(row);
    for (const row of await engine.rows(numbers.changes)) totalsOf(row).addChange(row);
    const strata = column === undefined ? NO_STRATA : await strataOf(engine, column, joined, weights?.column);
    for (const row of strata.rows) totalsOf(row).addStratum(row);
    const outcomes = await engine.rows(numbers.outcomes);
    const ofCaptures = sitesBy(outcomes, 'outcome');
    const sites = [tallyOf(allSites), [...ofCaptures.values()].reduce(together, NO_SITES)] as const;
    return {
      weight: weights?.name,
      captures: Number(overview.captures),
      // The table of captures may be of more inputs than that of verdicts.
      sites: sites[0].sites < sites[1].sites ? sites[1] : sites[0],
      inputs: Number(overview.inputs),
      faults: new Map(faults.map(({ code, faults }) => [String(code), Number(faults)])),
      firstDate: textOrNull(overview.first_date),
      lastDate: textOrNull(overview.last_date),
      outcomes: ofCaptures,
      kinds: sitesBy(outcomes, 'kind'),
      usage: sitesBy(await engine.rows(numbers.usage), 'preference'),
      crawlers: [...crawlers.values()].map((totals) => totals.summary(strata.names)).sort(byAgent),
      join: joined?.counts ?? null,
      listed,
    };
  });
}

const NO_STRATA: Strata = { names: [], rows: [] };

/** The sites by the value of a column. */
function sitesBy(rows: readonly ResultRow[], column: string): Map<string, Tally> {
  const counts = new Map<string, Tally>();
  for (const row of rows) {
    if (row[column] === null) continue;
    const value = String(row[column]);
    counts.set(value, together(counts.get(value) ?? NO_SITES, tallyOf(row)));
  }
  return counts;
}

/** The sites of a row, which has weights if sites are weighted. */
function tallyOf({ sites, weight, squares }: ResultRow): Tally {
  if (weight === undefined) return unweighted(Number(sites));
  return { sites: Number(sites), weight: Number(weight), squares: Number(squares) };
}

class Counts {
  readonly sites = noRestrictions();
  readonly named = noRestrictions();
  readonly star = noRestrictions();

  add(row: ResultRow): void {
    const { restriction, selectedBy } = row;
    if (!isRestriction(restriction)) return;
    const tally = tallyOf(row);
    const counts = [this.sites];
    if (selectedBy === 'token') counts.push(this.named);
    if (selectedBy === 'star') counts.push(this.star);
    for (const count of counts) count[restriction] = together(count[restriction], tally);
  }

  refusals(): Refusals {
    const { sites, named, star } = this;
    return { sites, named, star };
  }
}

class CrawlerTotals {
  readonly all = new Counts();
  readonly #agent: string;
  readonly #months = new Map<string, Counts>();
  readonly #strata = new Map<string, Counts>();
  #recurring = NO_SITES;
  #closed = NO_SITES;
  #opened = NO_SITES;

  constructor(agent: string) {
    this.#agent = agent;
  }

  addMonth(row: ResultRow): void {
    addTo(this.#months, String(row.month).slice(0, MONTH_CHARACTERS), row);
  }

  addStratum(row: ResultRow): void {
    addTo(this.#strata, String(row.stratum), row);
  }

  addChange(row: ResultRow): void {
    if (row.change === null) return;
    const tally = tallyOf(row);
    this.#recurring = together(this.#recurring, tally);
    if (Number(row.change) > 0) this.#closed = tally;
    if (Number(row.change) < 0) this.#opened = tally;
  }

  summary(strata: readonly string[]): CrawlerSummary {
    const months = [...this.#months].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      agent: this.#agent,
      ...this.all.refusals(),
      months: months.map(([month, counts]) => ({ month, ...counts.refusals() })),
      strata: strata.flatMap((stratum) => {
        const counts = this.#strata.get(stratum);
        return counts === undefined ? [] : [{ stratum, ...counts.refusals() }];
      }),
      recurring: this.#recurring,
      closed: this.#closed,
      opened: this.#opened,
    };
  }
}

/** Adds a row to the counts with a name. A row that does not tell makes no counts. */
function addTo(named: Map<string, Counts>, name: string, row: ResultRow): void {
  if (!isRestriction(row.restriction)) return;
  const counts = named.get(name) ?? new Counts();
  counts.add(row);
  named.set(name, counts);
}

/** As in `2026-11`. */
const MONTH_CHARACTERS = 7;

function noRestrictions(): Restrictions {
  return Object.fromEntries(RESTRICTIONS.map((restriction) => [restriction, NO_SITES])) as Restrictions;
}

function isRestriction(value: unknown): value is Restriction {
  return (RESTRICTIONS as readonly unknown[]).includes(value);
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

function byAgent(a: CrawlerSummary, b: CrawlerSummary): number {
  return a.agent.localeCompare(b.agent, 'en');
}
