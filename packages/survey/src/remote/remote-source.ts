/**
 * Reads a file on a server by as few requests as possible: one, unless the connection is lost. The octets that are missing then are asked for by
 * a range (RFC 9110 §14).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { backOffMs } from '@robotstream/client/internal';
import { RobotsError } from 'robotstream';
import { MINUTE_MS, SECOND_MS } from 'robotstream/internal';
import type { Pace } from './pace.js';
import { RemoteError, type RemoteFacts, type RemoteFile, type RemoteOctets } from './remote-file.js';

/** How often in a row a request may fail without an octet arriving. */
const MAX_ATTEMPTS = 6;

/** The wait before the second attempt; it doubles with each further one. */
const FIRST_WAIT_MS = 500;

/** How long a server may send nothing. */
const STALL_MS = MINUTE_MS;

/** The longest wait that a server may ask for with `Retry-After`. */
const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS;

/** A timer that begins again with each octet that arrives. */
interface StallTimer {
  refresh(): unknown;
  close(): unknown;
}

export interface RemoteSourceOptions {
  readonly signal?: AbortSignal | undefined;
  readonly pace: Pace;
  /** The wait before the second attempt, in milliseconds; default 500. */
  readonly firstWaitMs?: number | undefined;
  /** Starts the timer that ends an attempt in which nothing arrives; default a minute. */
  readonly startTimer?: ((onStall: () => void) => StallTimer) | undefined;
}

/** A file whose first octets have been asked for. */
export interface OpenedRemote {
  readonly facts: RemoteFacts;
  /** All octets. Throws if a request fails several times without progress, if it cannot be retried, or if the file changes. */
  readonly octets: AsyncIterable<Uint8Array>;
}

/**
 * Asks for a file.
 *
 * @throws {Error} (rejects) if the request fails several times, or cannot be retried
 */
export async function openRemote(file: RemoteFile, options: RemoteSourceOptions): Promise<OpenedRemote> {
  return (await openChanged(file, null, options)) as OpenedRemote;
}

/**
 * Asks for a file, unless it has not changed.
 *
 * @param known the version for which no octets are wanted; null for none
 * @returns undefined if the file has that version
 * @throws {Error} (rejects) if the request fails several times, or cannot be retried
 */
export async function openChanged(
  file: RemoteFile,
  known: string | null,
  options: RemoteSourceOptions,
): Promise<OpenedRemote | undefined> {
  const reader = new RemoteReader(file, options);
  const first = await reader.open(known);
  return first && { facts: first.facts, octets: reader.octetsFrom(first) };
}

class ChangedError extends RemoteError {}

class StallError extends Error {}

class RemoteReader {
  readonly #file: RemoteFile;
  readonly #options: RemoteSourceOptions;
  /** Requests in a row without an octet. */
  #attempts = 0;
  #received = 0;
  #version: string | null = null;
  #hasRanges = true;
  #ending = new AbortController();
  #timer: StallTimer | undefined;
  #isWaiting = false;

  constructor(file: RemoteFile, options: RemoteSourceOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Makes the first request, until it has a response. Returns undefined if the file has the version that is known. */
  async open(known: string | null): Promise<RemoteOctets | undefined> {
    const response = await this.#untilResponse(known);
    if (response === 'ended') throw new RemoteError(`${this.#file.name}: the server sent no octets`);
    if (response === 'unchanged') return undefined;
    if (known === null || response.facts.version !== known) return response;
    // The server ignores the condition.
    this.#end();
    return undefined;
  }

  /** The octets of the first response, and of those that follow it. */
  async *octetsFrom(first: RemoteOctets): AsyncGenerator<Uint8Array, void> {
    let response: RemoteOctets | 'unchanged' | 'ended' = first;
    try {
      for (;;) {
        if (typeof response === 'string') return;
        try {
          yield* this.#newOctets(response);
          return;
        } catch (error) {
          await this.#afterFailure(error);
        }
        response = await this.#untilResponse(null);
      }
    } finally {
      this.#end();
    }
  }

  async #untilResponse(known: string | null) {
    for (;;) {
      try {
        return await this.#request(known);
      } catch (error) {
        await this.#afterFailure(error);
      }
    }
  }

