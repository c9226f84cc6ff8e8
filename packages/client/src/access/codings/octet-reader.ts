/**
 * Reads a body chunk by chunk, and takes back octets that a decoder did not use.
 */

/** A body with one reader. It never yields an empty chunk. */
export class OctetReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #returned: Uint8Array[] = [];
  /** How many octets have been read and not put back. */
  position = 0;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  /** Reads the next chunk; undefined at the end of the body. Throws what the body throws. */
  async next(): Promise<Uint8Array | undefined> {
    const chunk = this.#returned.pop() ?? (await this.#nextOfSource());
    this.position += chunk?.length ?? 0;
    return chunk;
  }

  async #nextOfSource(): Promise<Uint8Array | undefined> {
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done === true) return undefined;
      if (value.length > 0) return value;
    }
  }

  /** Puts octets back: the next read returns them first. */
  unread(octets: Uint8Array): void {
    this.position -= octets.length;
    if (octets.length > 0) this.#returned.push(octets);
  }

  /** Reads exactly `count` octets; fewer if the body ends before. */
  async take(count: number): Promise<Uint8Array> {
    const taken = new Uint8Array(count);
    let length = 0;
    while (length < count) {
      const chunk = await this.next();
      if (chunk === undefined) return taken.subarray(0, length);
      const part = chunk.subarray(0, count - length);
      taken.set(part, length);
      length += part.length;
      this.unread(chunk.subarray(part.length));
    }
    return taken;
  }

  /** Ends the body early. Does not wait: the body may itself be waiting for a chunk that never arrives. */
  close(): void {
    this.#source.return?.().then(undefined, () => {});
  }
}
