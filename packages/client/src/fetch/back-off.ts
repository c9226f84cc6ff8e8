/**
 * How long to wait before another attempt, for all that tries again.
 */

/** How the wait grows from one failure in a row to the next. */
export interface BackOff {
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds. Default: no limit. */
  readonly maxMs?: number;
  /** By how much each wait is longer than the one before. Default: 2. */
  readonly factor?: number;
}

/**
 * The wait after failures in a row, in milliseconds.
 *
 * @param failures how many, the last one included; from 1
 */
export function backOffMs({ firstMs, maxMs = Infinity, factor = 2 }: BackOff, failures: number): number {
  return Math.min(maxMs, firstMs * factor ** (failures - 1));
}
