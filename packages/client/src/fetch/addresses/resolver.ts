/**
 * The addresses of host names, without the threads of `dns.lookup`. Node has four of them for all lookups, files and
 * compression, so that four names whose servers never answer would stop everything else.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, isIPv4, type LookupFunction } from 'node:net';
import { type Clock, monotonicNow, systemClock } from '../clock.js';
import { Ending, type EndSignal, onEnd } from '../ending.js';
import { abortable, Semaphore } from '../waiting.js';
import { queryDns } from './dns-query.js';
import { byFamily, isLocalhost, type ResolvedAddress, type ResolvedName } from './hostnames.js';
import { HostsFile, systemHostsFile } from './hosts-file.js';

export interface ResolverOptions {
  /** Name servers, as `dns.setServers` takes them; default those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** For how long one name is asked for, in milliseconds; default 5,000. */
  readonly timeoutMs?: number | undefined;
  /** How long to wait for a name server before asking it again, in real milliseconds; default 1,000. */
  readonly firstTryMs?: number | undefined;
  /** How many names are asked for at once; default 256. */
  readonly concurrency?: number | undefined;
  /** How many names are remembered; default 10,000. */
  readonly maxNames?: number | undefined;
  /** The hosts file; default the system's. */
  readonly hostsFile?: string | undefined;
  /** Looks up names that the DNS does not know; default `dns.lookup`. */
  readonly systemLookup?: LookupFunction | undefined;
  readonly clock?: Clock | undefined;
}

/** Shorter than the time limit for connecting, so that a name server that is down gets its own error. */
const DEFAULT_TIMEOUT_MS = 5000;
/** Each query has a socket. By default a client resolves no more names at once than this. */
const DEFAULT_CONCURRENCY = 256;
/** `dns.lookup` gets at most two of Node's four threads. */
const SYSTEM_CONCURRENCY = 2;
const DEFAULT_MAX_NAMES = 10_000;
/** How many addresses of a name are used. More would only delay the failure of a connection. */
const MAX_ADDRESSES = 16;
/** How long addresses are cached at most, in milliseconds, whatever their lifetime in the DNS. */
const MAX_TTL_MS = 300_000;
/** How long addresses from `dns.lookup` are cached, in milliseconds. It does not say how long they are valid. */
const SYSTEM_TTL_MS = 30_000;
/** How long a failure is cached, in milliseconds. */
const FAILURE_TTL_MS = 10_000;

/** Errors after which the system may still know a name: by search domains, mDNS or NIS, or because no name server is configured. */
const UNKNOWN_TO_DNS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EBADNAME']);

/** What is known about a name until `until`, in milliseconds of the resolver's clock. */
type Entry = { readonly until: number } & (
  | { readonly addresses: readonly ResolvedAddress[] }
  | { readonly error: Error }
);

/** Ends a search that nothing waits for. It is not an error, so that it is not cached as one. */
const ABANDONED = Symbol('abandoned');

/** A name that is being resolved. */
interface Search {
  readonly found: Promise<readonly ResolvedAddress[]>;
  readonly ending: Ending;
  waiting: number;
}

/** Resolves names, each at most once at a time, and remembers what it has found. */
export class NameResolver {
  readonly #options: ResolverOptions;
  readonly #clock: Clock;
  readonly #hosts: HostsFile;
  readonly #cache = new Map<string, Entry>();
  readonly #searches = new Map<string, Search>();
  readonly #queries: Semaphore;
  readonly #systemLookups = new Semaphore(SYSTEM_CONCURRENCY);

