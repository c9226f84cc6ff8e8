/**
 * Fetches what a site and its pages name: license files, `tdmrep.json`, pages. A server must not make this machine ask one that only it can
 * reach, so what is named on another host is held to public addresses, as redirects are.
 */

import { isIP } from 'node:net';
import { onAbort } from 'robotstream/internal';
import {
  addressesOf,
  bareHostname,
  isLocalhost,
  isPublicAddress,
  refusedAddress,
} from '../fetch/addresses.js';
import { AccessError } from '../fetch/faults.js';
import { type OpenedFile, openWith } from '../fetch/open-url.js';
import type { Redirect } from '../fetch/result.js';
import type { Settings } from '../fetch/settings.js';

/** How a request went that has no response to read: plain data. */
export interface Failure {
  /** One of `ACCESS_FAULTS`, or why no request was sent: `disallowed`, `deferred`, `too-many`. */
  readonly fault: string;
  readonly message: string;
}

/** A request was refused before it was sent. */
export class Refusal extends Error {
  readonly fault: string;

  constructor(fault: string, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** What went wrong, as data. @throws any other error */
export function failureOf(error: unknown): Failure {
  if (error instanceof AccessError) return { fault: error.code, message: error.message };
  if (error instanceof Refusal) return { fault: error.fault, message: error.message };
  throw error;
}

/** A file that was asked for. The list of redirects grows until there is a response. */
export interface FileRequest {
  readonly url: URL;
  /** The site that names the file. */
  readonly site: URL;
  readonly settings: Settings;
  readonly redirects: Redirect[];
  /** Called before a redirect is followed. Rejects with a {@link Refusal} if it must not be. */
  readonly mayFollow?: (url: URL) => Promise<void>;
}

/**
 * Opens a file.
 *
 * @throws {AccessError | Refusal} (rejects) if there is no response
 * @throws the settings' signal's reason (rejects) if it aborts
 */
export async function openFile({
  url,
  site,
  settings,
  redirects,
  mayFollow,
}: FileRequest): Promise<OpenedFile> {
  await refuseInward(site, url, settings);
  return openWith(url, settings, async (target, followed) => {
    redirects.splice(0, redirects.length, ...followed);
    await refuseInward(site, target, settings);
    await mayFollow?.(target);
  });
}

/**
 * Refuses a URL on another host whose addresses are not all public, unless those of the site are not, either. Under the other policies, each
 * connection is checked by itself. Behind a proxy, the proxy decides what may be reached.
 *
 * @throws {AccessError} (rejects) `address-refused`; `dns-failed`
 */
async function refuseInward(site: URL, url: URL, settings: Settings): Promise<void> {
  const { addresses, dispatcher, proxy } = settings;
  const [own, other] = [bareHostname(site), bareHostname(url)];
  if (addresses !== 'no-inward-redirects' || own === other || proxy?.(url)) return;
  const signal = settings.signal ?? new AbortController().signal;
  const find = dispatcher === undefined ? resolved : writtenAddresses;
  const inward = (await find(other, settings, signal)).filter((address) => !isPublicAddress(address));
  if (inward.length === 0) return;
  const ofSite = await find(own, settings, signal);
  if (ofSite.length === 0 || ofSite.some(isPublicAddress)) throw refusedAddress(other, inward);
}

async function resolved(
  hostname: string,
  settings: Settings,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { network, connect } = settings;
  const search = { network, connect, isAllowed: () => true, redirectedFrom: null };
  return (await addressesOf(hostname, search, signal)).map(({ address }) => address);
}

/** The addresses that a dispatcher will connect to are not known, unless the host is one. */
async function writtenAddresses(hostname: string): Promise<readonly string[]> {
  if (isLocalhost(hostname)) return ['127.0.0.1'];
  return isIP(hostname) === 0 ? [] : [hostname];
}

/** Reads a file to its end. @throws {AccessError} (rejects) if it is cut off, or longer than the settings allow */
export async function octetsOfFile({ body }: OpenedFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Calls a function with a signal that aborts when one of two does. `AbortSignal.any` would leave a reference in a signal that lives long.
 *
 * @throws the reason of the signal that aborts (rejects); what `act` throws
 */
export async function withEither<Value>(
  one: AbortSignal,
  other: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const stops = [one, other].flatMap((signal) => {
    if (signal === undefined) return [];
    signal.throwIfAborted();
    return [onAbort(signal, () => controller.abort(signal.reason))];
  });
  try {
    return await act(controller.signal);
  } finally {
    for (const stop of stops) stop();
  }
}
