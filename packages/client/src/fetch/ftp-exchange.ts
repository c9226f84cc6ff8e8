/**
 * One file by FTP: anonymous login, `TYPE I`, passive mode, `RETR` (RFC 959, RFC 1635, RFC 2428).
 */
import { Writable } from 'node:stream';
import type { Client } from 'basic-ftp';
import { addressCheck } from './addresses/address-policy.js';
import { addressesOf } from './addresses/host-addresses.js';
import { bareHostname } from './addresses/hostnames.js';
import { onEnd } from './ending.js';
import { type Exchange, OctetQueue } from './exchange.js';
import { AccessError } from './faults.js';
import { createFtpClient } from './ftp-client.js';
import type { Hop } from './hop.js';
import type { Stage, TimeLimits } from './limits.js';
import { FTP_FILE_UNAVAILABLE } from './result/result.js';
import type { Settings } from './settings.js';
import { waitForSlot } from './slot.js';

/** "File status okay; about to open data connection." */
const FTP_OPENING_DATA = 150;

/**
 * Logs in, requests the file, and waits for its first octets, its end, or a reply that there is no such file.
 *
 * @throws {AccessError} (rejects) if none of these happens, or basic-ftp is not installed
 * @throws the limits' reason (rejects) if they abort
 */
export async function exchangeFtp(
  place: FtpPlace,
  hop: Hop,
  settings: Settings,
  limits: TimeLimits,
): Promise<Exchange> {
  const { connectMs, headersMs, bodyMs } = settings.timeouts;
  const client = await createFtpClient(Math.max(connectMs, headersMs, bodyMs));
  const exchange = new FtpExchange(client, limits);
  return await exchange.open(place, hop, settings);
}

/**
 * How much a server may send on the control connection, and in how many chunks. basic-ftp parses a whole reply again with
 * every chunk, so an endless reply in small chunks would keep it busy.
 */
const MAX_CONTROL_OCTETS = 16 * 1024;
const MAX_CONTROL_CHUNKS = 1000;

function nothing(): void {}

class FtpExchange implements Exchange {
  status = FTP_OPENING_DATA;
  readonly headers = {};
  readonly #client: Client;
  readonly #limits: TimeLimits;
  readonly #queue = new OctetQueue();
  /** Accepts the next chunk from the server. */
  #takeMore: () => void = nothing;
  /** Why this side closed the connection. */
  #closedFor: AccessError | null = null;
  #stage: Stage = 'connect';

  constructor(client: Client, limits: TimeLimits) {
    this.#client = client;
    this.#limits = limits;
  }

  get encodedOctets(): number {
    return this.#queue.octets;
  }

  async open(place: FtpPlace, hop: Hop, settings: Settings): Promise<Exchange> {
    const { signal } = this.#limits;
    signal.throwIfAborted();
    onEnd(signal, () => {
      this.#queue.fail(signal.reason);
      this.#client.close();
    });
    try {
      this.#limits.enter('connect');
      await this.#connect(place, hop, settings);
      signal.throwIfAborted();
      hop.onConnected();
      this.#stage = 'headers';
      this.#limits.enter('headers');
      await this.#client.login();
      await this.#client.send('TYPE I');
      await this.#begin(place);
      return this;
    } catch (error) {
      this.close();
      signal.throwIfAborted();
      throw this.#fault(error, place);
    } finally {
      this.#limits.leave();
    }
  }

  async *body(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* this.#queue.read({
        waiting: () => {
          this.#limits.enter('body');
          this.#takeMore();
        },
        arrived: () => this.#limits.leave(),
      });
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#queue.end();
    this.#takeMore();
    this.#client.close();
  }

  /** Tries the host's addresses in turn. Each but the last has a share of the time, because an address may not answer at all. */
  async #connect({ hostname, port }: FtpPlace, hop: Hop, settings: Settings): Promise<void> {
    const { network, connect, addresses, clock, timeouts } = settings;
    const { signal } = this.#limits;
    const isAllowed = addressCheck(addresses);
    const search = { network, connect, isAllowed, redirectedFrom: hop.redirectedFrom };
    hop.addresses = await addressesOf(hostname, search, signal);
    const shareMs = timeouts.connectMs / hop.addresses.length;
    let failure: unknown;
    for (const [index, { address }] of hop.addresses.entries()) {
      await waitForSlot(address, settings.slot, this.#limits);
      signal.throwIfAborted();
      const isLast = index === hop.addresses.length - 1;
      const timer = isLast ? null : clock.setTimeout(() => this.#client.close(), shareMs);
      try {
        const connected = this.#client.connect(address, port);
        this.#limitControl();
        await connected;
        hop.address = address;
        network.addressesLike(address).note(address);
        return;
      } catch (error) {
        if (this.#closedFor !== null) throw this.#closedFor;
        failure = error;
      } finally {
        clock.clearTimeout(timer);
      }
    }
    throw failure;
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

  #fault(error: unknown, place: FtpPlace): AccessError {
    return this.#closedFor ?? ftpFault(error, this.#stage, place);
  }

  /** Requests the file. The download goes on after this has returned. */
  #begin(place: FtpPlace): Promise<void> {
    return new Promise((resolve, reject) => {
      const sink = new Writable({
        highWaterMark: 1,
        write: (chunk: Uint8Array, _encoding, taken) => {
          this.#stage = 'body';
          this.#takeMore = () => {
            this.#takeMore = nothing;
            taken();
          };
          this.#queue.push(chunk);
          resolve();
        },
      });
      // Errors of the sink after the client is closed are ignored.
      sink.on('error', () => {});
      this.#client.downloadTo(sink, place.path).then(
        ({ code }) => {
          this.status = code;
          this.#queue.end();
          resolve();
        },
        (error: unknown) => {
          if (this.#stage === 'headers' && replyCode(error) === FTP_FILE_UNAVAILABLE) {
            this.status = FTP_FILE_UNAVAILABLE;
            this.close();
            resolve();
            return;
          }
          const fault = this.#fault(error, place);
          this.#queue.fail(fault);
          reject(fault);
        },
      );
    });
  }
}

/** The code of the reply that an error reports; undefined for any other error. */
function replyCode(error: unknown): number | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

function ftpFault(error: unknown, stage: Stage, { hostname, path }: FtpPlace): AccessError {
  if (error instanceof AccessError) return error;
  const message = `ftp ${hostname}, ${path}: ${error instanceof Error ? error.message : String(error)}`;
  const isRefusal = replyCode(error) !== undefined && stage !== 'body';
  const fault = isRefusal ? 'ftp-failed' : FAULT_OF_STAGE[stage];
  return new AccessError(fault, message, { cause: error });
}

/** The fault of each stage, unless the server refuses with a reply. */
const FAULT_OF_STAGE = { connect: 'connect-failed', headers: 'ftp-failed', body: 'body-cut-off' } as const;

/** The default port of the control connection. */
const FTP_PORT = 21;

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