  constructor(options: ResolverOptions = {}) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#hosts = new HostsFile(options.hostsFile ?? systemHostsFile(process.platform, process.env));
    this.#queries = new Semaphore(options.concurrency ?? DEFAULT_CONCURRENCY);
  }

  /** How many names are being resolved. */
  get pending(): number {
    return this.#searches.size;
  }

  /**
   * The addresses of a name, in the order in which to try them: those of the hosts file, else those of the DNS, else those
   * that the system finds.
   *
   * @param family 4 or 6 for addresses of that family alone, 0 for both
   * @throws an error (rejects) with a `code` of `node:dns` if there are none
   * @throws the signal's reason (rejects) if it aborts
   */
  async resolve(hostname: string, family: 0 | 4 | 6, signal: EndSignal): Promise<readonly ResolvedAddress[]> {
    signal.throwIfAborted();
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const local = this.#localAddresses(name).filter(isOf(family));
    if (local.length > 0) return local;
    const key = `${family} ${name}`;
    const entry = this.#cache.get(key);
    if (entry !== undefined && entry.until > monotonicNow(this.#clock)) {
      if ('error' in entry) throw entry.error;
      return entry.addresses;
    }
    return this.#join(key, name, family, signal);
  }

  /** The addresses that are known without a query. */
  #localAddresses(name: string): ResolvedAddress[] {
    const listed = this.#hosts.addressesOf(name);
    if (listed.length > 0) {
      return listed.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    }
    // RFC 6761 §6.3: names of localhost are never looked up.
    return isLocalhost(name) ? byFamily(['127.0.0.1'], ['::1']) : [];
  }

  async #join(
    key: string,
    name: string,
    family: 0 | 4 | 6,
    signal: EndSignal,
  ): Promise<readonly ResolvedAddress[]> {
    const search = this.#searches.get(key) ?? this.#begin(key, name, family);
    search.waiting++;
    try {
      return await abortable(search.found, signal);
    } finally {
      search.waiting--;
      // Its sockets are closed now rather than at its time limit.
      if (search.waiting === 0) search.ending.abort(ABANDONED);
    }
  }

  #begin(key: string, name: string, family: 0 | 4 | 6): Search {
    const ending = new Ending();
    const found = this.#search(name, family, ending).then(
      ({ addresses, ttlMs }) => {
        const used = addresses.slice(0, MAX_ADDRESSES);
        this.#remember(key, {
          addresses: used,
          until: monotonicNow(this.#clock) + Math.min(ttlMs, MAX_TTL_MS),
        });
        return used;
      },
      (error: unknown) => {
        if (error instanceof Error) {
          this.#remember(key, { error, until: monotonicNow(this.#clock) + FAILURE_TTL_MS });
        }
        throw error;
      },
    );
    const search = { found, ending, waiting: 0 };
    this.#searches.set(key, search);
    const forget = (): void => {
      if (this.#searches.get(key) === search) this.#searches.delete(key);
    };
    found.then(forget, forget);
    onEnd(ending, forget);
    return search;
  }

  async #search(name: string, family: 0 | 4 | 6, signal: Ending): Promise<ResolvedName> {
    await this.#queries.acquire(signal);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, servers, firstTryMs } = this.#options;
    const timer = this.#clock.setTimeout(() => signal.abort(timedOut(name, timeoutMs)), timeoutMs);
    try {
      return await queryDns(name, family, { servers, clock: this.#clock, firstTryMs }, signal);
    } catch (error) {
      if (signal.aborted || !UNKNOWN_TO_DNS.has((error as { code?: unknown }).code)) throw error;
      return await this.#askSystem(name, family, error as Error, signal);
    } finally {
      this.#clock.clearTimeout(timer);
      this.#queries.release();
    }
  }

  /** @throws `dnsError` (rejects) if the system does not know the name either */
  async #askSystem(
    name: string,
    family: 0 | 4 | 6,
    dnsError: Error,
    signal: EndSignal,
  ): Promise<ResolvedName> {
    const lookup = this.#options.systemLookup ?? (systemLookup as LookupFunction);
    await this.#systemLookups.acquire(signal);
    // The thread is busy until the lookup ends, even if nothing waits for it.
    const found = lookupAll(lookup, name, family).finally(() => this.#systemLookups.release());
    try {
      return { addresses: await abortable(found, signal), ttlMs: SYSTEM_TTL_MS };
    } catch {
      signal.throwIfAborted();
      throw dnsError;
    }
  }

  #remember(key: string, entry: Entry): void {
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > (this.#options.maxNames ?? DEFAULT_MAX_NAMES)) this.#cache.delete(oldest);
  }
}

/**
 * The addresses that a `lookup` function finds.
 *
 * @throws its error (rejects); an error with the code `ENOTFOUND` if it finds none
 */
export function lookupAll(
  lookup: LookupFunction,
  hostname: string,
  family: 0 | 4 | 6,
  hints?: number,
): Promise<ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true, family, hints }, (error, found) => {
      if (error) {
        reject(error);
        return;
      }
      const addresses = [found].flat().map((one) => (typeof one === 'string' ? one : one.address));
      const valid = addresses.flatMap((address) => {
        const version = isIP(address);
        return version === 4 || version === 6 ? [{ address, family: version } as const] : [];
      });
      if (valid.length > 0) resolve(valid);
      else reject(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }));
    });
  });
}

function isOf(family: 0 | 4 | 6): (address: ResolvedAddress) => boolean {
  return (address) => family === 0 || address.family === family;
}

function timedOut(name: string, ms: number): Error {
  return Object.assign(new Error(`no name server answered within ${ms} ms for ${name}`), {
    code: 'ETIMEOUT',
  });
}
