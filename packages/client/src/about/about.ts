/**
 * Everything that governs a URL for a crawler, in one answer: the rules, the response, what the page and the site say about its use, the licenses,
 * and where these contradict each other. Nothing here changes a verdict.
 */

import { LRUCache } from 'lru-cache';
import { combineContentUsage, contentUsageOfHeader, type MatcherOptions } from 'robotstream';
import {
  aBoolean,
  anAbortSignal,
  checkOptions,
  optionTable,
  rulesOf,
  usageUnder,
} from 'robotstream/internal';
import { type PageDirectives, pageDirectives } from 'robotstream/page';
import type { Answer, SiteRobots } from '../client/answer.js';
import type { HeaderValues } from '../fetch/requests.js';
import type { Redirect } from '../fetch/result.js';
import type { Settings } from '../fetch/settings.js';
import { abortable } from '../fetch/waiting.js';
import { type Contradiction, contradictionsIn } from './contradictions.js';
import type { PageFacts, RobotsFacts, UrlFacts, UsageFacts } from './facts.js';
import {
  canonicalInHeader,
  fetchLicense,
  licenseOfPage,
  MAX_LICENSES,
  MAX_LISTED,
  type NamedLicense,
  namedInHeader,
  namedInRobots,
  type PageLicense,
  unfetched,
} from './licenses.js';
import { type Failure, failureOf, openFile, Refusal, withEither } from './site-files.js';
import { fetchTdmFile, reservationOf, statement, tdmFileUrl } from './tdm.js';

/** Options of `client.about`. */
export interface AboutOptions {
  /** Whether the page, and `tdmrep.json`, are read although the rules refuse them: for the owner of a site. Default: false. */
  readonly ignoreRules?: boolean | undefined;
  /** Whether a sitemap lists the URL, for the contradictions. Default: not known. */
  readonly isInSitemap?: boolean | undefined;
  /** Gives the question up: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Everything that governs a URL for a crawler. Plain data. Times are milliseconds since 1970. */
export interface AboutUrl extends UrlFacts {
  readonly contradictions: readonly Contradiction[];
}

/** What the questions of one client need. A `RobotsClient` has it. */
export interface AskedClient {
  check(url: string, options: { readonly signal: AbortSignal }): Promise<Answer>;
  robots(url: string, options: { readonly signal: AbortSignal }): Promise<SiteRobots>;
  inTurn<Value>(
    url: string,
    act: () => Promise<Value>,
    options: { readonly signal: AbortSignal },
  ): Promise<Value>;
}

export interface AboutContext {
  readonly client: AskedClient;
  readonly asked: MatcherOptions & { readonly profile: NonNullable<MatcherOptions['profile']> };
  readonly settings: Settings;
  /** Aborts when the client closes. */
  readonly closing: AbortSignal;
}

const ABOUT_OPTIONS = optionTable<AboutOptions>({
  ignoreRules: aBoolean,
  isInSitemap: aBoolean,
  signal: anAbortSignal,
});

/** How long the files of sites are kept, and how many octets of them: a list of URLs is mostly about few sites. */
const KEPT_MS = 10 * 60 * 1000;
const MAX_KEPT_OCTETS = 8 * 1024 * 1024;

/** What an entry weighs besides its file. */
const ENTRY_OCTETS = 1024;

/** A file that was fetched, or the failure to fetch it. */
interface KeptFile {
  readonly octets?: number | null;
}

/** The result of the work under a key. */
type Keep = <Value extends KeptFile>(key: string, work: () => Promise<Value>) => Promise<Value>;

/** How much of a page is received; `pageDirectives` reads half of it. */
const MAX_PAGE_OCTETS = 4 * 1024 * 1024;

/** Answers for one client. */
export class About {
  readonly #context: AboutContext;
  readonly #kept = new LRUCache<string, { readonly value: KeptFile; readonly until: number }>({
    maxSize: MAX_KEPT_OCTETS,
    sizeCalculation: ({ value }) => ENTRY_OCTETS + (value.octets ?? 0),
  });
  readonly #pending = new Map<string, Promise<KeptFile>>();

  constructor(context: AboutContext) {
    this.#context = context;
  }

  /** Everything about a URL. Throws as `client.about`. */
  async url(url: string, options: AboutOptions = {}): Promise<AboutUrl> {
    checkOptions('about', options, ABOUT_OPTIONS);
    return withEither(this.#context.closing, options.signal, (signal) =>
      new Question(this.#context, signal, this.#keep).about(url, options),
    );
  }

  /** The licenses that the robots.txt of a URL names for the crawler. Throws as `client.licenses`. */
  async licenses(
    url: string,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<PageLicense[]> {
    checkOptions('licenses', options, optionTable<{ signal?: AbortSignal }>({ signal: anAbortSignal }));
    return withEither(this.#context.closing, options.signal, (signal) =>
      new Question(this.#context, signal, this.#keep).licensesOf(url),
    );
  }

  /** What was kept, or else the result of the work in progress or of new work. What fails is not kept. */
  readonly #keep: Keep = <Value extends KeptFile>(
    key: string,
    work: () => Promise<Value>,
  ): Promise<Value> => {
    const { clock } = this.#context.settings;
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > clock.now()) return Promise.resolve(known.value as Value);
    const pending = this.#pending.get(key) ?? this.#begin(key, work);
    return pending as Promise<Value>;
  };

  async #begin(key: string, work: () => Promise<KeptFile>): Promise<KeptFile> {
    const begun = work();
    this.#pending.set(key, begun);
    try {
      const value = await begun;
      this.#kept.set(key, { value, until: this.#context.settings.clock.now() + KEPT_MS });
      return value;
    } finally {
      this.#pending.delete(key);
    }
  }
}

