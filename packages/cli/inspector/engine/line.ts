/** What a line of the file means to the crawlers in question. */
import { callerNamed } from 'robotstream/crawlers/internal';
import type { Explanation, Group, LineType, Matcher, Profile, RobotsDocument } from 'robotstream/web';
import { namedCrawlers } from './named-crawlers.js';
import type { LinePart, LineQuestion } from './question.js';

/** What the line is under the profile. `unread`: the parsing limit cuts the file before it, or there is no such line. */
export type LineKind = LineType | 'unread';

/** A crawler, and what a user-agent line means to it. */
export interface CrawlerMeaning {
  readonly crawler: string;
  /** Whether the crawler obeys the group of the line; for a user-agent line, because of this line. */
  readonly obeys: boolean;
  /** A sentence whose subject is the line; null for other lines than user-agent lines. */
  readonly explanation: string | null;
}

export interface LineMeaning {
  readonly line: number;
  readonly kind: LineKind;
  /** The whole line; null if it is not read. */
  readonly part: LinePart | null;
  /** The first line of the group that the line belongs to, and the names that the group is for; null if it is in no group. */
  readonly group: { readonly line: number; readonly names: readonly string[] } | null;
  /** Each crawler asked about, if the line is a user-agent line or a rule. */
  readonly crawlers: readonly CrawlerMeaning[];
  /** What is wrong with the line. */
  readonly problems: readonly string[];
}

/** How many names of a group are listed. */
const MAX_NAMES = 20;

/** Finds what a line means to one crawler after the other, and yields what is known after each. */
export function* lineMeaning(
  document: RobotsDocument,
  { line, crawlers, profile }: LineQuestion,
): Generator<() => LineMeaning, LineMeaning> {
  const found = lineAt(document, line);
  const names = namedCrawlers(crawlers).flatMap(({ name, fault }) => (fault === null ? [name] : []));
  const matchers = document.matchers(names.map(callerNamed), { profile });
  const places = new Map<Profile, PlaceInGroup | null>();
  const asked = document.matcher({ agents: '*', profile }).profile;
  for (const reading of [asked, ...matchers.map((matcher) => matcher.profile)]) {
    if (!places.has(reading)) places.set(reading, placeInGroup(document, line, reading));
  }
  // A profile may read a line as a record that RFC 9309 does not see there.
  const shown = [...places.values()].find((place) => place !== null) ?? null;
  const meanings: CrawlerMeaning[] = [];
  const known = {
    line,
    kind: shown === null ? found.kind : shown.isAgentLine ? 'user-agent' : (shown.rule ?? found.kind),
    part: found.part,
    group:
      shown === null
        ? null
        : {
            line: shown.group.userAgents[0].line,
            names: shown.group.userAgents.slice(0, MAX_NAMES).map(({ name }) => name),
          },
    problems: document.diagnostics
      .filter((diagnostic) => diagnostic.line === line)
      .map(({ message }) => message),
  } as const;
  if (shown === null) return { ...known, crawlers: meanings };
  const explained = new SharedExplanations();
  for (const [i, crawler] of names.entries()) {
    const matcher = matchers[i];
    const place = places.get(matcher.profile) ?? null;
    const own = place?.isAgentLine
      ? explained.of(matcher).agentLines.find(({ userAgent }) => userAgent.line === line)
      : undefined;
    meanings.push({
      crawler,
      obeys: own?.counts ?? (place !== null && obeysGroup(matcher, place.group, explained)),
      explanation: own?.explanation ?? null,
    });
    yield () => ({ ...known, crawlers: [...meanings] });
  }
  return { ...known, crawlers: meanings };
}

/** What a line is in its group. */
interface PlaceInGroup {
  readonly group: Group;
  readonly isAgentLine: boolean;
  /** Null unless it is a rule. */
  readonly rule: 'allow' | 'disallow' | null;
}

/** Where a line is as a profile reads the file; null if it is in no group. */
function placeInGroup(document: RobotsDocument, line: number, profile: Profile): PlaceInGroup | null {
  const group = document.groupAt(line, profile);
  if (group === null || !isPartOf(group, line)) return null;
  const isAgentLine = group.userAgents.some((userAgent) => userAgent.line === line);
  return { group, isAgentLine, rule: group.rules.find((one) => one.line === line)?.directive ?? null };
}

/**
 * Explanations of `/`. Each goes through every user-agent line of the file, so crawlers of a profile that no line names share one: every
 * line means the same to them.
 */
class SharedExplanations {
  readonly #shared = new Map<string, Explanation>();

  of(matcher: Matcher): Explanation {
    const { selectedBy } = matcher.check('/');
    const key = `${matcher.profile.name} ${selectedBy}`;
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const explanation = matcher.explain('/');
    if (selectedBy !== 'name') this.#shared.set(key, explanation);
    return explanation;
  }
}

/** Whether a caller obeys a group. */
function obeysGroup(
  matcher: Matcher,
  { userAgents: [{ line }] }: Group,
  explained: SharedExplanations,
): boolean {
  const { groupCount, group } = matcher.check('/');
  const groups = groupCount > 1 ? explained.of(matcher).groups : [group];
  return groups.some((obeyed) => obeyed?.userAgents[0].line === line);
}

/** Whether a line is a user-agent line, a rule or another record of a group. */
function isPartOf({ userAgents, rules, extensions }: Group, line: number): boolean {
  return [userAgents, rules, extensions].some((records) => records.some((record) => record.line === line));
}

function lineAt(
  document: RobotsDocument,
  line: number,
): { readonly kind: LineKind; readonly part: LinePart | null } {
  for (const event of document.lines()) {
    if (event.line !== line) continue;
    return { kind: event.type, part: { line, start: event.span.start, end: event.span.end } };
  }
  // After the last line terminator, and in an empty file, an editor has one more line.
  return { kind: document.truncated ? 'unread' : 'blank', part: null };
}
