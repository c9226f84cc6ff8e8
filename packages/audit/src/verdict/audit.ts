/**
 * Requests of a log → what each crawler did. Memory grows with the crawlers in the log, up to a limit, and not with its lines.
 */
import { type AccessMeaning, accessOf } from 'robotstream';
import { ROBOTS_TXT_PATH } from 'robotstream/internal';
import type { LogRequest } from '../formats/log-request.js';
import type { LogCounts } from '../logs/log-reader.js';
import type { RobotsVersion } from '../robots/robots-version.js';
import type { AddressCheck } from '../who/address-check.js';
import { type Claim, claimOf } from '../who/claim.js';
import { classOf, summaryOf } from './classify.js';
import type { AuditReport, CrawlerAudit } from './report.js';
import { Site, VerdictBudget } from './site.js';
import { Tally } from './tally.js';

/** How many crawlers are listed. Requests of others are counted together: a log can have a name in each line. */
export const MAX_CRAWLERS = 2000;

/** How many User-Agent headers are remembered, and how many characters they have together. */
const MAX_HEADERS = 20_000;
const MAX_HEADER_CHARACTERS = 4_000_000;

/** How many addresses are shown of a crawler, if they are asked for. */
const SHOWN_ADDRESSES = 10;

const NOT_MODIFIED = 304;

/** What a site knows about a crawler. Times are `-Infinity` for never. */
interface Acquaintance {
  /** When it last got the robots.txt. */
  gotAt: number;
  /** When it was told that there is none, if it has asked for none since. */
  missingAt: number;
  /** When it last requested anything else. */
  lastRequest: number;
}

/** A crawler in the log. */
class CrawlerState {
  readonly claim: Claim;
  /** Requests from addresses that are the operator's, or that are not checked. */
  readonly trusted = new Tally();
  /** Requests from other addresses. */
  readonly outside = new Tally();
  verified = 0;
  isChecked = false;
  readonly #known = new Map<Site, [Acquaintance, Acquaintance]>();

  constructor(claim: Claim) {
    this.claim = claim;
  }

  /** What a site knows about it, apart for the addresses that are trusted and for the others. */
  at(site: Site, isTrusted: boolean): Acquaintance {
    let pair = this.#known.get(site);
    if (pair === undefined) {
      pair = [stranger(), stranger()];
      this.#known.set(site, pair);
    }
    return pair[isTrusted ? 0 : 1];
  }
}

function stranger(): Acquaintance {
  return { gotAt: -Infinity, missingAt: -Infinity, lastRequest: Number.NaN };
}

export interface AuditSettings {
  /** The robots.txt of every host that has none of its own; undefined if requests to such hosts are left out. */
  readonly versions: readonly RobotsVersion[] | undefined;
  readonly hosts: ReadonlyMap<string, readonly RobotsVersion[]>;
  readonly graceMs: number;
  readonly check: AddressCheck | undefined;
  readonly keepAddresses: boolean;
}

/** An audit in progress. */
export class Auditor {
  readonly #settings: AuditSettings;
  readonly #budget = new VerdictBudget();
  readonly #site: Site | undefined;
  readonly #sites = new Map<string, Site>();
  readonly #crawlers = new Map<string, CrawlerState>();
  /** The crawlers by the User-Agent headers that name them; null for headers that name none. */
  readonly #byHeader = new Map<string, CrawlerState | null>();
  #headerCharacters = 0;
  #from = Infinity;
  #to = -Infinity;
  #noCrawler = 0;
  #noCrawlerRobots = 0;
  #notListed = 0;
  #otherHosts = 0;
  #withoutPath = 0;
  #requests = 0;
  #outOfOrder = 0;

  constructor(settings: AuditSettings) {
    this.#settings = settings;
    const { versions, hosts } = settings;
    this.#site = versions === undefined ? undefined : new Site(versions, this.#budget);
    for (const [host, ofHost] of hosts) this.#sites.set(host, new Site(ofHost, this.#budget));
  }

  /** Checks the addresses that are new in a batch, so that {@link add} need not wait. */
  async prepare(batch: readonly LogRequest[], signal: AbortSignal | undefined): Promise<void> {
    const dns = this.#settings.check?.dns;
    if (dns === undefined) return;
    const claims = batch.flatMap(({ userAgent, address }) => {
      const state = this.#crawlerOf(userAgent);
      return state === null || state === undefined ? [] : [{ claim: state.claim, address }];
    });
    await dns.prepare(claims, signal);
  }

