/**
 * Pieces of a body between who receives and who reads them.
 */

/** What a reader says while it waits, so that somebody can keep the time. */
export interface QueueWatch {
  /** It waits for a piece. */
  waiting(): void;
  /** Something has come. */
  arrived(): void;
}

/** A queue of one reader. */
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

  /** Says that nothing more comes. Only the first `end` or `fail` counts. */
  end(): void {
    if (this.#end === 'open') this.#end = 'ended';
    this.#wakeUp();
  }

  /** Makes the reader throw, once it has read what was pushed before. */
  fail(error: unknown): void {
    if (this.#end === 'open') this.#end = { error };
    this.#wakeUp();
  }

  /** What was pushed, once. Pieces that wait are handed over as one: a body may come in chunks of an octet each. */
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
