// @ts-check
/** What many samples say together. */

/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} low the lower quartile
 * @property {number} high the upper quartile
 */

/**
 * Median and quartiles. Quartiles, because on a shared machine the extremes tell of the neighbours.
 *
 * @param {readonly number[]} samples at least one
 * @returns {Summary}
 */
export function summarize(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 1 / 2), low: quantile(sorted, 1 / 4), high: quantile(sorted, 3 / 4) };
}

/**
 * @param {readonly number[]} sorted
 * @param {number} share between 0 and 1
 */
function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}