  add(request: LogRequest): void {
    const { time, userAgent, target, status } = request;
    if (time < this.#from) this.#from = time;
    if (time < this.#to) this.#outOfOrder++;
    else this.#to = time;
    this.#requests++;
    const isRobots = target === ROBOTS_TXT_PATH;
    const crawler = this.#crawlerOf(userAgent);
    if (crawler === null) {
      if (isRobots) this.#noCrawlerRobots++;
      else this.#noCrawler++;
      return;
    }
    if (crawler === undefined) {
      this.#notListed++;
      return;
    }
    if (target === '') {
      this.#withoutPath++;
      return;
    }
    const site = this.#sites.size === 0 ? this.#site : (this.#sites.get(request.host) ?? this.#site);
    if (site === undefined) {
      this.#otherHosts++;
      return;
    }
    const isTrusted = this.#trust(crawler, request.address);
    const tally = isTrusted ? crawler.trusted : crawler.outside;
    const known = crawler.at(site, isTrusted);
    tally.see(time);
    if (this.#settings.keepAddresses) tally.addAddress(request.address);
    if (isRobots) {
      tally.addRobotsFetch(time, status);
      hear(known, crawler.claim, time, status);
      return;
    }
    this.#judge(crawler.claim, site, tally, known, time, target);
  }

  #judge(claim: Claim, site: Site, tally: Tally, known: Acquaintance, time: number, target: string): void {
    const index = site.indexAt(time);
    const delay = site.delayOf(index, claim);
    if (delay !== undefined && time >= known.lastRequest) tally.addGap(time - known.lastRequest, delay);
    known.lastRequest = time;
    const rule = site.refusalOf(index, claim, target);
    if (rule === null) {
      tally.add(time, 'allowed');
    } else if (this.#isExcused(claim, site, known, index, time, target)) {
      tally.add(time, 'excused');
    } else {
      tally.add(time, 'disallowed');
      tally.refuse(rule, target);
      if (knows(claim, site, known, index, time, target)) tally.knowingly++;
    }
  }

  /**
   * Whether a crawler may not know that a path is forbidden. It may go by any version that was in force within the grace (RFC 9309 §2.4), and
   * since it last got one: if one of them allows the path, it is excused. It also is if the server told it that there is no robots.txt (§2.3.1.3).
   */
  #isExcused(
    claim: Claim,
    site: Site,
    known: Acquaintance,
    index: number,
    time: number,
    target: string,
  ): boolean {
    const start = time - this.#settings.graceMs;
    if (known.missingAt > start && known.missingAt <= time) return true;
    const from = known.gotAt <= time ? Math.max(start, known.gotAt) : start;
    for (let i = index; site.since(i) > from; i--) {
      if (site.refusalOf(i - 1, claim, target) === null) return true;
    }
    return false;
  }

  /** Whether an address is trusted: it is the operator's, or it cannot be checked. */
  #trust(crawler: CrawlerState, address: string): boolean {
    const trust = this.#settings.check?.trust(crawler.claim, address) ?? 'unknown';
    if (trust === 'unknown') return true;
    if (trust === 'elsewhere') return false;
    crawler.isChecked = true;
    if (trust === 'spoofed') return false;
    crawler.verified++;
    return true;
  }