  async #request(known: string | null) {
    const { pace, signal } = this.#options;
    this.#attempts++;
    const ended = signal ?? new AbortController().signal;
    await pace.turn(this.#file.host, ended);
    this.#startTimer();
    const from = this.#hasRanges ? this.#received : 0;
    const response = await this.#awaited(
      this.#file.request({
        from,
        version: from > 0 ? this.#version : this.#received > 0 ? null : known,
        signal: signal === undefined ? this.#ending.signal : AbortSignal.any([signal, this.#ending.signal]),
      }),
    );
    if (typeof response !== 'string') this.#check(response);
    return response;
  }

  /** @throws {Error} if the octets do not follow those received */
  #check({ start, facts, hasRanges }: RemoteOctets): void {
    const { name } = this.#file;
    if (this.#received > 0 && this.#version !== null && facts.version !== this.#version)
      throw new ChangedError(`${name}: the file changed after ${this.#received} octets were read`);
    if (start > this.#received)
      throw new Error(`${name}: the server left out octets after ${this.#received}`);
    this.#version = facts.version;
    this.#hasRanges = hasRanges;
  }

  /** The octets of a response that were not received before. A server without ranges sends all again; one with ranges may begin earlier (RFC 9110 §15.3.7). */
  async *#newOctets({ start, octets }: RemoteOctets): AsyncGenerator<Uint8Array, void> {
    let toSkip = this.#received - start;
    const chunks = octets[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: chunk } = await this.#awaited(chunks.next());
      if (done === true) return;
      const skipped = Math.min(toSkip, chunk.length);
      toSkip -= skipped;
      if (skipped === chunk.length) continue;
      this.#received += chunk.length - skipped;
      this.#attempts = 0;
      yield chunk.subarray(skipped);
    }
  }

  /** Waits before the next attempt. Throws the error if there is none. */
  async #afterFailure(error: unknown): Promise<void> {
    const { signal, firstWaitMs = FIRST_WAIT_MS, pace } = this.#options;
    const { name, host } = this.#file;
    this.#end();
    signal?.throwIfAborted();
    if (this.#attempts >= MAX_ATTEMPTS || !isTransient(error)) throw withReason(error);
    const asked = error instanceof RemoteError ? error.retryAfterMs : null;
    if (asked !== null && asked > MAX_RETRY_AFTER_MS)
      throw new RemoteError(
        `${error instanceof Error ? error.message : name}, and asks to wait for ${Math.ceil(asked / SECOND_MS)} seconds`,
        { cause: error },
      );
    if (asked !== null) pace.hold(host, asked);
    await wait(backOffMs({ firstMs: firstWaitMs }, Math.max(this.#attempts, 1)), undefined, { signal });
  }

  async #awaited<Value>(promise: Promise<Value>): Promise<Value> {
    this.#isWaiting = true;
    this.#timer?.refresh();
    try {
      return await promise;
    } catch (error) {
      const { reason } = this.#ending.signal;
      throw reason instanceof StallError ? reason : error;
    } finally {
      this.#isWaiting = false;
    }
  }

  #startTimer(): void {
    const { startTimer = (onStall) => setTimeout(onStall, STALL_MS) } = this.#options;
    const ending = new AbortController();
    this.#ending = ending;
    this.#timer = startTimer(() => {
      // A slow reader is not the server's fault.
      if (this.#isWaiting) ending.abort(new StallError(`${this.#file.name}: the server sends nothing`));
    });
  }

  /** Ends the attempt: its connection is closed, unless the response is complete. */
  #end(): void {
    this.#timer?.close();
    this.#timer = undefined;
    this.#ending.abort();
  }
}

/** Errors that another attempt cannot fix: the URL is malformed, or its host does not exist. */
const LASTING: ReadonlySet<unknown> = new Set(['ERR_INVALID_URL', 'ENOTFOUND']);

function isTransient(error: unknown): boolean {
  if (error instanceof RemoteError) return error.isTransient;
  if (error instanceof RobotsError) return false; // a package is missing
  // `fetch` refuses the URL itself, such as one with a password. A failure of the network has a cause.
  if (error instanceof TypeError && causeOf(error) === undefined) return false;
  const { code } = (causeOf(error) ?? error) as NodeJS.ErrnoException;
  return !LASTING.has(code);
}

/** `fetch` says only that it failed; why is in the cause. */
function withReason(error: unknown): unknown {
  const reason = causeOf(error)?.message;
  return reason === undefined ? error : new Error(reason, { cause: error });
}

function causeOf(error: unknown): NodeJS.ErrnoException | undefined {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error ? cause : undefined;
}
