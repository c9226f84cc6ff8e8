/**
 * Finds what is wrong with a site, from the responses of its addresses and sitemaps.
 */
import { type CrawlerDifferences, crawlerDifferences } from 'robotstream/crawlers';
import { FILE_KIND_NAMES } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { areEqual, crawlersOn } from '../diff/compared-crawlers.js';
import type { Sides } from '../diff/url-comparison.js';

import { type Answered, filesOf, type SiteFile, type Sitemap } from './observe.js';

/** The first file compared with another one. */
export interface FileComparison {
  readonly file: SiteFile;
  readonly sides: Sides;
  readonly agents: readonly string[];
  /** Whether the command line names the crawlers; otherwise they are all that the files name. */
  readonly areGiven: boolean;
  readonly compared: readonly CrawlerDifferences[];
  readonly leftOut: number;
  readonly isEqual: boolean;
}

/** The codes of findings, with their meaning. */
export const FINDING_CODES = {
  unreachable: 'an address fails, or does not exist, so crawlers may fetch nothing of it',
  'redirects-fail': 'the redirects of an address lead to no robots.txt, so everything of it is allowed',
  'not-a-robots-txt': 'a file is an HTML page or the like, not a robots.txt',
  'rules-differ': 'the files of two addresses allow a crawler different URLs',
  'sitemap-unreachable': 'a sitemap does not answer with status 200',
  'sitemap-is-a-page': 'a sitemap is an HTML page',
} as const;

export interface SiteFinding {
  readonly code: keyof typeof FINDING_CODES;
  /** The address or the sitemap. */
  readonly url: string;
  readonly message: string;
}

/** Compares the first file with each of the others, for the given crawlers or, if none is given, those that the files name. */
export function comparisonsOf(
  answered: readonly Answered[],
  given: readonly string[],
  profile: ReadingName | undefined,
): readonly FileComparison[] {
  const files = filesOf(answered);
  const [before, ...others] = files.map(({ document, robotsUrl: name }) => ({ name, document, profile }));
  if (before === undefined) return [];
  return others.map((after, i) => {
    const sides = { before, after };
    const { names: agents, leftOut } = crawlersOn(sides, given);
    const compared = crawlerDifferences(before, after, agents);
    const isEqual = areEqual(compared, leftOut);
    const file = files[i + 1] as SiteFile;
    return { file, sides, agents, areGiven: given.length > 0, compared, leftOut, isEqual };
  });
}

/** All findings: those of addresses, of files, of sitemaps. */
export function findingsOf(
  answered: readonly Answered[],
  comparisons: readonly FileComparison[],
  sitemaps: readonly Sitemap[],
): readonly SiteFinding[] {
  return [
    ...answered.filter(isFailing).map(unreachable),
    ...answered.flatMap(redirectFinding),
    ...filesOf(answered).flatMap(kindFinding),
    ...comparisons.filter(({ isEqual }) => !isEqual).map(ruleFinding),
    ...sitemaps.flatMap(sitemapFinding),
  ];
}

/** Whether an address fails. A guessed one may be missing: its host name need not resolve. */
export function isFailing({ address, facts }: Answered): boolean {
  return facts.outcome === 'unreachable' && !(address.isGuess && facts.fault === 'dns-failed');
}

function kindFinding({ kind, robotsUrl: url }: SiteFile): readonly SiteFinding[] {
  if (kind === null) return [];
  return [{ code: 'not-a-robots-txt', url, message: `it is ${FILE_KIND_NAMES[kind]}, not a robots.txt` }];
}

function ruleFinding({ file, sides }: FileComparison): SiteFinding {
  const what = file.exists ? 'its rules differ' : 'it has no file, so its rules differ';
  const message = `${what} from those of ${sides.before.name}`;
  return { code: 'rules-differ', url: file.robotsUrl, message };
}

function unreachable({ address, facts }: Answered): SiteFinding {
  const why = facts.faultMessage ?? facts.fault ?? `status ${facts.status}`;
  return { code: 'unreachable', url: address.origin, message: `its robots.txt is unreachable: ${why}` };
}

/** Too many redirects and the like count as a missing file (RFC 9309 §2.3.1.2), which no site owner wants. */
function redirectFinding({ address, facts }: Answered): readonly SiteFinding[] {
  const { outcome, meaning, fault, faultMessage } = facts;
  if (outcome !== 'unavailable' || meaning !== 'allow-all' || fault === null) return [];
  const message = `its redirects lead to no robots.txt, so everything is allowed: ${faultMessage ?? fault}`;
  return [{ code: 'redirects-fail', url: address.origin, message }];
}

export const OK = 200;

function sitemapFinding({ url, status, fault, kind }: Sitemap): readonly SiteFinding[] {
  if (fault === 'not-a-url')
    return [{ code: 'sitemap-unreachable', url, message: 'the sitemap is not an http or https URL' }];
  if (status !== OK) {
    const message = `the sitemap answers ${status === null ? `nothing: ${fault}` : `status ${status}`}`;
    return [{ code: 'sitemap-unreachable', url, message }];
  }
  return kind === null ? [] : [{ code: 'sitemap-is-a-page', url, message: 'the sitemap is an HTML page' }];
}
