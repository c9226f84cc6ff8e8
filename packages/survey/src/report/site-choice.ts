/**
 * The choices of a report: what a site is, which of its captures counts, what is joined with it, and its weight.
 */
import type { SiteKind } from '../questions.js';

/** The choices of {@link SitePick}. */
export const SITE_PICKS = ['last', 'majority'] as const;

/** Which of several captures of a site in a month counts: the last one that says what crawlers may fetch, or what most of these say. */
export type SitePick = (typeof SITE_PICKS)[number];

/** What a site is, which of its captures counts, and what is joined with it. */
export interface SiteChoice {
  readonly by: SiteKind;
  readonly pick: SitePick;
  readonly join?: Join | undefined;
  /** The name of a file with the sites that count; all by default. */
  readonly sites?: string | undefined;
  /** What sites count with instead of 1: `captures`, or the name of a column of the joined file. */
  readonly weight?: string | undefined;
}

/** What is joined with the sites of a survey. */
export interface SurveyJoin {
  /** The name of a CSV file whose first line names the columns, or of a Parquet file; either may be compressed with GZIP or Zstandard. */
  readonly file: string;
  /** What a row is about: a host or a registrable domain. Default what a site is. Rows about domains may be joined with hosts, but not the other way. */
  readonly on?: SiteKind | undefined;
  /** The column with the host or the domain; default `host` or `domain`. */
  readonly column?: string | undefined;
}

/** A {@link SurveyJoin} with defaults filled in. */
export interface Join {
  readonly file: string;
  readonly on: SiteKind;
  readonly column: string;
}

/** How many sites and rows of a join have found each other. */
export interface JoinCounts {
  readonly sites: number;
  readonly sitesWithoutRow: number;
  readonly rows: number;
  readonly rowsWithoutSite: number;
  /** How many sites do not count, because they have no weight or weight 0; only if a column of the file is the weight. */
  readonly sitesLeftOut?: number | undefined;
}

/** What a file adds to sites. */
export interface JoinedSites {
  /** The columns of the table `site_columns` beside `site`. */
  readonly columns: readonly string[];
  readonly counts: JoinCounts;
}
