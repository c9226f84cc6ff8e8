/**
 * Finds what happened to a site between its record and a new observation.
 */
import { randomUUID } from 'node:crypto';
import { parseSync, type RobotsDocument } from 'robotstream';
import type { Expectation } from '../test/expectations.js';
import { brokenGuards, guardChanges } from './guards.js';
import type { Observation } from './observation.js';
import {
  bodyOf,
  isFailing,
  type KnownRules,
  MAX_HISTORY,
  octetsOfBody,
  type SiteRecord,
  type WatchEvent,
} from './records.js';
import { type Audience, type Change, derivation, ruleChanges } from './rule-changes.js';

/** The kinds of events, with their meaning. */
export const EVENT_KINDS: { readonly [kind: string]: string } = {
  'closes-everything': 'a crawler that could fetch something may fetch nothing of the site',
  closes: 'a crawler may no longer fetch some URLs',
  opens: 'a crawler may fetch more URLs',
  'opens-and-closes': 'a crawler may fetch some more URLs, and no longer some others',
  missing: 'there is no robots.txt any more, so everything is allowed',
  appeared: 'there is a new robots.txt, which changes nothing for crawlers',
  empty: 'the file has no rules any more',
  'cut-off': 'the file ends in the middle of a line that used to be longer',
  prepended: 'there is new text before the file, which changes what crawlers may do',
  'not-a-robots-txt': 'the file is an HTML page or the like',
  unreachable:
    'the robots.txt cannot be fetched: a status of 500 or more, no connection, a body that is cut off',
  'other-host': 'the robots.txt now comes from another host, after a redirect',
  recovered: 'the robots.txt can be fetched again, or is a robots.txt again',
  delay: 'the crawl delay of a crawler has changed',
  usage: 'the usage preferences for the home page have changed',
  sitemaps: 'the file no longer names a sitemap',
  licenses: 'the file names another license (RSL 1.0), or no longer names one',
  uncertain: 'the file has changed, but is too large or names too many crawlers to tell what that changes',
  'guard-broken': 'an expectation is not met any more',
  'guard-kept': 'an expectation is met again',
};

/** What is the same for all sites: crawlers, expectations, clock. */
export interface Watching extends Audience {
  readonly guards: readonly Expectation[];
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The record of a site after a new observation, and what happened since the previous one. */
export interface Noticed {
  readonly record: SiteRecord;
  /** Whether there was no record of the site before. */
  readonly isFirst: boolean;
  readonly events: readonly WatchEvent[];
  /** The expectations that are not met since an earlier observation. */
  readonly stillBroken: readonly string[];
}

/**
 * Compares a new observation of a site with its record. If another process has recorded a later observation, nothing changes. A record with a
 * time in the future means that the clock was set back, so it counts as older.
 */
export function noticed(record: SiteRecord | undefined, seen: Observation, watching: Watching): Noticed {
  const { observedAt = Number.NEGATIVE_INFINITY } = record ?? {};
  if (record !== undefined && observedAt > seen.startedAt && observedAt <= watching.now()) {
    return { record, isFirst: false, events: [], stillBroken: record.broken };
  }
  const broken = brokenGuards(seen, watching.guards, watching.profile);
  const changes = [...stateChanges(record, seen, watching), ...guardChanges(record?.broken ?? [], broken)];
  const at = new Date(seen.endedAt).toISOString();
  const events = changes.map((change) => ({ id: randomUUID(), url: seen.url, at, ...change }));
  return {
    isFirst: record === undefined,
    events,
    stillBroken: (record?.broken ?? []).filter((title) => broken.has(title)),
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

/** The rules to compare the next observation with. After a failure, or a page in place of the file, the old rules are kept. */
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
    return [change('not-a-robots-txt', 'the robots.txt is a page or another kind of file', details)];
  }
  const back = seen.exists ? 'the robots.txt is back' : 'the server answers again';
  const recovered = isFailing(record?.state) ? [change('recovered', `${back}: ${answer}`)] : [];
  if (before === null || rules === null) return recovered;
  return [
    ...recovered,
    ...hostChange(rules, seen),
    ...fileChanges(rules, before, seen.exists, document, watching),
  ];
}

function hostChange({ host, exists }: KnownRules, seen: Observation): readonly Change[] {
  if (!exists || !seen.exists || host === seen.host) return [];
  return [change('other-host', `the robots.txt now comes from ${seen.host} instead of ${host}`)];
}

/** The changes of the rules. If something recognizable was done to the file, that is the only change, with the others as its details. */
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
    return [change('appeared', 'there is now a robots.txt, which changes nothing for crawlers')];
  }
  if (first === undefined && before.groups.length === 0) return [];
  if (before.groups.length > 0 && after.groups.length === 0) {
    return [change('empty', 'the robots.txt has no rules any more, so everything is allowed', details)];
  }
  const how = derivation(before, after);
  if (how === 'cut') {
    const sizes = `it has ${after.octets.length} of ${before.octets.length} bytes`;
    return [change('cut-off', `the robots.txt ends too early: ${sizes}`, details)];
  }
  if (how === 'prepended' && first !== undefined) {
    const added = after.octets.length - before.octets.length;
    return [change('prepended', `there are ${added} new bytes before the file: ${first.title}`, details)];
  }
  return changes;
}

function textOfChange({ title, details }: Change): readonly string[] {
  return [title, ...details];
}

function change(kind: string, title: string, details: readonly string[] = []): Change {
  return { kind, title, details };
}
