/**
 * The numbers of a report, from the tables of a survey.
 */
import { RESTRICTIONS, type Restriction } from '../tables.js';
import { createDomains } from './domains.js';
import { type Engine, type ResultRow, withEngine } from './engine.js';
import { joinSites, ROW_HOSTS, readJoin } from './join.js';
import { JoinError } from './join-file.js';
import { resolveRedirects } from './redirects.js';
import type { JoinCounts, JoinedSites, SiteChoice } from './site-choice.js';
import { countListed, keepListed, LISTED_HOSTS, type ListCounts, readSiteList } from './site-list.js';
import { createViews, errorOfPart, findParts } from './sources.js';
import { choosing, HOST_OF, NUMBERS } from './statements.js';
import { type Strata, strataOf } from './strata.js';

/** How many sites refuse how much to a crawler. Sites that do not say are not counted. */
export type Restrictions = Record<Restriction, number>;

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
  /** Sites whose restriction changed between the first month in which they tell and the last. */
  readonly closed: number;
  readonly opened: number;
}

export interface MonthSummary extends Refusals {
  /** Such as `2026-11`. */
  readonly month: string;
}

export interface StratumSummary extends Refusals {
  readonly stratum: string;
}

export interface ReportSummary {
  readonly captures: number;
  readonly sites: number;
  readonly inputs: number;
  readonly faults: number;
  /** The first and the last date of a capture; null if none has a date. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** Sites by the outcome of their last capture; empty if the survey has no table `captures`. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<string, number>;
  /** Sites by each usage preference that they state for any of the crawlers. */
  readonly usage: ReadonlyMap<string, number>;
  /** In the order of their names. */
  readonly crawlers: readonly CrawlerSummary[];
  /** How many sites and rows of a joined file found each other; null if none is joined. */
  readonly join: JoinCounts | null;
  /** How many sites a list has, if only those count; else null. */
  readonly listed: ListCounts | null;
}

/**
 * Reads the tables in a folder, chooses a capture of each site and month, and runs what needs them.
 *
 * @throws {Error} (rejects) if the folder or a part cannot be read; the message names the part
 */
export async function withSites<Result>(
  folder: string,
  choice: SiteChoice,
  use: (engine: Engine, joined: JoinedSites | null, listed: ListCounts | null) => Promise<Result>,
): Promise<Result> {
  const { by, join, sites } = choice;
  const parts = await findParts(folder);
  return await withEngine(async (engine) => {
    try {
      await createViews(engine, parts);
      await resolveRedirects(engine);
      await engine.rows(HOST_OF);
      const columns = join === undefined ? [] : await readJoin(engine, join);
      if (sites !== undefined) await readSiteList(engine, sites);
      if (by === 'domain' || join?.on === 'domain') {
        const hosts = [CAPTURED_HOSTS, ...(join ? [ROW_HOSTS] : []), ...(sites ? [LISTED_HOSTS] : [])];
        await createDomains(engine, hosts.join(' UNION ALL '));
      }
      if (sites !== undefined) await keepListed(engine, by);
      for (const statement of choosing(choice)) await engine.rows(statement);
      const joined =
        join === undefined ? null : { columns, counts: await joinSites(engine, by, join, columns) };
      return await use(engine, joined, sites === undefined ? null : await countListed(engine));
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
  return await withSites(folder, choice, async (engine, joined, listed) => {
    const [overview] = (await engine.rows(NUMBERS.overview)) as [ResultRow];
    const crawlers = new Map<string, CrawlerTotals>();
    const totalsOf = ({ agent }: ResultRow): CrawlerTotals => {
      const name = String(agent);
      const totals = crawlers.get(name) ?? new CrawlerTotals(name);
      crawlers.set(name, totals);
      return totals;
    };
    for (const row of await engine.rows(NUMBERS.agents)) totalsOf(row);
    for (const row of await engine.rows(NUMBERS.restrictions)) totalsOf(row).all.add(row);
    for (const row of await engine.rows(NUMBERS.months)) totalsOf(row).addMonth(row);
    for (const row of await engine.rows(NUMBERS.changes)) totalsOf(row).setChanges(row);
    const strata = column === undefined ? NO_STRATA : await strataOf(engine, column, joined);
    for (const row of strata.rows) totalsOf(row).addStratum(row);
    const outcomes = await engine.rows(NUMBERS.outcomes);
    const ofCaptures = sitesBy(outcomes, 'outcome');
    const outcomeSites = [...ofCaptures.values()].reduce((sum, sites) => sum + sites, 0);
    return {
      captures: Number(overview.captures),
      sites: Math.max(Number(overview.sites), outcomeSites),
      inputs: Number(overview.inputs),
      faults: Number(overview.faults),
      firstDate: textOrNull(overview.first_date),
      lastDate: textOrNull(overview.last_date),
      outcomes: ofCaptures,
      kinds: sitesBy(outcomes, 'kind'),
      usage: sitesBy(await engine.rows(NUMBERS.usage), 'preference'),
      crawlers: [...crawlers.values()].map((totals) => totals.summary(strata.names)).sort(byAgent),
      join: joined?.counts ?? null,
      listed,
    };
  });
}

const NO_STRATA: Strata = { names: [], rows: [] };

/** The sites by the value of a column. */
function sitesBy(rows: readonly ResultRow[], column: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { [column]: value, sites } of rows) {
    if (value === null) continue;
    counts.set(String(value), (counts.get(String(value)) ?? 0) + Number(sites));
  }
  return counts;
}

class Counts {
  readonly sites = noRestrictions();
  readonly named = noRestrictions();
  readonly star = noRestrictions();

  add({ restriction, selectedBy, sites }: ResultRow): void {
    if (!isRestriction(restriction)) return;
    this.sites[restriction] += Number(sites);
    if (selectedBy === 'token') this.named[restriction] += Number(sites);
    if (selectedBy === 'star') this.star[restriction] += Number(sites);
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
  #closed = 0;
  #opened = 0;

  constructor(agent: string) {
    this.#agent = agent;
  }

  addMonth(row: ResultRow): void {
    addTo(this.#months, String(row.month).slice(0, MONTH_CHARACTERS), row);
  }

  addStratum(row: ResultRow): void {
    addTo(this.#strata, String(row.stratum), row);
  }

  setChanges({ closed, opened }: ResultRow): void {
    this.#closed = Number(closed);
    this.#opened = Number(opened);
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
  return Object.fromEntries(RESTRICTIONS.map((restriction) => [restriction, 0])) as Restrictions;
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
