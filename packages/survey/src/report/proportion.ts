/**
 * How certain a share is.
 */

/** A share of sites with its interval, as parts of 1. Without sites, nothing is known: 0, from 0 to 1. */
export interface Proportion {
  readonly sites: number;
  readonly total: number;
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
 * https://www.liquisearch.com/binomial_proportion_confidence_interval/wilson_score_interval, read on 2026-11-26.
 */
export function proportion(sites: number, total: number): Proportion {
  if (total === 0) return { sites, total, share: 0, low: 0, high: 1 };
  const share = sites / total;
  const squared = Z * Z;
  const centre = share + squared / (2 * total);
  const radius = Z * Math.sqrt((share * (1 - share)) / total + squared / (4 * total * total));
  const scale = 1 + squared / total;
  const low = sites === 0 ? 0 : (centre - radius) / scale;
  const high = sites === total ? 1 : (centre + radius) / scale;
  return { sites, total, share, low, high };
}
