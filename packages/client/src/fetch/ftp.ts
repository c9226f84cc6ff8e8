/**
 * One file by FTP, over basic-ftp: anonymous login, `TYPE I`, passive mode, `RETR` (RFC 959, RFC 1635, RFC 2428).
 */

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Client } from 'basic-ftp';
import { onAbort } from 'robotstream/internal';
import { addressCheck, addressesOf, bareHostname } from './addresses.js';
import { AccessError, messageOf } from './faults.js';
import { type Stage, type TimeLimits, waitForPermit } from './limits.js';
import { isMissingPackage } from './optional-package.js';
import type { Exchange, FetchRequest } from './requests.js';
import { FTP_FILE_UNAVAILABLE } from './result.js';
import type { Settings } from './settings.js';

/** "File status okay; about to open data connection." */
const FTP_OPENING_DATA = 150;

/** The default port of the control connection. */
const FTP_PORT = 21;

/**
 * How much a server may send on the control connection, and in how many chunks. basic-ftp parses a whole reply again with
 * every chunk, so an endless reply in small chunks would keep it busy.
 */
const MAX_CONTROL_OCTETS = 16 * 1024;
const MAX_CONTROL_CHUNKS = 1000;

/**
 * Logs in, requests the file, and waits for its first octets, its end, or a reply that there is no such file.
 *
 * @throws {AccessError} (rejects) if none of these happens, or basic-ftp is not installed
 * @throws the limits' reason (rejects) if they abort
 */
export async function exchangeFtp(
  place: FtpPlace,
  request: FetchRequest,
  settings: Settings,
  limits: TimeLimits,
): Promise<Exchange> {
  const { connectMs, headersMs, bodyMs } = settings.timeouts;
  // The limits of a fetch are shorter than that of the client, but cannot end a data connection that is being made while the client is closed.
  const client = await ftpClient(Math.max(connectMs, headersMs, bodyMs));
  return new FtpExchange(client, place, limits).open(request, settings);
}

/** @throws {AccessError} (rejects) `ftp-client-missing` if basic-ftp is not installed, or cannot be loaded */
async function ftpClient(timeoutMs: number): Promise<Client> {
  const basicFtp = await import('basic-ftp').catch((cause: unknown) => {
    const problem = isMissingPackage(cause, 'basic-ftp')
      ? 'is not installed; run: npm install basic-ftp'
      : `could not be loaded: ${messageOf(cause)}`;
    throw new AccessError('ftp-client-missing', `An ftp URL needs the package basic-ftp, which ${problem}`, {
      cause,
    });
  });
  // The data connection must go to the host that was checked. No listing is ever requested.
  return new basicFtp.Client(timeoutMs, { allowSeparateTransferHost: false, maxListingBytes: 0 });
}

class FtpExchange implements Exchange {
  status = FTP_OPENING_DATA;
  readonly headers = {};
  encodedOctets = 0;
  readonly #client: Client;
  readonly #place: FtpPlace;
  readonly #limits: TimeLimits;
  /** Holds the server up while its octets are not read. */
  readonly #octets = new PassThrough({ highWaterMark: 1 });
  #download: Promise<void> = Promise.resolve();
  /** Why this side closed the connection. */
  #closedFor: AccessError | null = null;
  #stage: Stage = 'connect';

  constructor(client: Client, place: FtpPlace, limits: TimeLimits) {
    this.#client = client;
    this.#place = place;
    this.#limits = limits;
  }

  async open(request: FetchRequest, settings: Settings): Promise<Exchange> {
    const { signal } = this.#limits;
    signal.throwIfAborted();
    onAbort(signal, () => this.close());
    try {
      await this.#during('connect', () => this.#connect(request, settings));
      signal.throwIfAborted();
      request.onConnected();
      this.#stage = 'headers';
      await this.#during('headers', async () => {
        await this.#client.login();
        await this.#client.send('TYPE I');
        this.#download = this.#retrieve();
        this.#download.catch(() => {}); // whoever waits for it gets the error
        await Promise.race([once(this.#octets, 'readable'), this.#download]);
        // The octets also end when there are none.
        if (this.#octets.readableLength === 0) await this.#download;
      });
      this.#stage = 'body';
      return this;
    } catch (error) {
      this.close();
      throw this.#fault(error);
    }
  }

  async *body(): AsyncGenerator<Uint8Array, void> {
    try {
      const chunks = this.#octets[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await this.#during('body', () => chunks.next());
        if (done === true) break;
        this.encodedOctets += value.length;
        yield value;
      }
      // The octets also end when the download fails.
      await this.#during('body', () => this.#download);
    } catch (error) {
      throw this.#fault(error);
    }
  }

  close(): void {
    this.#client.close();
    this.#octets.destroy();
  }

  async #during<Value>(stage: Stage, wait: () => Promise<Value>): Promise<Value> {
    this.#limits.enter(stage);
    try {
      return await wait();
    } finally {
      this.#limits.leave();
    }
  }

