// @ts-check
/** Numbers that look random and are the same every time: generated input must not change from run to run. */

/**
 * @typedef {object} Random
 * @property {() => number} next between 0 and 1
 * @property {(count: number) => number} below an integer
 * @property {<T>(items: readonly T[]) => T} pick
 */

/**
 * Mulberry32 (Tommy Ettinger, public domain).
 *
 * @param {number} seed
 * @returns {Random}
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ count) => Math.floor(next() * count);
  return { next, below, pick: (items) => items[below(items.length)] };
}
