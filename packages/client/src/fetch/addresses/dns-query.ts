/**
 * One DNS query: the addresses of a name, by c-ares.
 *
 * Each query has its own `Resolver`. That costs microseconds, follows changes of the system's configuration, uses a
 * port that cannot be guessed from earlier queries, and can be cancelled without cancelling others.
 */

import { Resolver } from 'node:dns';
import { onAbort } from 'robotstream/internal';
import type { Clock } from '../clock.js';
import { byFamily, type ResolvedAddress, type ResolvedName } from './hostnames.js';

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
 * Asks for the addresses of a name.
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
