/**
 * The addresses of host names, without the threads of `dns.lookup`. Node has four of them for all lookups, files and
 * compression, so that four names whose servers never answer would stop everything else.
 */
import { Resolver, lookup as systemLookup } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { onAbort } from 'robotstream/internal';
import {
  byFamily,
  dnsNameOf,
  isLocalhost,
  lookupAll,
  type ResolvedAddress,
  type ResolvedName,
} from './addresses.js';
import { type Clock, monotonicNow, systemClock } from './clock.js';
import { abortable, Places, SingleFlight } from './waiting.js';

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

/** Resolves names, each at most once at a time, and remembers what it has found. */
export class NameResolver {
  readonly #options: ResolverOptions;
  readonly #clock: Clock;
  readonly #hosts: HostsFile;
  readonly #cache = new Map<string, Entry>();
  readonly #searches = new SingleFlight<readonly ResolvedAddress[]>();
  readonly #queries: Places;
  readonly #systemLookups = new Places(SYSTEM_CONCURRENCY);

  constructor(options: ResolverOptions = {}) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#hosts = new HostsFile(options.hostsFile ?? systemHostsFile());
    this.#queries = new Places(options.concurrency ?? DEFAULT_CONCURRENCY);
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
  async resolve(
    hostname: string,
    family: 0 | 4 | 6,
    signal: AbortSignal,
  ): Promise<readonly ResolvedAddress[]> {
    signal.throwIfAborted();
    const name = dnsNameOf(hostname.toLowerCase());
    const key = `${family} ${name}`;
    const entry = this.#cache.get(key);
    if (entry !== undefined && entry.until > monotonicNow(this.#clock)) {
      if ('error' in entry) throw entry.error;
      return entry.addresses;
    }
    return this.#searches.join(key, signal, (end) => this.#searchAndRemember(key, name, family, end));
  }

  async #searchAndRemember(
    key: string,
    name: string,
    family: 0 | 4 | 6,
    end: AbortSignal,
  ): Promise<readonly ResolvedAddress[]> {
    try {
      const found = await this.#search(name, family, end);
      const addresses = found.addresses.slice(0, MAX_ADDRESSES);
      this.#remember(key, { addresses, until: this.#in(Math.min(found.ttlMs, MAX_TTL_MS)) });
      return addresses;
    } catch (error) {
      if (!end.aborted) this.#remember(key, { error: error as Error, until: this.#in(FAILURE_TTL_MS) });
      throw error;
    }
  }

  /** @param end aborts when nothing waits for the name any longer; its sockets are closed then */
  async #search(name: string, family: 0 | 4 | 6, end: AbortSignal): Promise<ResolvedName> {
    await this.#queries.take(end);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, servers, firstTryMs } = this.#options;
    const controller = new AbortController();
    const { signal } = controller;
    const stopListening = onAbort(end, () => controller.abort(end.reason));
    const timer = this.#clock.setTimeout(() => controller.abort(timedOut(name, timeoutMs)), timeoutMs);
    try {
      if (this.#hosts.names(name)) return await this.#askSystem(name, family, signal);
      // RFC 6761 §6.3: names of localhost are never looked up.
      if (isLocalhost(name)) return { addresses: loopback(family), ttlMs: SYSTEM_TTL_MS };
      return await queryDns(name, family, { servers, clock: this.#clock, firstTryMs }, signal);
    } catch (error) {
      if (signal.aborted || !UNKNOWN_TO_DNS.has((error as { code?: unknown }).code)) throw error;
      return await this.#askSystem(name, family, signal).catch(() => {
        signal.throwIfAborted();
        throw error;
      });
    } finally {
      stopListening();
      this.#clock.clearTimeout(timer);
      this.#queries.leave();
    }
  }

  async #askSystem(name: string, family: 0 | 4 | 6, signal: AbortSignal): Promise<ResolvedName> {
    const lookup = this.#options.systemLookup ?? (systemLookup as LookupFunction);
    await this.#systemLookups.take(signal);
    // The thread is busy until the lookup ends, even if nothing waits for it.
    const found = lookupAll(lookup, name, family).finally(() => this.#systemLookups.leave());
    return { addresses: await abortable(found, signal), ttlMs: SYSTEM_TTL_MS };
  }

  /** The time in some milliseconds, by the resolver's clock. */
  #in(ms: number): number {
    return monotonicNow(this.#clock) + ms;
  }

  #remember(key: string, entry: Entry): void {
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > (this.#options.maxNames ?? DEFAULT_MAX_NAMES)) this.#cache.delete(oldest);
  }
}

/**
 * The names in a hosts file, which c-ares does not read for address queries: `dns.lookup` finds their addresses. The file is read again when it has
 * changed. One that cannot be read counts as empty.
 */
