/**
 * Finds what a new version of a robots.txt changes for crawlers: what opens and closes, delays, usage preferences, sitemaps, licenses. Edits that crawlers
 * do not notice, such as comments, spelling and order, are not changes.
 */
import { isDeepStrictEqual } from 'node:util';
import type { RobotsDocument } from 'robotstream';
import { crawlerDifferences } from 'robotstream/crawlers';
import { callerNamed } from 'robotstream/crawlers/internal';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { count, styleFor } from '../../../command-line/src/terminal.js';
import { namesText, ownProfileOf } from '../caller.js';
import { accessChange } from '../diff/access-change.js';
import { crawlersOn, isComplete } from '../diff/compared-crawlers.js';
import { comparisonText } from '../diff/comparison-text.js';
import { licenseDifferences } from '../diff/license-differences.js';
import type { Sides } from '../diff/url-comparison.js';
import { groupedBy } from '../grouped-by.js';

/** The crawlers for which versions are compared, and their profile. */
export interface Audience {
  /** The crawlers; empty for `*` and all that a version names. */
  readonly agents: readonly string[];
  /** `undefined` if each reads by its own profile. */
  readonly profile: ReadingName | undefined;
}

/** A change, without its site and time. */
export interface Change {
  readonly kind: string;
  readonly title: string;
  readonly details: readonly string[];
}

/** How many steps a comparison may take: a second or two for the worst files. */
const MAX_STEPS = 500_000;

/** How many lines of the comparison are kept. */
const MAX_DETAILS = 40;

const plain = styleFor({ stdout: process.stdout, env: { NO_COLOR: '1' } });

/** The changes from one version to the next; none if they are the same to every crawler that is compared. */
export function ruleChanges(
  before: RobotsDocument,
  after: RobotsDocument,
  audience: Audience,
): readonly Change[] {
  if (Buffer.compare(before.octets, after.octets) === 0) return [];
  const { agents, profile } = audience;
  const sides = {
    before: { name: 'before', document: before, profile },
    after: { name: 'after', document: after, profile },
  };
  const { names, leftOut } = crawlersOn(sides, agents);
  const compared = crawlerDifferences(sides.before, sides.after, names, { maxSteps: MAX_STEPS });
  const access = accessChange(compared, sides.after);
  const details = detailsOf([...comparisonText(sides, compared, plain)].slice(0, -1));
  const changes = [
    ...(access === null ? [] : [{ ...access, details }]),
    ...statedChanges('delay', 'the crawl delay changes', sides, names, statedDelay),
    ...statedChanges('usage', 'the usage preferences change', sides, names, statedUsage),
    ...sitemapChanges(before, after),
    ...licenseChanges(before, after),
  ];
  return changes.length > 0 || isComplete(compared, leftOut) || haveEqualRules(before, after)
    ? changes
    : [UNCERTAIN];
}

const UNCERTAIN: Change = {
  kind: 'uncertain',
  title: 'the file has changed, but is too large or names too many crawlers to tell what that changes',
  details: [],
};

/** The first lines of a text, without blank ones. */
function detailsOf(texts: Iterable<string>): readonly string[] {
  const lines = [...texts]
    .join('')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const left = lines.length - MAX_DETAILS;
  return left > 0 ? [...lines.slice(0, MAX_DETAILS), `and ${count(left, 'line')} more`] : lines;
}

/** What two versions say to crawlers, if that differs: a change for each pair of texts, with the crawlers that it is about. */
function statedChanges(
  kind: string,
  what: string,
  { before, after }: Sides,
  names: readonly string[],
  stated: (document: RobotsDocument, name: string, profile: ReadingName) => string | null,
): readonly Change[] {
  const whose = groupedBy(names, (name) => {
    const [old, now] = [before, after].map(({ document, profile }) =>
      stated(document, name, profile ?? ownProfileOf(name)),
    );
    return old === now || old === null || now === null ? null : `${old} to ${now}`;
  });
  return Array.from(whose).flatMap(([text, agents]) =>
    text === null ? [] : [{ kind, title: `${what} from ${text} for ${namesText(agents)}`, details: [] }],
  );
}