  /** Tries the host's addresses in turn. Each but the last has a share of the time, because an address may not answer at all. */
  async #connect(request: FetchRequest, settings: Settings): Promise<void> {
    const { network, connect, addresses, clock, timeouts } = settings;
    const { hostname, port } = this.#place;
    const { signal } = this.#limits;
    const search = {
      network,
      connect,
      isAllowed: addressCheck(addresses),
      redirectedFrom: request.redirectedFrom,
    };
    request.addresses = await addressesOf(hostname, search, signal);
    const shareMs = timeouts.connectMs / request.addresses.length;
    for (const [index, { address }] of request.addresses.entries()) {
      await waitForPermit(address, settings.permit, this.#limits);
      signal.throwIfAborted();
      const isLast = index === request.addresses.length - 1;
      const timer = isLast ? null : clock.setTimeout(() => this.#client.close(), shareMs);
      try {
        const connected = this.#client.connect(address, port);
        this.#limitControl();
        await connected;
        request.address = address;
        network.addressesLike(address).note(address);
        return;
      } catch (error) {
        if (isLast || this.#closedFor !== null) throw error;
      } finally {
        clock.clearTimeout(timer);
      }
    }
  }

  /** Closes the connection when a server sends too much on it. */
  #limitControl(): void {
    const { socket } = this.#client.ftp;
    let chunks = 0;
    socket.prependListener('data', () => {
      chunks++;
      if (socket.bytesRead <= MAX_CONTROL_OCTETS && chunks <= MAX_CONTROL_CHUNKS) return;
      this.#closedFor ??= new AccessError('ftp-failed', 'The server sent too much on the control connection');
      this.#client.close();
    });
  }

  /** Requests the file. */
  async #retrieve(): Promise<void> {
    try {
      this.status = (await this.#client.downloadTo(this.#octets, this.#place.path)).code;
    } catch (error) {
      if (this.#stage !== 'headers' || replyCode(error) !== FTP_FILE_UNAVAILABLE) throw error;
      this.status = FTP_FILE_UNAVAILABLE;
      this.close();
    }
  }

  #fault(error: unknown): unknown {
    this.#limits.signal.throwIfAborted();
    if (this.#closedFor !== null) return this.#closedFor;
    if (error instanceof AccessError) return error;
    const isRefusal = replyCode(error) !== undefined && this.#stage !== 'body';
    const fault = isRefusal ? 'ftp-failed' : FAULT_OF_STAGE[this.#stage];
    const { hostname, path } = this.#place;
    return new AccessError(fault, `ftp ${hostname}, ${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** The fault of each stage, unless the server refuses with a reply. */
const FAULT_OF_STAGE = { connect: 'connect-failed', headers: 'ftp-failed', body: 'body-cut-off' } as const;

/** The code of the reply that an error reports; undefined for any other error. */
function replyCode(error: unknown): number | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

export interface FtpPlace {
  readonly hostname: string;
  readonly port: number;
  /** The file, relative to the directory after the login. */
  readonly path: string;
}

/**
 * The place of the file that an ftp URL names.
 *
 * @returns null if its path cannot be sent as an argument: it is empty, is not valid UTF-8, or contains control characters
 */
export function ftpPlace(url: URL): FtpPlace | null {
  // `;type=i` is the transfer type. This client always uses the binary one.
  const written = url.pathname.slice(1).replace(/;type=[aid]$/i, '');
  let path: string;
  try {
    path = decodeURIComponent(written);
  } catch {
    return null;
  }
  if (path === '' || UNSPEAKABLE.test(path)) return null;
  return { hostname: bareHostname(url), port: url.port === '' ? FTP_PORT : Number(url.port), path };
}

/** Control characters, some of which would end a command (RFC 959 §5.3). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNSPEAKABLE = /[\x00-\x1f\x7f]/;