  /** The crawler that a header names; null if it names none, undefined if no more are listed. */
  #crawlerOf(userAgent: string): CrawlerState | null | undefined {
    const known = this.#byHeader.get(userAgent);
    if (known !== undefined) return known;
    const claim = claimOf(userAgent);
    const crawler = claim === null ? null : this.#stateOf(claim);
    if (crawler === undefined) return undefined;
    this.#headerCharacters += userAgent.length;
    if (this.#byHeader.size >= MAX_HEADERS || this.#headerCharacters > MAX_HEADER_CHARACTERS) {
      this.#byHeader.clear();
      this.#headerCharacters = userAgent.length;
    }
    this.#byHeader.set(userAgent, crawler);
    return crawler;
  }

  #stateOf(claim: Claim): CrawlerState | undefined {
    const key = claim.name.toLowerCase();
    let state = this.#crawlers.get(key);
    if (state === undefined && (this.#crawlers.size < MAX_CRAWLERS || claim.crawler !== undefined)) {
      state = new CrawlerState(claim);
      this.#crawlers.set(key, state);
    }
    return state;
  }

  /** What has been found so far. */
  report({ unread, examples }: LogCounts, isPartial: boolean): AuditReport {
    const crawlers = [...this.#crawlers.values()].filter(
      ({ trusted, outside }) => trusted.claimed + outside.claimed > 0,
    );
    return {
      // Not the lines that were read: some of them may not have been judged when a signal ends the audit.
      lines: this.#requests + unread,
      unread,
      outOfOrder: this.#outOfOrder,
      from: isoTime(this.#from),
      to: isoTime(this.#to),
      crawlers: crawlers.map((crawler) => this.#audit(crawler)).sort(byWeight),
      noCrawler: { requests: this.#noCrawler, robotsFetches: this.#noCrawlerRobots },
      notListed: this.#notListed,
      otherHosts: this.#otherHosts,
      withoutPath: this.#withoutPath,
      graceMs: this.#settings.graceMs,
      dns: this.#settings.check?.dns?.counts ?? null,
      isPartial,
      unreadExamples: examples,
    };
  }

  #audit(state: CrawlerState): CrawlerAudit {
    const { claim, trusted, outside, verified, isChecked } = state;
    const isSpoofed = isChecked && verified === 0 && trusted.claimed === 0;
    // Without any address in a list that does not say whose it is, nothing is known: all requests are in the other tally.
    const tally = trusted.claimed === 0 ? outside : trusted;
    const found = classOf({
      tally,
      isSpoofed,
      isAskedFor: this.#isAskedFor(claim),
      isShutOut: this.#allSites().some((site) => site.refusalOf(site.indexAt(this.#to), claim, '/') !== null),
    });
    const delays = this.#allSites().map((site) => site.delayOf(site.indexAt(this.#to), claim));
    return {
      crawler: claim.name,
      kind: claim.kind,
      operator: claim.crawler?.operator ?? null,
      claimed: trusted.claimed + outside.claimed,
      verified: isChecked ? verified : null,
      spoofed: isChecked ? outside.claimed : null,
      requests: tally.requests,
      allowed: tally.allowed,
      disallowed: tally.disallowed,
      excused: tally.excused,
      robotsFetches: tally.robotsFetches,
      class: found,
      summary: summaryOf(claim.name, found, tally, isChecked ? verified : null),
      robots: { last: isoTime(tally.lastRobots), statuses: Object.fromEntries(tally.statuses) },
      delay: {
        asked: delays.find((delay) => delay !== undefined) ?? null,
        gaps: tally.gaps,
        below: tally.gapsBelow,
      },
      refusals: tally.refusals(),
      firstSeen: isoTime(tally.firstSeen) as string,
      lastSeen: isoTime(tally.lastSeen) as string,
      days: tally.days(),
      ...(this.#settings.keepAddresses && { addresses: addressesOf(state) }),
    };
  }

  #allSites(): Site[] {
    return [...(this.#site === undefined ? [] : [this.#site]), ...this.#sites.values()];
  }

  /** Whether a crawler of the same operator, whose name this one falls back to, asked for robots.txt. */
  #isAskedFor({ crawler }: Claim): boolean {
    return (crawler?.tokens.slice(1) ?? []).some((token) => {
      const other = this.#crawlers.get(token.toLowerCase());
      return (
        other !== undefined &&
        other.claim.crawler?.operator === crawler?.operator &&
        other.trusted.robotsFetches > 0
      );
    });
  }
}

/** The crawler gets an answer about robots.txt. A redirect is none. A log without statuses does not say that there is no file. */
function hear(known: Acquaintance, { crawler }: Claim, time: number, status: number): void {
  if (status >= 300 && status < 400 && status !== NOT_MODIFIED) return;
  const isFile = status === NOT_MODIFIED || status < 200;
  const meaning: AccessMeaning = isFile ? 'rules' : accessOf(status, crawler?.profile).meaning;
  if (meaning === 'rules') known.gotAt = time;
  known.missingAt = meaning === 'allow-all' ? time : -Infinity;
}

/** Whether a crawler got a version that forbids a path, before it requested that path. */
function knows(
  claim: Claim,
  site: Site,
  known: Acquaintance,
  index: number,
  time: number,
  target: string,
): boolean {
  if (known.gotAt === -Infinity || known.gotAt > time) return false;
  const asked = site.indexAt(known.gotAt);
  return asked === index || site.refusalOf(asked, claim, target) !== null;
}

function addressesOf({ trusted, outside }: CrawlerState): NonNullable<CrawlerAudit['addresses']> {
  const all = [trusted, outside].flatMap((tally) =>
    Array.from(tally.addresses, ([address, requests]) => ({ address, requests, spoofed: tally === outside })),
  );
  return all.sort((a, b) => b.requests - a.requests).slice(0, SHOWN_ADDRESSES);
}

function byWeight(a: CrawlerAudit, b: CrawlerAudit): number {
  return b.disallowed - a.disallowed || b.claimed - a.claimed || (a.crawler < b.crawler ? -1 : 1);
}

function isoTime(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
