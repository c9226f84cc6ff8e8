/**
 * How certain a share is.
 */

/** Some sites: how many, the sum of their weights, and the sum of the squares of these. Sites without weights count as 1. */
export interface Tally {
  readonly sites: number;
  readonly weight: number;
  readonly squares: number;
}

export const NO_SITES: Tally = { sites: 0, weight: 0, squares: 0 };

/** Sites without weights. */
export function unweighted(sites: number): Tally {
  return { sites, weight: sites, squares: sites };
}

/** The sites of both; none may be in both. */
export function together(a: Tally, b: Tally): Tally {
  return { sites: a.sites + b.sites, weight: a.weight + b.weight, squares: a.squares + b.squares };
}

/**
 * How many sites without weights are as certain as these: the square of the sum of the weights, divided by the sum of their squares, `n_eff` of L. Kish,
 * Survey Sampling (1965). The formula also at https://aakinshin.net/notes/kish-effective-sample-size/, read on 2026-11-26.
 */
export function effectiveSites({ weight, squares }: Tally): number {
  return squares === 0 ? 0 : (weight * weight) / squares;
}

/** A share of sites by their weights, with its interval, as parts of 1. Without sites, nothing is known: 0, from 0 to 1. */
export interface Proportion {
  readonly part: Tally;
  readonly total: Tally;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The level of the intervals in percent, and the quantile of the normal distribution for it. */
export const LEVEL_PERCENT = 95;
const Z = 1.959963984540054;

/**
 * A share and its Wilson score interval: the shares from which the one that was found differs by no more than chance explains, at a level of 95 %. Unlike the
 * usual interval it stays between 0 and 1, and holds for few sites and for shares near 0. Source: E. B. Wilson, Probable Inference, the Law of
 * Succession, and Statistical Inference, Journal of the American Statistical Association 22 (1927), 209–212; the formula also at
 * https://www.liquisearch.com/binomial_proportion_confidence_interval/wilson_score_interval, read on 2026-11-26. Its n is {@link effectiveSites}.
 *
 * @param part some of the sites of `total`, each with a weight above 0
 */
export function proportion(part: Tally, total: Tally): Proportion {
  if (total.sites === 0) return { part, total, share: 0, low: 0, high: 1 };
  const n = effectiveSites(total);
  // The sums are not exact, so a part that is all may weigh a little less.
  const share = part.sites === total.sites ? 1 : Math.min(1, part.weight / total.weight);
  const squared = Z * Z;
  const centre = share + squared / (2 * n);
  const radius = Z * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n));
  const scale = 1 + squared / n;
  const low = part.sites === 0 ? 0 : Math.max(0, (centre - radius) / scale);
  const high = part.sites === total.sites ? 1 : Math.min(1, (centre + radius) / scale);
  return { part, total, share, low, high };
}
