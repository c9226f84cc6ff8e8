/** Pseudo-random numbers, the same on every run: generated input must not change. */

export interface Random {
  /** A number from 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `count`. */
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
  /** Puts items into a random order. */
  shuffle(items: unknown[]): void;
}

/** Mulberry32 (Tommy Ettinger, public domain). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)],
    shuffle: (items) => {
      // Fisher and Yates.
      for (let i = items.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [items[i], items[j]] = [items[j], items[i]];
      }
    },
  };
}
