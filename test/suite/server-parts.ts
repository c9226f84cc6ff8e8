/**
 * A small crawler for the server cases: it fetches, caches and judges by docs/semantics.md §6, as the script of a case tells it. Every
 * decision is a part by itself, so that `server-faults.ts` can break one at a time.
 */

import {
  answerBody,
  type ServerAnswer,
  type ServerCase,
  type ServerRequest,
  type ServerStep,
  scriptsOf,
} from '../conformance/suite.js';
import type { ReferenceProfile as Profile } from '../reference/reference.js';
import { isPlainText, withoutCoding } from './codings.js';
import { toOctetText } from './octet-texts.js';
import { SOUND } from './parts/sound.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** Time 0 of every script. */
const START = Date.UTC(2026, 0, 1) / 1000;

/** Hosts that are loopback, private, link-local or unspecified. */
const INWARD = [
  /^127\./,
  /^10\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^169\.254\./,
  /^0\./,
  /^\[(::1?|fe80:.*|f[cd].*)\]$/,
];

type Meaning = 'rules' | 'allow-all' | 'disallow-all';

/** A file that has been fetched. */
interface Copy {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly confirmedAt: number;
  readonly freshUntil: number;
}

/** What is known of a site. */
interface Site {
  copy: Copy | null;
  /** What holds without a copy; null while a copy does. */
  absence: {
    meaning: Meaning;
    isOutage: boolean;
    since: number;
    learntAt: number;
    attempts: number;
    until: number;
  } | null;
}

/** Asks a server, and gets its answer; throws if the script has no such request. */
type Ask = (url: string, headers: Readonly<Record<string, string>>) => ServerAnswer;

