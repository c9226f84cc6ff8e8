/** Questions that a file suggests, and whether two files answer them alike. */
import {
  type Group,
  type Matcher,
  PROFILES,
  type ProfileName,
  parseSync,
  type RobotsDocument,
} from '../../src/core.js';

export const ALL_PROFILES = Object.keys(PROFILES) as ProfileName[];

const MAX_NAMES = 40;
const MAX_URLS = 120;

/** Names and URLs that tell the groups and rules of a file apart. */
export class Questions {
  readonly names: readonly string[];
  readonly urls: readonly string[];

  /**
   * @param line the line that the questions are about: names and URLs of its group come first, because their number is limited
   * @param patterns the patterns that URLs are made of; default: those of the file
   */
  constructor(
    document: RobotsDocument,
    line: number,
    patterns: readonly string[] = patternsOf(document, line),
  ) {
    this.names = namesNear(
      ALL_PROFILES.flatMap((profile) =>
        nearestFirst(document, line, profile).flatMap(({ userAgents }) => userAgents.map(({ name }) => name)),
      ),
    ).slice(0, MAX_NAMES);
    const urls = patterns.flatMap((pattern) => {
      const path = pattern.replace(/\$$/, '');
      const filled = ['', 'x', '/'].map((filling) => path.replaceAll('*', filling));
      return [...filled, `${filled[1]}x`, decoded(filled[0]), `${filled[0]}?x`, filled[0].slice(0, -1)];
    });
    this.urls = [...new Set(['/', '/x', ...urls].flatMap((path) => asOfUrl(path) ?? []))]
      .slice(0, MAX_URLS)
      .map((path) => `http://host${path}`);
  }
}

/** The groups of a file, that of a line first. */
function nearestFirst(document: RobotsDocument, line: number, profile: ProfileName): readonly Group[] {
  const own = document.groupAt(line, profile);
  const groups = document.groupsUnder(profile);
  return own === null ? groups : [own, ...groups.filter((group) => group !== own)];
}

function patternsOf(document: RobotsDocument, line: number): string[] {
  const [own, ...others] = nearestFirst(document, line, 'google').map(({ rules }) => rules);
  const nearest = own?.find((rule) => rule.line === line);
  return [...(nearest === undefined ? [] : [nearest]), ...[own ?? [], ...others].flat()].map(
    ({ pattern }) => pattern,
  );
}

/** The names that the values of user-agent lines may name, names like them, a crawler that no file names, and `*`. */
export function namesNear(values: readonly string[]): string[] {
  const names = [...new Set(values)].flatMap((value) => [
    value,
    ...[/^[A-Za-z_-]+/, /^[\w.-]+/, /^[^/]+/].map((prefix) => prefix.exec(value)?.[0] ?? ''),
  ]);
  const near = names.flatMap((name) => [`${name}x`, name.slice(0, -1), name.toLowerCase()]);
  return ['OtherCrawlerOfNoFile', '*', ...new Set([...names, ...near])].filter(isCaller);
}

/** Whether a crawler can have a name. */
export function isCaller(name: string): boolean {
  try {
    parseSync('').matcher({ agents: name });
    return true;
  } catch {
    return false;
  }
}

function decoded(path: string): string {
  return path.replace(/%[2-7][0-9a-f]/gi, (triplet) =>
    String.fromCharCode(Number.parseInt(triplet.slice(1), 16)),
  );
}

/** A path as the URL Standard writes it; `null` for that of robots.txt itself. */
function asOfUrl(text: string): string | null {
  const url = new URL(`http://host${text.startsWith('/') ? '' : '/'}${text}`);
  const path = url.href.slice(url.origin.length).replace(/#.*/s, '');
  return /^\/robots\.txt(?:\?|$)/.test(decoded(path)) ? null : path;
}

/** What a file says to a name under a profile, besides its rules: delays, times and preferences. */
function records(
  document: RobotsDocument,
  agents: string,
  profile: ProfileName,
  urls: readonly string[],
): string {
  const of = { profile };
  const preferences = urls.map((url) => {
    const usage = document.usage(agents, url, of);
    if (!usage.applies) return null;
    const { contentUsage, contentSignal } = usage;
    const categories = { ...contentUsage.categories, ...contentSignal.categories };
    return [
      Object.entries(categories).map(([name, { preference }]) => [name, preference]),
      contentSignal.use.value,
    ];
  });
  return JSON.stringify([
    document.crawlDelay(agents, of),
    document.requestRate(agents, of),
    document.visitTime(agents, of),
    preferences,
  ]);
}

/**
 * The first question that two files answer differently, with both answers; `null` if there is none.
 *
 * @param what whether delays and preferences are compared, too
 */
export function firstDifference(
  before: Uint8Array,
  after: Uint8Array,
  { names, urls }: Questions,
  profiles: readonly ProfileName[],
  what: 'verdicts' | 'everything' = 'verdicts',
): string | null {
  const [one, other] = [before, after].map((octets) => parseSync(octets));
  const hasRecords =
    what === 'everything' &&
    /crawl-delay|request-rate|visit-time|content-/i.test(new TextDecoder().decode(before));
  for (const profile of profiles) {
    for (const agents of names) {
      const [first, second] = [one, other].map((file): Matcher => file.matcher({ agents, profile }));
      const url = urls.find((path) => first.isAllowed(path) !== second.isAllowed(path));
      if (url !== undefined)
        return `${agents} ${url} under ${profile}: ${first.isAllowed(url)}, ${second.isAllowed(url)}`;
      if (!hasRecords) continue;
      const few = urls.slice(0, 3);
      const [then, now] = [one, other].map((file) => records(file, agents, profile, few));
      if (then !== now) return `${agents} under ${profile}: ${then}, ${now}`;
    }
  }
  return null;
}