function statedDelay(document: RobotsDocument, name: string, profile: ReadingName): string {
  const delay = document.crawlDelay(callerNamed(name), { profile });
  return delay === undefined ? 'none' : `${delay} s`;
}

/** The usage preferences for the home page; null if a crawler may not fetch it, because then none applies. */
function statedUsage(document: RobotsDocument, name: string, profile: ReadingName): string | null {
  const usage = document.usage(callerNamed(name), '/', { profile });
  if (!usage.applies) return null;
  const stated = Object.entries({ ...usage.contentUsage.categories, ...usage.contentSignal.categories })
    .filter(([, { preference }]) => preference !== 'unknown')
    .map(([category, { preference }]) => `${category}=${preference === 'allowed' ? 'y' : 'n'}`);
  return stated.length === 0 ? 'none' : stated.sort().join(' ');
}

/** Sitemaps that the file no longer names. New ones are not reported, because they do no harm. */
function sitemapChanges(before: RobotsDocument, after: RobotsDocument): readonly Change[] {
  const left = new Set(after.sitemaps.map(({ url }) => url));
  const gone = [...new Set(before.sitemaps.map(({ url }) => url))].filter((url) => !left.has(url));
  if (gone.length === 0) return [];
  const title = `${count(gone.length, 'sitemap')} ${gone.length === 1 ? 'is' : 'are'} no longer named`;
  return [{ kind: 'sitemaps', title, details: detailsOf(gone.map((url) => `${url}\n`)) }];
}

/** Licenses (RSL 1.0) that the file names now, and those that it no longer names. */
function licenseChanges(before: RobotsDocument, after: RobotsDocument): readonly Change[] {
  const { added, removed } = licenseDifferences(before, after);
  if (added.length + removed.length === 0) return [];
  const parts = [
    ...(added.length > 0 ? [`${count(added.length, 'license')} named`] : []),
    ...(removed.length > 0 ? [`${count(removed.length, 'license')} no longer named`] : []),
  ];
  const lines = [...added.map((url) => `+ ${url}\n`), ...removed.map((url) => `- ${url}\n`)];
  return [{ kind: 'licenses', title: `licenses: ${parts.join(', ')}`, details: detailsOf(lines) }];
}

/** Whether each crawler that the files name has the same rules in both, in any order and number. Where a file is too large to compare, this decides. */
function haveEqualRules(before: RobotsDocument, after: RobotsDocument): boolean {
  return isDeepStrictEqual(rulesByAgent(before), rulesByAgent(after));
}

function rulesByAgent({ groups }: RobotsDocument): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { userAgents, rules } of groups) {
    for (const { name } of userAgents) {
      const token = name.toLowerCase();
      const known = found.get(token) ?? new Set<string>();
      found.set(token, known);
      for (const { directive, pattern } of rules) known.add(`${directive} ${pattern}`);
    }
  }
  return found;
}

/** How the new file was made from the old one: `cut` if it ends within a line of it, `prepended` if there is text before it; null if neither. */
export function derivation(before: RobotsDocument, after: RobotsDocument): 'cut' | 'prepended' | null {
  const [old, now] = [Buffer.from(before.octets), Buffer.from(after.octets)];
  if (now.length > old.length && old.length > 0 && now.subarray(now.length - old.length).equals(old))
    return 'prepended';
  if (now.length === 0 || now.length >= old.length || !old.subarray(0, now.length).equals(now)) return null;
  return endsWithinLine(old.toString(), now.toString()) ? 'cut' : null;
}

/** Whether a file was cut in the middle of a line, so that the line means something else. */
function endsWithinLine(old: string, now: string): boolean {
  const start = Math.max(now.lastIndexOf('\n'), now.lastIndexOf('\r')) + 1;
  const whole = old.slice(start).split(/\r\n|\n|\r/, 1)[0] ?? '';
  const [had, has] = [meaningOf(whole), meaningOf(now.slice(start))];
  return has !== '' && had !== has;
}

/** A line without its comment and the white space around its parts. */
function meaningOf(line: string): string {
  const [beforeComment = ''] = line.split('#', 1);
  const text = beforeComment.trim();
  const colon = text.indexOf(':');
  return colon < 0 ? text : `${text.slice(0, colon).trim().toLowerCase()}:${text.slice(colon + 1).trim()}`;
}