export const SOUND_SERVER = {
  robotsUrl(url: string): string {
    const { protocol, host } = new URL(url);
    return `${protocol}//${host}/robots.txt`;
  },
  /** What shares a file. */
  siteOf(url: string): string {
    return this.robotsUrl(url);
  },
  mostRedirects: 5,
  isRedirect({ status, headers }: ServerAnswer): boolean {
    return [301, 302, 303, 307, 308].includes(status ?? 0) && headers?.location !== undefined;
  },
  target(location: string, from: string, _first: string): string {
    return new URL(location, from).href;
  },
  /** What the last redirect of too many means. */
  afterTooMany(profile: Profile): Meaning {
    return profile === 'koster-1996' ? 'disallow-all' : 'allow-all';
  },
  fetch(
    ask: Ask,
    url: string,
    headers: Readonly<Record<string, string>>,
    profile: Profile,
  ): ServerAnswer | Meaning {
    let at = url;
    for (let redirects = 0; ; redirects++) {
      const answer = ask(at, redirects === 0 ? headers : {});
      if (!this.isRedirect(answer)) return answer;
      if (redirects === this.mostRedirects) return this.afterTooMany(profile);
      at = this.target(answer.headers?.location ?? '', at, url);
      if (this.isInward(new URL(at).hostname)) return this.afterInward;
    }
  },
  /** Whether a host that a redirect names is not public: docs/semantics.md §6.7. */
  isInward(host: string): boolean {
    return host === 'localhost' || INWARD.some((pattern) => pattern.test(host));
  },
  afterInward: 'disallow-all' as Meaning,
  mostCodings: 2,
  codings(header: string): string[] {
    const names = header.split(',').map((name) => name.trim().toLowerCase());
    return names.filter((name) => name !== '' && name !== 'identity');
  },
  withoutCoding,
  /** A body whose coding is unknown; null if it is not read. */
  withUnknownCoding(body: string): string | null {
    return isPlainText(body) ? body : null;
  },
  /** The octets of a file; null if its codings cannot be removed (docs/semantics.md §6.8). */
  decoded(answer: ServerAnswer): string | null {
    let body: string | null = toOctetText(answerBody(answer));
    const codings = this.codings(answer.headers?.['content-encoding'] ?? '');
    if (codings.length > this.mostCodings) return null;
    for (const coding of codings.reverse()) {
      const inner: string | null | undefined = this.withoutCoding(body, coding);
      if (inner === undefined) return this.withUnknownCoding(body);
      if (inner === null) return null;
      body = inner;
    }
    return body;
  },
  meaningOf({ status = 0, failure }: ServerAnswer, profile: Profile): Meaning {
    if (failure !== undefined) return this.ofFailure(failure);
    if (status >= 200 && status < 300) return this.ofSuccess(status);
    if (status >= 400 && status < 500) return this.ofClientError(status, profile);
    return status >= 500 ? this.ofServerError(status) : this.ofOther(status);
  },
  ofFailure(_failure: string): Meaning {
    return 'disallow-all';
  },
  ofSuccess(_status: number): Meaning {
    return 'rules';
  },
  ofClientError(status: number, profile: Profile): Meaning {
    if ((status === 401 || status === 403) && profile === 'koster-1996') return 'disallow-all';
    return status === 429 && profile === 'google' ? 'disallow-all' : 'allow-all';
  },
  ofServerError(_status: number): Meaning {
    return 'disallow-all';
  },
  ofOther(_status: number): Meaning {
    return 'disallow-all';
  },
  /** Whether an answer is an outage, after which the crawler waits. */
  isOutage({ status = 0, failure }: ServerAnswer, profile: Profile): boolean {
    return (
      failure !== undefined || !(status >= 400 && status < 500) || (status === 429 && profile === 'google')
    );
  },
  isTransient(status: number): boolean {
    return [408, 425, 429].includes(status);
  },
  shortest: MINUTE,
  longest(profile: Profile): number {
    return profile === 'rfc9309' || profile === 'draft-koster-rep-00' ? DAY : Infinity;
  },
  byDefault(profile: Profile): number {
    return profile === 'koster-1996' ? 7 * DAY : DAY;
  },
  readsMaxAge(profile: Profile): boolean {
    return profile !== 'koster-1996';
  },
  readsExpires(profile: Profile): boolean {
    return profile !== 'google';
  },
  maxAge(control: string): number | undefined {
    const age = /max-age=(\d+)/.exec(control.toLowerCase())?.[1];
    return age === undefined ? undefined : Number(age);
  },
  age(headers: Readonly<Record<string, string>>): number {
    return Number(headers.age ?? 0);
  },
  isUnstorable(control: string): boolean {
    return control.includes('no-store');
  },
  lifetime(headers: Readonly<Record<string, string>>, now: number, profile: Profile): number {
    const control = headers['cache-control'] ?? '';
    if (this.isUnstorable(control)) return this.shortest;
    const age = this.readsMaxAge(profile) ? this.maxAge(control) : undefined;
    const expires = this.readsExpires(profile) && headers.expires !== undefined ? headers.expires : undefined;
    const stated =
      age !== undefined
        ? age - this.age(headers)
        : expires === undefined
          ? this.byDefault(profile)
          : Date.parse(expires) / 1000 - START - now;
    return Math.min(Math.max(stated, this.shortest), this.longest(profile));
  },
  firstWait({ status }: ServerAnswer, profile: Profile): number {
    return status === 503 && profile === 'google' ? 10 : MINUTE;
  },
  waitFactor: 2,
  longestWait: HOUR,
  longestRetryAfter: DAY,
  retryAfter(value: string, now: number): number | undefined {
    const wait = /^\d+$/.test(value) ? Number(value) : Date.parse(value) / 1000 - START - now;
    return Math.min(wait, this.longestRetryAfter);
  },
  wait(answer: ServerAnswer, attempts: number, now: number, profile: Profile): number {
    const asked = answer.headers?.['retry-after'];
    const stated = asked === undefined ? undefined : this.retryAfter(asked, now);
    return (
      stated ??
      Math.min(this.firstWait(answer, profile) * this.waitFactor ** (attempts - 1), this.longestWait)
    );
  },
  servesCopyInOutage: true,
  copyServesWhileUnavailable(copy: Copy, now: number, profile: Profile): boolean {
    return profile === 'draft-koster-rep-00' && now < copy.confirmedAt + DAY;
  },
  longAfter: 30 * DAY,
  longestGap: 7 * DAY,
  afterLong(profile: Profile): Meaning {
    return profile === 'koster-1996' ? 'disallow-all' : 'allow-all';
  },
  conditions({ headers }: Copy, profile: Profile): Record<string, string> {
    if (profile === 'google') return {};
    return {
      ...(headers.etag === undefined ? {} : { 'if-none-match': headers.etag }),
      ...(headers['last-modified'] === undefined ? {} : { 'if-modified-since': headers['last-modified'] }),
    };
  },
  isConfirmed(answer: ServerAnswer, copy: Copy | null): boolean {
    return answer.status === 304 && copy !== null;
  },
  /** Whether nothing need be asked yet. */
  isKnown({ copy, absence }: Site, now: number): boolean {
    return absence === null ? copy !== null && now < copy.freshUntil : now < absence.until;
  },
  learn(site: Site, answer: ServerAnswer | Meaning, now: number, profile: Profile): void {
    const { copy, absence: before } = site;
    const fields = typeof answer === 'string' ? {} : answer;
    if (typeof answer !== 'string' && this.isConfirmed(answer, copy) && copy !== null) {
      site.copy = {
        ...copy,
        confirmedAt: now,
        freshUntil: now + this.lifetime({ ...copy.headers, ...answer.headers }, now, profile),
      };
      site.absence = null;
      return;
    }
    const stated = typeof answer === 'string' ? answer : this.meaningOf(answer, profile);
    const body = stated === 'rules' ? this.decoded(fields) : null;
    const meaning = stated === 'rules' && body === null ? 'disallow-all' : stated;
    if (body !== null) {
      const headers = fields.headers ?? {};
      site.copy = {
        body,
        headers,
        confirmedAt: now,
        freshUntil: now + this.lifetime(headers, now, profile),
      };
      site.absence = null;
      return;
    }
    const isOutage =
      typeof answer === 'string' || stated === 'rules'
        ? meaning === 'disallow-all'
        : this.isOutage(answer, profile);
    const goesOn = before?.isOutage === isOutage && now - before.learntAt <= this.longestGap;
    const attempts = goesOn ? before.attempts + 1 : 1;
    const isSoon = isOutage || this.isTransient(fields.status ?? 0);
    const until =
      now +
      (isSoon
        ? this.wait(fields, attempts, now, profile)
        : this.lifetime(fields.headers ?? {}, now, profile));
    site.absence = { meaning, isOutage, since: goesOn ? before.since : now, learntAt: now, attempts, until };
    const isKept = isOutage
      ? this.servesCopyInOutage
      : copy !== null && this.copyServesWhileUnavailable(copy, now, profile);
    if (!isKept) site.copy = null;
  },
  /** What holds for a site. */
  meaning({ copy, absence }: Site, now: number, profile: Profile): Meaning {
    if (copy !== null) return 'rules';
    if (absence === null) return 'allow-all';
    return absence.isOutage && now - absence.since > this.longAfter
      ? this.afterLong(profile)
      : absence.meaning;
  },
};

