/** What the page says about the file as a whole. */
import { PARSING_LIMIT_OCTETS, type RobotsDocument } from 'robotstream/web';

export interface FileSummary {
  /** How many lines are read. */
  readonly lineCount: number;
  readonly groupCount: number;
  readonly ruleCount: number;
  readonly sitemapCount: number;
  /** Whether the parsing limit cuts the file. */
  readonly isCut: boolean;
  /** The limit, in octets. */
  readonly limitOctets: number;
}

export function fileSummary(document: RobotsDocument): FileSummary {
  const { lineCount, groups, sitemaps, truncated } = document;
  return {
    lineCount,
    groupCount: groups.length,
    ruleCount: groups.reduce((sum, { rules }) => sum + rules.length, 0),
    sitemapCount: sitemaps.length,
    isCut: truncated,
    limitOctets: PARSING_LIMIT_OCTETS,
  };
}
