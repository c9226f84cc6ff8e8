/**
 * What happened to a site between its record and a new look at it.
 */
import { randomUUID } from 'node:crypto';
import { parseSync, type RobotsDocument } from 'robotstream';
import { type Expectation, outcomesOf, titleOf } from '../test/expectations.js';
import type { Observation } from './observation.js';
import {
  bodyOf,
  type KnownRules,
  MAX_HISTORY,
  octetsOfBody,
  type SiteRecord,
  type WatchEvent,
} from './records.js';
import {
  type Audience,
  type Change,
  derivation,
  endsWithinLine,
  NO_RULES,
  ruleChanges,
} from './rule-changes.js';

/** What each kind of event means. */
export const EVENT_KINDS: { readonly [kind: string]: string } = {
  'closes-everything': 'a crawler that could fetch something may fetch nothing of the site',
  closes: 'a crawler may no longer fetch some URLs',
  opens: 'a crawler may fetch more URLs',
  'opens-and-closes': 'both',
  missing: 'there is no robots.txt any more, so everything is allowed',
  appeared: 'there is a robots.txt where none was, and it changes nothing',
  empty: 'the file has no rules any more',
  'cut-off': 'the file ends in the middle of a line that went on before',
  prepended: 'something has put text before the file, and that changes what crawlers may do',
  'not-a-robots-txt': 'the file is an HTML page or the like',
  unreachable:
    'the robots.txt cannot be fetched: a status of 500 or more, no connection, a body that is cut off',
  'other-host': 'the robots.txt comes from another host, by a redirect',
  recovered: 'the robots.txt can be fetched again, or is one again',
  delay: 'a crawler is asked for another delay',
  usage: 'other usage preferences apply to the home page',
  sitemaps: 'a sitemap is no longer named',
  uncertain: 'the file is too large, or names too many crawlers, to tell what a change of it does',
  'guard-broken': 'an expectation is not met any more',
  'guard-kept': 'an expectation is met again',
};