/** What a page says, before it is combined with the site. */
interface ReadPage {
  readonly facts: Omit<PageFacts, 'isCanonicalAllowed'>;
  readonly directives: PageDirectives | null;
  readonly headers: HeaderValues;
}

/** One question. */
class Question {
  readonly #context: AboutContext;
  readonly #settings: Settings;
  /** For what other questions wait for, too. */
  readonly #shared: Settings;
  readonly #signal: AbortSignal;
  readonly #keep: Keep;

  constructor(context: AboutContext, signal: AbortSignal, keep: Keep) {
    this.#context = context;
    this.#settings = { ...context.settings, signal };
    this.#shared = { ...context.settings, signal: context.closing };
    this.#signal = signal;
    this.#keep = (key, work) => abortable(keep(key, work), signal);
  }

  async licensesOf(url: string): Promise<PageLicense[]> {
    const { document } = await this.#context.client.robots(url, { signal: this.#signal });
    return this.#fetchAll(namedInRobots(this.#licensesIn(document, url)), url);
  }

  async about(url: string, { ignoreRules = false, isInSitemap }: AboutOptions): Promise<AboutUrl> {
    const { client } = this.#context;
    const options = { signal: this.#signal };
    const answer = await client.check(url, options);
    const { document } = await client.robots(url, options);
    const refusal = ignoreRules ? null : refusalIn(answer);
    const tdmUrl = tdmFileUrl(url);
    const tdmRefusal = ignoreRules ? null : refusalIn(await client.check(tdmUrl, options));
    const tdmFile = await this.#keep(`tdm ${ignoreRules} ${tdmUrl}`, () =>
      fetchTdmFile(tdmUrl, tdmRefusal, this.#shared),
    );
    const read = () => this.#read(url, ignoreRules);
    const page =
      refusal !== null ? notRead(refusal) : await (ignoreRules ? read() : client.inTurn(url, read, options));
    const canonical = await this.#canonical(page.facts.canonical, url);
    const own = this.#licensesIn(document, url);
    const ownLines = new Set(own.map(({ line }) => line));
    const licenses = await this.#fetchAll(
      [
        ...namedInRobots(own),
        ...namedInHeader(valuesOf(page.headers, 'link'), url),
        ...namedInPage(page.directives),
      ],
      url,
    );
    const about = {
      url,
      robots: robotsFacts(answer),
      page: { ...page.facts, isCanonicalAllowed: canonical },
      usage: this.#usage(answer, document, url, valuesOf(page.headers, 'content-usage')),
      licenses,
      licensesOfOthers: (document?.licenses ?? [])
        .map(({ line }) => line)
        .filter((line) => !ownLines.has(line)),
      tdm: reservationOf(url, tdmFile, tdmOfPage(page)),
    };
    return { ...about, contradictions: contradictionsIn(about, isInSitemap === true) };
  }

