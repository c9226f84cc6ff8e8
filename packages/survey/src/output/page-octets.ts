/**
 * The octets of a Parquet page: values as they are ("PLAIN"), and whole numbers as runs and packed bits ("RLE/bit-packing hybrid").
 */

const FIRST_ROOM = 4 * 1024;

/** How many numbers that are to be packed there is room for at first: more than a run of fewer than 16. */
const WAITING_ROOM = 256;

/** A run of fewer equal numbers is packed with its neighbours. */
const SHORTEST_RUN = 8;
/** Numbers are packed eight at a time. */
const PACKED = 8;
const OCTET_BITS = 8;
/** The bits of a varint in each octet. */
const VARINT_BITS = 7;

/** Octets that are written one after another into memory that grows. */
export class PageOctets {
  #octets = Buffer.allocUnsafe(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written. The memory is used again after {@link clear}. */
  get written(): Uint8Array {
    return this.#octets.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  octet(value: number): void {
    this.#reserve(1);
    this.#octets[this.#length++] = value;
  }

  int64(value: number): void {
    this.#reserve(8);
    this.#octets.writeBigInt64LE(BigInt(value), this.#length);
    this.#length += 8;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#octets.writeDoubleLE(value, this.#length);
    this.#length += 8;
  }

  /** A text as UTF-8, after its length. */
  text(value: string): void {
    this.#reserve(4 + 3 * value.length);
    const octets = this.#octets.write(value, this.#length + 4);
    this.#octets.writeUInt32LE(octets, this.#length);
    this.#length += 4 + octets;
  }

  /** Octets, after their number. */
  octets(value: Uint8Array): void {
    this.#reserve(4 + value.length);
    this.#octets.writeUInt32LE(value.length, this.#length);
    this.#octets.set(value, this.#length + 4);
    this.#length += 4 + value.length;
  }

  /** A number of which each octet has seven bits, the least ones first. */
  varint(value: number): void {
    for (; value >= 2 ** VARINT_BITS; value = Math.floor(value / 2 ** VARINT_BITS))
      this.octet((value & 0x7f) | 0x80);
    this.octet(value);
  }

  /** The first of some numbers, so many bits each, in groups of eight: zeros follow the last. */
  packed(values: ArrayLike<number>, count: number, width: number): void {
    this.#reserve(Math.ceil(count / PACKED) * width);
    for (let at = 0; at < count; at += PACKED) this.#pack(values, at, Math.min(at + PACKED, count), width);
  }

  /** Packs up to eight numbers; zeros follow the last. There is room for them. */
  #pack(values: ArrayLike<number>, from: number, to: number, width: number): void {
    let bits = 0;
    let held = 0;
    const end = this.#length + width;
    for (let at = from; at < to; at++) {
      let value = values[at];
      let left = width;
      // At most seven bits are held, so 24 more fit below the sign.
      while (left > 0) {
        const taken = Math.min(left, 24);
        bits |= (value & (2 ** taken - 1)) << held;
        held += taken;
        left -= taken;
        value >>>= taken;
        while (held >= OCTET_BITS) {
          this.#octets[this.#length++] = bits & 0xff;
          bits >>>= OCTET_BITS;
          held -= OCTET_BITS;
        }
      }
    }
    if (held > 0) this.#octets[this.#length++] = bits;
    while (this.#length < end) this.#octets[this.#length++] = 0;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#octets.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#octets.copy(larger, 0, 0, this.#length);
    this.#octets = larger;
  }
}

/** Whole numbers of so many bits, as runs and packed bits ("RLE/bit-packing hybrid"). */
export class NumberRuns {
  readonly #octets: PageOctets;
  readonly #width: number;
  /** The numbers that are to be packed: a multiple of eight, unless the run in progress has fewer than eight. */
  #waiting = new Uint32Array(WAITING_ROOM);
  #waitingCount = 0;
  /** The run in progress. */
  #value = 0;
  #count = 0;

  constructor(octets: PageOctets, width: number) {
    this.#octets = octets;
    this.#width = width;
  }

  /** Adds equal numbers. */
  add(value: number, count: number): void {
    if (value === this.#value) {
      this.#count += count;
      return;
    }
    this.#endRun();
    this.#value = value;
    this.#count = count;
  }

  end(): void {
    this.#endRun();
    this.#pack();
  }

  #endRun(): void {
    // Packed numbers are a multiple of eight, unless they are the last.
    const filling = (PACKED - (this.#waitingCount % PACKED)) % PACKED;
    if (this.#count - filling < SHORTEST_RUN) {
      this.#wait(this.#count);
    } else {
      this.#wait(filling);
      this.#pack();
      this.#octets.varint((this.#count - filling) * 2);
      for (let bit = 0; bit < this.#width; bit += OCTET_BITS)
        this.#octets.octet((this.#value >>> bit) & 0xff);
    }
    this.#count = 0;
  }

  /** Lets numbers of the run in progress wait to be packed. */
  #wait(count: number): void {
    if (this.#waitingCount + count > this.#waiting.length) {
      const larger = new Uint32Array(2 * this.#waiting.length);
      larger.set(this.#waiting);
      this.#waiting = larger;
    }
    for (let nth = 0; nth < count; nth++) this.#waiting[this.#waitingCount++] = this.#value;
  }

  #pack(): void {
    if (this.#waitingCount === 0) return;
    this.#octets.varint(Math.ceil(this.#waitingCount / PACKED) * 2 + 1);
    this.#octets.packed(this.#waiting, this.#waitingCount, this.#width);
    this.#waitingCount = 0;
  }
}

/** How many bits the numbers below a limit take. */
export function bitsBelow(limit: number): number {
  return limit <= 1 ? 0 : 32 - Math.clz32(limit - 1);
}