/** What the looks at all sites share. */
export interface Watching extends Audience {
  readonly guards: readonly Expectation[];
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The site after a look at it, and what happened since the one before. */
export interface Noticed {
  readonly record: SiteRecord;
  readonly events: readonly WatchEvent[];
}

/**
 * Takes a look into account. A look that another process has had later than this one changes nothing. A record of the future means that the
 * clock was set back: it is taken for the past.
 */
export function noticed(record: SiteRecord | undefined, seen: Observation, watching: Watching): Noticed {
  const { observedAt = Number.NEGATIVE_INFINITY } = record ?? {};
  if (record !== undefined && observedAt > seen.startedAt && observedAt <= watching.now()) {
    return { record, events: [] };
  }
  const broken = brokenGuards(seen, watching);
  const changes = [...stateChanges(record, seen, watching), ...guardChanges(record?.broken ?? [], broken)];
  const at = new Date(seen.endedAt).toISOString();
  const events = changes.map((change) => ({ id: randomUUID(), url: seen.url, at, ...change }));
  return {
    events,
    record: {
      url: seen.url,
      observedAt: seen.endedAt,
      state: seen.state,
      since: record?.state === seen.state ? record.since : seen.endedAt,
      rules: rulesAfter(record, seen),
      broken: [...broken.keys()],
      history: [...(record?.history ?? []), ...events].slice(-MAX_HISTORY),
    },
  };
}

/** The rules that the next look is compared with. A failure, or a page in place of the file, changes none. */
function rulesAfter(record: SiteRecord | undefined, seen: Observation): KnownRules | null {
  if (seen.document === null || seen.state === 'not-a-robots-txt') return record?.rules ?? null;
  return { body: bodyOf(seen.document.octets), exists: seen.exists, host: seen.host };
}

function stateChanges(
  record: SiteRecord | undefined,
  seen: Observation,
  watching: Watching,
): readonly Change[] {
  const { state, document, answer } = seen;
  const isNew = record?.state !== state;
  if (document === null)
    return isNew ? [change('unreachable', `the robots.txt is unreachable: ${answer}`)] : [];
  const rules = record?.rules ?? null;
  const before = rules === null ? null : parseSync(octetsOfBody(rules.body), { maxOctets: Infinity });
  if (state === 'not-a-robots-txt') {
    if (!isNew) return [];
    const details = before === null ? [] : ruleChanges(before, document, watching).flatMap(textOfChange);
    return [change('not-a-robots-txt', 'the robots.txt is not one: a page or another kind of file', details)];
  }
  const recovered =
    record !== undefined && (record.state === 'unreachable' || record.state === 'not-a-robots-txt')
      ? [change('recovered', `the robots.txt is back: ${answer}`)]
      : [];
  if (before === null || rules === null) return recovered;
  return [
    ...recovered,
    ...hostChange(rules, seen),
    ...fileChanges(rules, before, seen.exists, document, watching),
  ];
}

function hostChange({ host, exists }: KnownRules, seen: Observation): readonly Change[] {
  if (!exists || !seen.exists || host === seen.host) return [];
  return [change('other-host', `the robots.txt comes from ${seen.host}, and came from ${host}`)];
}

/** The changes of the rules, the first one named for what was done to the file. */
function fileChanges(
  rules: KnownRules,
  before: RobotsDocument,
  exists: boolean,
  after: RobotsDocument,
  watching: Watching,
): readonly Change[] {
  const changes = ruleChanges(before, after, watching);
  const [first] = changes;
  const details = changes.flatMap(textOfChange);
  if (rules.exists && !exists) {
    return [change('missing', 'there is no robots.txt any more, so everything is allowed', details)];
  }
  if (!rules.exists && exists && first === undefined) {
    return [change('appeared', 'there is a robots.txt, which allows what was allowed')];
  }
  if (first === undefined && before.groups.length === 0) return [];
  if (before.groups.length > 0 && after.groups.length === 0) {
    return [change('empty', 'the robots.txt has no rules any more, so everything is allowed', details)];
  }
  const how = derivation(before, after);
  if (how === 'cut' && endsWithinLine(before, after)) {
    const sizes = `it has ${after.octets.length} of ${before.octets.length} octets`;
    return [change('cut-off', `the robots.txt ends too early: ${sizes}`, details)];
  }
  if (how === 'prepended' && first !== undefined) {
    const added = after.octets.length - before.octets.length;
    return [
      change('prepended', `${added} octets were put before the file, and change it: ${first.title}`, details),
    ];
  }
  return changes;
}

function textOfChange({ title, details }: Change): readonly string[] {
  return [title, ...details];
}

function change(kind: string, title: string, details: readonly string[] = []): Change {
  return { kind, title, details };
}

/** The expectations that are not met, with the reason. */
function brokenGuards(seen: Observation, { guards, profile }: Watching): ReadonlyMap<string, string> {
  const own = guards.filter(({ url }) => url.startsWith('/') || isOfSite(url, seen.url));
  if (seen.document === null) {
    const open = own.filter(({ allowed }) => allowed);
    return new Map(
      open.map((one) => [
        titleOf(one),
        `the robots.txt is unreachable, so nothing is allowed: ${seen.answer}`,
      ]),
    );
  }
  const document = seen.state === 'file' ? seen.document : NO_RULES;
  const unmet = outcomesOf(own, document, profile).filter(({ isMet }) => !isMet);
  return new Map(unmet.map(({ expectation, verdict }) => [titleOf(expectation), verdict.explanation]));
}

function isOfSite(url: string, robotsTxt: string): boolean {
  try {
    return new URL(url).origin === new URL(robotsTxt).origin;
  } catch {
    return false;
  }
}

function guardChanges(before: readonly string[], now: ReadonlyMap<string, string>): readonly Change[] {
  const known = new Set(before);
  return [
    ...Array.from(now)
      .filter(([title]) => !known.has(title))
      .map(([title, why]) => change('guard-broken', `expected, and not so: ${title}`, [why])),
    ...before
      .filter((title) => !now.has(title))
      .map((title) => change('guard-kept', `as expected again: ${title}`)),
  ];
}
