/**
 * Octets that grow.
 */

/** Octets that there is room for at first; the room doubles as needed. */
const FIRST_OCTETS = 4096;

/** Collects octets in time proportional to them, however small the pieces. */
export class OctetBuffer {
  #octets = new Uint8Array(FIRST_OCTETS);
  #length = 0;

  /** What has been collected stands at the start, {@link length} octets long. Replaced as it grows. */
  get octets(): Uint8Array {
    return this.#octets;
  }

  get length(): number {
    return this.#length;
  }

  append(octets: Uint8Array): void {
    const length = this.#length + octets.length;
    if (length > this.#octets.length) {
      const larger = new Uint8Array(Math.max(length, this.#octets.length * 2));
      larger.set(this.#octets.subarray(0, this.#length));
      this.#octets = larger;
    }
    this.#octets.set(octets, this.#length);
    this.#length = length;
  }
}
