/**
 * The limits of a survey's options.
 */

/** The largest values that the options of a survey may have. */
export const SURVEY_LIMITS = {
  /** How many inputs are read at the same time: `jobs`. */
  jobs: 1024,
  /** How many inputs of one host are begun each second: `ratePerHost`. */
  ratePerHost: 1_000_000,
} as const;
