/**
 * One request and its response, over any protocol.
 */

/** A request that has a response. */
export interface Exchange {
  /** The HTTP status or the FTP reply code. The code of an FTP download changes when it ends. */
  readonly status: number;
  /** Header values by lower-case name; FTP has none. */
  readonly headers: HeaderValues;
  /** How many octets of the body have arrived, in encoded form. */
  readonly encodedOctets: number;
  /**
   * The body in encoded form. It can be read once. It throws an `AccessError` if the body is cut off; leaving it early
   * closes the connection.
   */
  body(): AsyncIterable<Uint8Array>;
  /** Ends the exchange, and closes its connection if the body has not been received to its end. */
  close(): void;
}

/** The values of each header; a list for a header that was sent more than once. */
export type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** A header's only value, or the first of several. */
export function firstValue(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}

/** The headers by lower-case name; those that are sent more than once as lists. */
export function parseRawHeaders(raw: readonly unknown[]): HeaderValues {
  const lines = new Map<string, string[]>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = textOf(raw[i]).toLowerCase();
    const values = lines.get(name) ?? [];
    for (const value of [raw[i + 1]].flat()) values.push(textOf(value));
    lines.set(name, values);
  }
  return Object.fromEntries(
    Array.from(lines, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function textOf(octets: unknown): string {
  return octets instanceof Uint8Array ? Buffer.from(octets).toString('latin1') : String(octets);
}

/** Called when a reader begins and stops waiting, so that a time limit can run meanwhile. */
export interface QueueWatch {
  /** The reader waits for a chunk. */
  waiting(): void;
  /** The reader has stopped waiting. */
  arrived(): void;
}

/** A queue with one reader. */
export class OctetQueue {
  #chunks: Uint8Array[] = [];
  #end: 'open' | 'ended' | { readonly error: unknown } = 'open';
  #wake: (() => void) | null = null;
  /** Octets pushed so far. */
  octets = 0;

  push(chunk: Uint8Array): void {
    if (this.#end !== 'open') return;
    this.octets += chunk.length;
    this.#chunks.push(chunk);
    this.#wakeUp();
  }

  /** Ends the queue. Only the first `end` or `fail` counts. */
  end(): void {
    if (this.#end === 'open') this.#end = 'ended';
    this.#wakeUp();
  }

  /** Makes the reader throw after it has read what was pushed before. */
  fail(error: unknown): void {
    if (this.#end === 'open') this.#end = { error };
    this.#wakeUp();
  }

  /** Yields what is pushed; call it once. Waiting chunks are joined, because a body may arrive in chunks of one octet. */
  async *read(watch: QueueWatch): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      if (this.#chunks.length > 0) {
        const chunks = this.#chunks;
        this.#chunks = [];
        yield chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
        continue;
      }
      if (this.#end === 'ended') return;
      if (this.#end !== 'open') throw this.#end.error;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      watch.waiting();
      await woken;
      watch.arrived();
    }
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
