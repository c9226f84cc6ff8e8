/**
 * What the adapters to other packages share: a gate for each request, and the User-Agent header.
 */
import { aBoolean, checkOptions, optionTable } from 'robotstream/internal';
import type { RobotsClient } from '../client/client.js';
import { Gate } from '../client/obey/gate.js';

/** How the requests of another package obey. */
export interface AdapterOptions {
  /** Whether each request waits for its turn at its host, as in `client.inTurn`. Default: true. */
  readonly pace?: boolean | undefined;
}

const ADAPTER_OPTIONS = optionTable<AdapterOptions>({ pace: aBoolean });

/** What decides about the requests of another package. */
export interface Obedience {
  readonly gate: Gate;
  /** The header that the requests have: that of the crawler which the robots.txt files are asked about. */
  readonly userAgent: string;
  readonly pace: boolean;
}

/**
 * @param owner the function that takes the arguments, for messages
 * @throws {TypeError} if `client` is not a client, or an option is unknown or malformed
 */
export function obedienceOf(owner: string, client: RobotsClient, options: AdapterOptions): Obedience {
  checkOptions(owner, options, ADAPTER_OPTIONS);
  const { pace = true } = options;
  const gate = new Gate(client, pace);
  return { gate, userAgent: client.userAgent, pace };
}
