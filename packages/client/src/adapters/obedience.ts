/**
 * What the adapters to other packages share: a gate for each request, and the User-Agent header.
 */
import { aBoolean, checkOptions, optionTable } from 'robotstream/internal';
import type { RobotsClient } from '../client/client.js';
import { Gate } from '../client/obey/gate.js';

/** Options of the adapters to other packages. */
export interface AdapterOptions {
  /** Whether each request waits for its turn at its host, as in `client.inTurn`. Default: true. */
  readonly pace?: boolean | undefined;
}

const ADAPTER_OPTIONS = optionTable<AdapterOptions>({ pace: aBoolean });

/** What the adapters need to make another package's requests obey. */
export interface Obedience {
  readonly gate: Gate;
  /** The User-Agent header that the requests get: that of the client. */
  readonly userAgent: string;
  readonly pace: boolean;
}

/**
 * Checks the arguments of an adapter and makes what it needs.
 *
 * @param owner the name of the adapter's function, for messages
 * @throws {TypeError} if `client` is not a client, or an option is unknown or malformed
 */
export function obedienceOf(owner: string, client: RobotsClient, options: AdapterOptions): Obedience {
  checkOptions(owner, options, ADAPTER_OPTIONS);
  const { pace = true } = options;
  const gate = new Gate(client, pace);
  return { gate, userAgent: client.userAgent, pace };
}
