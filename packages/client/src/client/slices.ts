/**
 * Long synchronous work in slices. Between two of them the event loop takes in what has arrived: sockets, timers, other questions.
 */

/** How many characters of URLs are judged in a slice. With ordinary URLs that takes a millisecond. */
const SLICE_CHARACTERS = 64 * 1024;

/** Slices of all work of a client. However many pieces of work are in progress, one slice runs in a turn of the event loop. */
export class Slices {
  /** Turns of the event loop that work has waited for. */
  turns = 0;
  #characters = 0;
  #nextTurn: Promise<void> | undefined;

  /**
   * Counts work on URLs.
   *
   * @returns undefined while the slice goes on; else the beginning of the next one, for which more work must wait
   */
  spend(characters: number): Promise<void> | undefined {
    this.#characters += characters;
    if (this.#characters < SLICE_CHARACTERS) return undefined;
    this.#nextTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.turns++;
        this.#characters = 0;
        this.#nextTurn = undefined;
        resolve();
      });
    });
    return this.#nextTurn;
  }
}