export type ServerParts = typeof SOUND_SERVER;

/** Which scripts of a case a crawler passes. A disputed case has one for each side. */
export function passed(parts: ServerParts, one: ServerCase): boolean[] {
  return scriptsOf(one).map((steps) => passes(parts, one, steps));
}

/** Whether a crawler passes a script: the requests, in order, and every verdict. */
function passes(parts: ServerParts, { agents, profile }: ServerCase, steps: readonly ServerStep[]): boolean {
  const sites = new Map<string, Site>();
  for (const { at: now, url, requests, allowed, line } of steps) {
    const open = [...requests];
    const ask: Ask = (asked, headers) => {
      const request = open.shift();
      if (request?.url !== asked || !has(request, headers)) throw new Error(`not in the script: ${asked}`);
      return request.answer;
    };
    const key = parts.siteOf(url);
    const site = sites.get(key) ?? { copy: null, absence: null };
    sites.set(key, site);
    try {
      if (!parts.isKnown(site, now)) {
        const conditions = site.copy === null ? {} : parts.conditions(site.copy, profile);
        parts.learn(site, parts.fetch(ask, parts.robotsUrl(url), conditions, profile), now, profile);
      }
    } catch {
      return false;
    }
    const meaning = parts.meaning(site, now, profile);
    const verdict =
      meaning === 'rules'
        ? SOUND.decide(site.copy?.body ?? '', agents, url, profile)
        : { allowed: meaning === 'allow-all', line: 0 };
    if (open.length > 0 || verdict.allowed !== allowed || verdict.line !== line) return false;
  }
  return true;
}

function has({ headers = {} }: ServerRequest, sent: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers).every(([name, value]) => sent[name] === value);
}
