/**
 * Whether an address has a name of a crawler's operator, and the name that address: reverse and forward look-ups, as operators document them.
 */
import { Resolver } from 'node:dns/promises';
import { anArray, anObject, aString, aWholeNumber, optionTable } from 'robotstream/internal';
import type { Claim } from './claim.js';
import { type IpAddress, IpPrefixes, ipAddress, reverseName } from './ip-address.js';
import { domainsOf } from './operator-domains.js';

/** Options for the check of addresses by DNS. */
export interface DnsOptions {
  /** The addresses of the DNS servers, such as `192.0.2.53` or `127.0.0.1:5353`; default those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** How many addresses are looked up in all; default 10,000. Others cannot be checked. */
  readonly maxLookups?: number | undefined;
  /** How many addresses are looked up at a time; default 20. */
  readonly concurrency?: number | undefined;
  /** How long a server may take for an answer, in milliseconds; default 2,000. It is asked twice. */
  readonly timeoutMs?: number | undefined;
}

const DNS_OPTIONS = optionTable<DnsOptions>({
  servers: anArray,
  maxLookups: aWholeNumber(0, 10_000_000),
  concurrency: aWholeNumber(1, 1000),
  timeoutMs: aWholeNumber(1, 60_000, 'milliseconds'),
});

const DEFAULT_LOOKUPS = 10_000;
const DEFAULT_CONCURRENCY = 20;
const DEFAULT_TIMEOUT_MS = 2000;
const TRIES = 2;

/** How many names of an address are tried. */
const MAX_NAMES = 5;

/** What the look-ups have come to. */
export interface DnsCounts {
  /** Addresses that were looked up. */
  readonly lookups: number;
  /** How many of them had no answer. Their requests count as not checked. */
  readonly failed: number;
  /** Addresses that were not looked up, because there are too many. */
  readonly skipped: number;
}

type Answer = 'verified' | 'spoofed' | 'unknown';

/** The codes by which DNS says that there is no such name. */
const NO_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks up addresses, each once. */
export class DnsCheck {
  readonly #resolver: Resolver;
  readonly #maxLookups: number;
  readonly #concurrency: number;
  /** The names of each address that lead back to it; null if there was no answer. */
  readonly #names = new Map<string, readonly string[] | null>();
  #failed = 0;
  #skipped = 0;

  /** @throws {TypeError | RangeError} if an option is not accepted */
  constructor(options: DnsOptions) {
    anObject(DNS_OPTIONS)(options, 'verifyDns');
    const {
      servers,
      maxLookups = DEFAULT_LOOKUPS,
      concurrency = DEFAULT_CONCURRENCY,
      timeoutMs = DEFAULT_TIMEOUT_MS,
    } = options;
    this.#resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers !== undefined) this.#use(servers);
    this.#maxLookups = maxLookups;
    this.#concurrency = concurrency;
  }

  #use(servers: readonly string[]): void {
    for (const [i, server] of servers.entries()) aString(server, `verifyDns.servers[${i}]`);
    try {
      this.#resolver.setServers(servers);
    } catch (error) {
      throw new TypeError(`verifyDns.servers: ${(error as Error).message}; addresses are expected`, {
        cause: error,
      });
    }
  }

  get counts(): DnsCounts {
    return { lookups: this.#names.size, failed: this.#failed, skipped: this.#skipped };
  }

  /** Looks up the addresses that have not been, until a signal aborts. */
  async prepare(
    claims: Iterable<{ readonly claim: Claim; readonly address: string }>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const waiting = new Set<string>();
    for (const { claim, address } of claims) {
      if (domainsOf(claim) === undefined || this.#names.has(address) || waiting.has(address)) continue;
      if (ipAddress(address) === undefined) continue;
      if (this.#names.size + waiting.size < this.#maxLookups) waiting.add(address);
      else this.#skipped++;
    }
    if (waiting.size === 0) return;
    const queue = waiting.values();
    const worker = async (): Promise<void> => {
      for (const address of queue) {
        if (signal?.aborted) return;
        this.#names.set(address, await this.#confirmedNames(address));
      }
    };
    const cancel = (): void => this.#resolver.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      await Promise.all(Array.from({ length: Math.min(this.#concurrency, waiting.size) }, worker));
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** What the names of an address say about a claim. {@link prepare} has looked them up. */
  answer(claim: Claim, address: string): Answer {
    const domains = domainsOf(claim);
    const names = this.#names.get(address);
    if (domains === undefined || names === undefined || names === null) return 'unknown';
    const isOperators = (name: string): boolean => domains.some((domain) => name.endsWith(`.${domain}`));
    return names.some(isOperators) ? 'verified' : 'spoofed';
  }

  async #confirmedNames(text: string): Promise<readonly string[] | null> {
    const address = ipAddress(text) as IpAddress;
    try {
      // Not `reverse`, which takes a server that fails for one that knows no name.
      const names = await orNone(this.#resolver.resolvePtr(reverseName(address)));
      const confirmed: string[] = [];
      for (const name of names.slice(0, MAX_NAMES)) {
        if (await this.#leadsTo(name, address)) confirmed.push(name.toLowerCase().replace(/\.$/, ''));
      }
      return confirmed;
    } catch {
      this.#failed++;
      return null;
    }
  }

  async #leadsTo(name: string, { version, text }: IpAddress): Promise<boolean> {
    const found = await orNone(version === 6 ? this.#resolver.resolve6(name) : this.#resolver.resolve4(name));
    const names = new IpPrefixes();
    for (const one of found) names.add(one);
    return names.has({ version, text });
  }
}

/** What was found; none if DNS says that there is nothing. */
async function orNone(found: Promise<string[]>): Promise<string[]> {
  try {
    return await found;
  } catch (error) {
    if (NO_NAME.has((error as NodeJS.ErrnoException).code)) return [];
    throw error;
  }
}
