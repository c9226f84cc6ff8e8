/**
 * The chunks of a body that have been received and not yet read.
 */

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
