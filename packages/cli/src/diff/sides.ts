/**
 * The two sides of a comparison.
 */
import type { ProfileName, RobotsDocument } from 'robotstream';

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  readonly document: RobotsDocument;
  readonly profile: ProfileName;
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}
