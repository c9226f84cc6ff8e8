/**
 * What the program has decided about some hosts, whatever their robots.txt says.
 */

import { isObject, misshapen, type OptionCheck, octetsOf, urlOrNull } from 'robotstream/internal';
import { isRecord } from '../fetch/option-table.js';
import { parseToKeep } from '../fetch/result/reported-result.js';
import type { AccessFacts } from '../fetch/result/result.js';
import type { Freshness } from '../memory/freshness.js';
import { MemoryEntry } from '../memory/memory-entry.js';
import type { Absence, CacheRecord, Copy } from '../memory/record.js';
import type { CacheAnswer } from './cache-answer.js';

/**
 * What applies in place of a host's robots.txt: everything is allowed, nothing is allowed, or the given file decides.
 */
export type Override = 'allow-all' | 'disallow-all' | { readonly robotsTxt: string | Uint8Array };

/**
 * Overrides by host, such as `example.com` or `example.com:8080`, or by origin, such as `https://example.com`. A host without a port
 * has the port of each scheme: 443 for https, 80 for http. The most precise one counts: an origin, then a host with a port.
 */
export type Overrides = Readonly<Record<string, Override>>;

/** The port of each scheme, which URLs leave out. */
const OWN_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ftp:': 21 };

/** The answers for hosts with an override. */
export class OverriddenSites {
  readonly #overrides: ReadonlyMap<string, Override>;
  readonly #answers = new Map<string, CacheAnswer>();
  readonly #userAgent: string;
  readonly #profile: string;
  readonly #maxOctets: number;

  /** @param overrides checked by {@link overridesCheck} */
  constructor(overrides: Overrides, userAgent: string, profile: string, maxOctets: number) {
    this.#overrides = new Map(
      Object.entries(overrides).map(([name, override]) => [placeOf(name) ?? name, ownOverride(override)]),
    );
    this.#userAgent = userAgent;
    this.#profile = profile;
    this.#maxOctets = maxOctets;
  }

  /** The override of a site as an answer; undefined if it has none. */
  find(robotsUrl: string): CacheAnswer | undefined {
    const known = this.#answers.get(robotsUrl);
    if (known !== undefined) return known;
    const { protocol, host, hostname, port } = new URL(robotsUrl);
    const override =
      this.#overrides.get(`${protocol}//${host}`) ??
      this.#overrides.get(`${hostname}:${port || OWN_PORTS[protocol]}`) ??
      this.#overrides.get(host);
    if (override === undefined) return undefined;
    const cached = this.#answerOf(robotsUrl, override);
    this.#answers.set(robotsUrl, cached);
    return cached;
  }

  #answerOf(robotsUrl: string, override: Override): CacheAnswer {
    const facts = factsOf(robotsUrl, this.#profile);
    const copy = typeof override === 'string' ? null : this.#copyOf(facts, override.robotsTxt);
    const meaning = typeof override === 'string' ? override : 'rules';
    const absence: Absence | null =
      meaning === 'rules'
        ? null
        : {
            outcome: 'unavailable',
            meaning,
            facts,
            fault: null,
            message: null,
            since: 0,
            attempts: 0,
            nextAt: Infinity,
            isTransient: false,
            isLocal: true,
          };
    const record: CacheRecord = { robotsUrl, userAgent: this.#userAgent, learntAt: 0, copy, absence };
    const freshness: Freshness = {
      meaning,
      copy,
      isFresh: true,
      refresh: 'none',
      dueAt: Infinity,
      changesAt: Infinity,
    };
    return { entry: new MemoryEntry(record), freshness, source: 'override' };
  }

  #copyOf(facts: AccessFacts, robotsTxt: string | Uint8Array): Copy {
    const document = parseToKeep(robotsTxt, this.#maxOctets);
    return { document, facts, fetchedAt: 0, validatedAt: 0, lifetimeMs: Infinity, storable: false };
  }
}

/** An override whose octets the program can no longer change. They are read when a question needs them. */
function ownOverride(override: Override): Override {
  if (typeof override === 'string') return override;
  const { robotsTxt } = override;
  return { robotsTxt: typeof robotsTxt === 'string' ? robotsTxt : octetsOf(robotsTxt).slice() };
}

/** Facts in place of those of a fetch, which an override does not need. */
function factsOf(robotsUrl: string, profile: string): AccessFacts {
  return {
    robotsUrl,
    finalUrl: robotsUrl,
    status: null,
    redirects: [],
    headers: {},
    octets: 0,
    encodedOctets: 0,
    timings: { startedAt: 0, connectMs: null, headersMs: null, bodyMs: null, totalMs: 0 },
    profile,
  };
}

/** The option `overrides`: hosts and origins, with what counts for each. */
export const overridesCheck: OptionCheck = (value, name) => {
  if (!isRecord(value)) throw misshapen(value, name, 'an object with an override for each host');
  for (const [place, override] of Object.entries(value)) {
    if (placeOf(place) === undefined) {
      throw misshapen(place, name, 'a host such as "example.com" or "example.com:8080", or an origin');
    }
    if (override === 'allow-all' || override === 'disallow-all') continue;
    const robotsTxt: unknown = isObject(override) ? override.robotsTxt : undefined;
    if (typeof robotsTxt !== 'string' && !(isObject(robotsTxt) && robotsTxt instanceof Uint8Array)) {
      throw misshapen(
        override,
        `${name}[${JSON.stringify(place)}]`,
        "'allow-all', 'disallow-all' or { robotsTxt }",
      );
    }
  }
};

/** A host or an origin as URLs spell it, but a host with any port that it names; undefined if it is neither. */
function placeOf(place: string): string | undefined {
  const isOrigin = place.includes('://');
  const text = isOrigin ? place : `http://${place}`;
  const url = urlOrNull(text);
  if (url === null) return undefined;
  const { protocol, host, hostname, port, pathname, search, hash, username } = url;
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '' || host === '') return undefined;
  // A pattern would apply to no host.
  if (hostname.includes('*') || hostname.startsWith('.')) return undefined;
  if (isOrigin) return `${protocol}//${host}`;
  // As an http URL it leaves out port 80.
  const named = port || new URL(`https://${place}`).port;
  return named === '' ? hostname : `${hostname}:${named}`;
}
