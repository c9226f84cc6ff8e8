/**
 * The octets of a Parquet page: values as they are ("PLAIN"), and whole numbers as runs and packed bits ("RLE/bit-packing hybrid").
 */

const FIRST_ROOM = 64 * 1024;

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

  /** Whether something is so, a bit each, the first in the least bit. */
  bits(values: ArrayLike<number>): void {
    this.#reserve(Math.ceil(values.length / OCTET_BITS));
    for (let at = 0; at < values.length; at += PACKED) this.#pack(values, at, 1);
  }

  /** Indexes of a dictionary: how many bits each has, and the indexes. */
  indexes(values: ArrayLike<number>, width: number): void {
    this.octet(width);
    this.numbers(values, width);
  }

  /** Numbers of so many bits, as runs and packed bits. */
  numbers(values: ArrayLike<number>, width: number): void {
    const count = values.length;
    let packedFrom = 0;
    for (let at = 0; at < count; ) {
      const value = values[at];
      let end = at + 1;
      while (end < count && values[end] === value) end++;
      // Packed numbers are a multiple of eight, unless they are the last.
      const from = at + ((PACKED - ((at - packedFrom) % PACKED)) % PACKED);
      if (end - from >= SHORTEST_RUN) {
        this.#packed(values, packedFrom, from, width);
        this.#run(value, end - from, width);
        packedFrom = end;
      }
      at = end;
    }
    this.#packed(values, packedFrom, count, width);
  }

  #run(value: number, count: number, width: number): void {
    this.#varint(count * 2);
    for (let bit = 0; bit < width; bit += OCTET_BITS) this.octet((value >>> bit) & 0xff);
  }

  #packed(values: ArrayLike<number>, from: number, to: number, width: number): void {
    if (from === to) return;
    const groups = Math.ceil((to - from) / PACKED);
    this.#varint(groups * 2 + 1);
    this.#reserve(groups * width);
    for (let at = from; at < to; at += PACKED) this.#pack(values, at, width);
  }

  /** Packs eight numbers; zeros follow the last. There is room for them. */
  #pack(values: ArrayLike<number>, from: number, width: number): void {
    const to = Math.min(from + PACKED, values.length);
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

  #varint(value: number): void {
    for (; value >= 2 ** VARINT_BITS; value = Math.floor(value / 2 ** VARINT_BITS))
      this.octet((value & 0x7f) | 0x80);
    this.octet(value);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#octets.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#octets.copy(larger, 0, 0, this.#length);
    this.#octets = larger;
  }
}

/** How many bits the numbers below a limit take. */
export function bitsBelow(limit: number): number {
  return limit <= 1 ? 0 : 32 - Math.clz32(limit - 1);
}
