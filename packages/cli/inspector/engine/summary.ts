/** What the page says about the file as a whole. */
import { type FileKind, fileKind } from 'robotstream/internal';
import { PARSING_LIMIT_OCTETS, type RobotsDocument } from 'robotstream/web';

export interface FileSummary {
  /** How many lines are read. */
  readonly lineCount: number;
  readonly groupCount: number;
  readonly ruleCount: number;
  readonly sitemapCount: number;
  /** What the file is, such as `html`, if its first octets show that it is no robots.txt; else null. */
  readonly kind: FileKind | null;
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
    kind: fileKind(document.octets) ?? null,
    isCut: truncated,
    limitOctets: PARSING_LIMIT_OCTETS,
  };
}