  /** The license lines for the crawler. */
  #licensesIn(document: SiteRobots['document'], url: string) {
    if (document === null) return [];
    const { asked } = this.#context;
    const matcher = document.matcher(asked);
    matcher.isAllowed(url);
    return usageUnder(document, matcher.profile).licensesFor(rulesOf(matcher));
  }

  #usage(
    { allowed }: Answer,
    document: SiteRobots['document'],
    url: string,
    header: readonly string[],
  ): UsageFacts {
    const { agents, crawler, profile } = this.#context.asked;
    if (!allowed) return { contentUsage: null, contentSignal: null };
    const ofHeader = contentUsageOfHeader(header);
    if (document === null) return { contentUsage: ofHeader, contentSignal: null };
    const usage = document.usage(agents ?? { crawler: crawler as string }, url, { profile });
    if (!usage.applies) return { contentUsage: null, contentSignal: null };
    return {
      contentUsage: combineContentUsage(usage.contentUsage, ofHeader),
      contentSignal: usage.contentSignal,
    };
  }

  /** Fetches what is named, each file once. */
  async #fetchAll(named: readonly NamedLicense[], page: string): Promise<PageLicense[]> {
    const site = new URL(page);
    const byName = new Map([...named].reverse().map((one) => [one.url ?? one.value, one]));
    const listed = [...byName.values()].reverse().slice(0, MAX_LISTED);
    const licenses: PageLicense[] = [];
    let left = MAX_LICENSES;
    for (const one of listed) {
      const { url } = one;
      const file =
        url === null
          ? unfetched('not-a-url', 'it is not one absolute http or https URL')
          : left-- > 0
            ? await this.#keep(`license ${site.hostname} ${url}`, () => fetchLicense(url, site, this.#shared))
            : unfetched('too-many', `only ${MAX_LICENSES} license files are fetched`);
      licenses.push(licenseOfPage(one, file, page));
    }
    return licenses;
  }

  async #read(url: string, ignoresRules: boolean): Promise<ReadPage> {
    const redirects: Redirect[] = [];
    const { clock } = this.#settings;
    const site = new URL(url);
    const settings = { ...this.#settings, maxOctets: MAX_PAGE_OCTETS };
    const mayFollow = async (target: URL): Promise<void> => {
      const answer = await this.#context.client.check(target.href, { signal: this.#signal });
      const refusal = ignoresRules ? null : refusalIn(answer);
      if (refusal !== null) throw new Refusal(refusal.fault, refusal.message);
    };
    let facts: ReadPage['facts'] = { ...NO_PAGE, redirects };
    let headers: HeaderValues = {};
    try {
      const opened = await openFile({ url: site, site, settings, redirects, mayFollow });
      const { status, finalUrl, allHeaders } = opened;
      headers = allHeaders;
      const contentType = valuesOf(headers, 'content-type')[0] ?? null;
      const lastModified = valuesOf(headers, 'last-modified')[0] ?? null;
      facts = { ...facts, status, finalUrl, contentType, lastModified, fetchedAt: clock.now() };
      const isHtml =
        status >= OK &&
        status < NOT_OK &&
        /^\s*(?:text\/html|application\/xhtml\+xml)\b|^$/i.test(contentType ?? '');
      if (!isHtml) await opened.close();
      const { agents, crawler } = this.#context.asked;
      const directives = await pageDirectives({
        ...(agents === undefined ? { crawler: crawler as string } : { agents }),
        headers,
        url: finalUrl,
        html: isHtml ? opened.body : undefined,
        signal: this.#signal,
      } as Parameters<typeof pageDirectives>[0]);
      const { links: _, contentUsage: __, canonical, licenses: ___, tdm: ____, ...merged } = directives;
      facts = {
        ...facts,
        directives: merged,
        canonical: canonical ?? canonicalInHeader(valuesOf(headers, 'link'), finalUrl),
      };
      return { facts, directives, headers };
    } catch (error) {
      this.#signal.throwIfAborted();
      const { fault, message } = failureOf(error);
      return { facts: { ...facts, fault, faultMessage: message }, directives: null, headers };
    }
  }

  /** Whether the canonical URL may be fetched, if it is another one of the same host: others would be asked for their robots.txt, by FTP, too. */
  async #canonical(canonical: string | null, url: string): Promise<boolean | null> {
    if (canonical === null || canonical === url) return null;
    const { protocol, hostname } = new URL(canonical);
    if (!/^https?:$/.test(protocol) || hostname !== new URL(url).hostname) return null;
    const { allowed, deferred } = await this.#context.client.check(canonical, { signal: this.#signal });
    return deferred ? null : allowed;
  }
}

const OK = 200;
const NOT_OK = 300;

const NO_PAGE: Omit<PageFacts, 'isCanonicalAllowed'> = {
  status: null,
  finalUrl: null,
  redirects: [],
  fetchedAt: null,
  lastModified: null,
  contentType: null,
  fault: null,
  faultMessage: null,
  directives: null,
  canonical: null,
};

function notRead({ fault, message }: Failure): ReadPage {
  return { facts: { ...NO_PAGE, fault, faultMessage: message }, directives: null, headers: {} };
}

function refusalIn({ allowed, deferred, explanation }: Answer): Failure | null {
  return allowed ? null : { fault: deferred ? 'deferred' : 'disallowed', message: explanation };
}

function robotsFacts({ allowed, reason, deferred, verdict, explanation, provenance }: Answer): RobotsFacts {
  const { robotsUrl, validatedAt, status, fault } = provenance;
  const rule = verdict?.rule ?? null;
  return {
    url: robotsUrl,
    allowed,
    reason,
    deferred,
    rule: rule === null ? null : `${rule.field.text}: ${rule.pattern}`,
    line: rule?.line ?? 0,
    explanation,
    validatedAt,
    status,
    fault,
  };
}

function valuesOf(headers: HeaderValues, name: string): readonly string[] {
  const value = headers[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function namedInPage(directives: PageDirectives | null): NamedLicense[] {
  return (directives?.licenses ?? []).map((url) => ({ source: 'link', line: null, value: url, url }));
}

function tdmOfPage({ headers, directives }: ReadPage) {
  const [reservation] = valuesOf(headers, 'tdm-reservation');
  const [policy] = valuesOf(headers, 'tdm-policy');
  const { reservation: inMeta, policy: policyInMeta } = directives?.tdm ?? {
    reservation: null,
    policy: null,
  };
  return [
    statement('header', reservation, policy, [reservation, policy].filter(Boolean).join(', ')),
    statement(
      'meta',
      inMeta ?? undefined,
      policyInMeta ?? undefined,
      [inMeta, policyInMeta].filter(Boolean).join(', '),
    ),
  ];
}