class HostsFile {
  readonly #path: string;
  #version: string | undefined;
  #words: ReadonlySet<string> = new Set();

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether the file may name a host. Words of comments count, too: the system knows what they mean. */
  names(name: string): boolean {
    try {
      const { mtimeMs, size } = statSync(this.#path);
      const version = `${mtimeMs} ${size}`;
      if (version !== this.#version)
        this.#words = new Set(readFileSync(this.#path, 'utf8').toLowerCase().split(/\s/));
      this.#version = version;
    } catch {
      this.#words = new Set();
      this.#version = undefined;
    }
    return this.#words.has(name);
  }
}

/** Where the system has its hosts file. */
function systemHostsFile(): string {
  return process.platform === 'win32'
    ? `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';
}

function loopback(family: 0 | 4 | 6): ResolvedAddress[] {
  return byFamily(['127.0.0.1'], ['::1']).filter((address) => family === 0 || address.family === family);
}

function timedOut(name: string, ms: number): Error {
  return Object.assign(new Error(`no name server answered within ${ms} ms for ${name}`), {
    code: 'ETIMEOUT',
  });
}

export interface DnsOptions {
  /** Name servers, as `dns.setServers` takes them; undefined for those of the system. */
  readonly servers: readonly string[] | undefined;
  readonly clock: Clock;
  /** How long to wait for a name server before asking it again, in real milliseconds; default 1,000. */
  readonly firstTryMs?: number | undefined;
}

/** How long to wait for a name server before asking again. The resolver's own time limit ends a query without an answer. */
const DEFAULT_FIRST_TRY_MS = 1000;
const TRIES = 4;

/** How long the addresses of one family wait for those of the other, in milliseconds (RFC 8305 §3). */
const RESOLUTION_DELAY_MS = 50;

/** An answer for one family: addresses with their lifetimes, or why there are none. */
type FamilyAnswer = { readonly records: readonly AddressRecord[] } | { readonly error: Error };

interface AddressRecord {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

/**
 * Asks the DNS for the addresses of a name, by c-ares. Each query has its own `Resolver`. That costs microseconds, follows changes of the
 * system's configuration, uses a port that cannot be guessed from earlier queries, and can be cancelled without cancelling others.
 *
 * @param family 4 or 6 for addresses of that family alone, 0 for both
 * @throws the error of `node:dns` (rejects) if there are none
 * @throws the signal's reason (rejects) if it aborts; every socket is closed then
 */
export function queryDns(
  hostname: string,
  family: 0 | 4 | 6,
  { servers, clock, firstTryMs = DEFAULT_FIRST_TRY_MS }: DnsOptions,
  signal: AbortSignal,
): Promise<ResolvedName> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: firstTryMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const answers = new Map<4 | 6, FamilyAnswer>();
    const families: readonly (4 | 6)[] = family === 0 ? [4, 6] : [family];
    let delay: unknown = null;

    const end = (): void => {
      stopListening();
      clock.clearTimeout(delay);
      resolver.cancel();
    };
    const settle = (): void => {
      end();
      const name = resolvedName(answers);
      if (name === undefined) reject(failureOf(answers));
      else resolve(name);
    };
    const onAnswer = (of: 4 | 6, answer: FamilyAnswer): void => {
      answers.set(of, answer);
      if (answers.size === families.length) settle();
      else if ('records' in answer) delay = clock.setTimeout(settle, RESOLUTION_DELAY_MS);
    };

    const stopListening = onAbort(signal, () => {
      end();
      reject(signal.reason);
    });
    for (const of of families) {
      const ask = (of === 4 ? resolver.resolve4 : resolver.resolve6).bind(resolver);
      ask(hostname, { ttl: true }, (error, records) => {
        onAnswer(of, error === null ? { records } : { error });
      });
    }
  });
}

function resolvedName(answers: ReadonlyMap<4 | 6, FamilyAnswer>): ResolvedName | undefined {
  const records = (of: 4 | 6): readonly AddressRecord[] => {
    const answer = answers.get(of);
    return answer !== undefined && 'records' in answer ? answer.records : [];
  };
  const addresses: ResolvedAddress[] = byFamily(
    records(4).map(({ address }) => address),
    records(6).map(({ address }) => address),
  );
  if (addresses.length === 0) return undefined;
  const seconds = Math.min(...[...records(4), ...records(6)].map(({ ttl }) => ttl));
  return { addresses, ttlMs: seconds * 1000 };
}

/** The error for a name without addresses. Of two answers, the less specific one explains why. */
function failureOf(answers: ReadonlyMap<4 | 6, FamilyAnswer>): Error {
  const errors = [...answers.values()].flatMap((answer) => ('error' in answer ? [answer.error] : []));
  return errors.find((error) => !('code' in error && error.code === 'ENODATA')) ?? errors[0];
}
