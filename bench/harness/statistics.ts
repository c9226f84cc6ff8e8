/** Summaries of samples. */

export interface Summary {
  readonly median: number;
  /** The lower quartile. */
  readonly low: number;
  /** The upper quartile. */
  readonly high: number;
}

/**
 * Median and quartiles. On a shared machine the extremes show what other processes did.
 *
 * @param samples at least one
 */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: quantile(sorted, 1 / 2), low: quantile(sorted, 1 / 4), high: quantile(sorted, 3 / 4) };
}

/** A summary of one sample: no spread. */
export function single(value: number): Summary {
  return { median: value, low: value, high: value };
}

/** @param share between 0 and 1 */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}
