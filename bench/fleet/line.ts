/** The straight line through the checkpoints of a fleet run: whether the cost grows as the captures do. */
import type { Checkpoint } from './run.js';

export interface Line {
  /** CPU time that every capture takes. */
  readonly secondsPerCapture: number;
  /** CPU time that a run takes whatever its size: to start workers. */
  readonly secondsAtFirst: number;
  /** R²: 1 if all checkpoints are on the line. */
  readonly fit: number;
}

/** By least squares. */
export function lineThrough(checkpoints: readonly Pick<Checkpoint, 'captures' | 'cpuSeconds'>[]): Line {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const captures = meanOf(checkpoints.map((one) => one.captures));
  const seconds = meanOf(checkpoints.map((one) => one.cpuSeconds));
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const one of checkpoints) {
    const x = one.captures - captures;
    const y = one.cpuSeconds - seconds;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const secondsPerCapture = xy / xx;
  return {
    secondsPerCapture,
    secondsAtFirst: seconds - secondsPerCapture * captures,
    fit: (xy * xy) / (xx * yy),
  };
}
