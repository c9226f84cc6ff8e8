/** Ways to break the small matcher, one at a time. Each is a mistake that an implementer can make. */
import type { ReferenceProfile as Profile } from '../reference/reference.js';
import type { Changes } from './changes.js';
import { canonicalFaults } from './faults-forms.js';
import { groupFaults } from './faults-groups.js';
import { limitFaults } from './faults-limits.js';
import { lineFaults } from './faults-lines.js';
import { matchingFaults } from './faults-matching.js';
import { precedenceFaults } from './faults-precedence.js';
import { recordFaults } from './faults-records.js';
import { type Parts, SOUND } from './parts/sound.js';

/** One change of the matcher. */
export interface Fault {
  /** What goes wrong. */
  readonly name: string;
  readonly parts: Parts;
  /** Whether it concerns the limits, so that large files are worth trying. */
  readonly isAboutLimits: boolean;
}

/** Every fault. */
export const FAULTS: readonly Fault[] = [
  ...faultsOf(lineFaults),
  ...faultsOf(recordFaults),
  ...faultsOf(groupFaults),
  ...faultsOf(canonicalFaults),
  ...faultsOf(matchingFaults),
  ...faultsOf(precedenceFaults),
  ...faultsOf(limitFaults, true),
];

function faultsOf(changes: Changes, isAboutLimits = false): Fault[] {
  return Object.entries(changes).map(([name, change]) => ({
    name,
    parts: { ...SOUND, ...change },
    isAboutLimits: isAboutLimits || /^only 1/.test(name),
  }));
}

/** The verdict of a broken matcher; null if it throws. */
export function brokenVerdict(
  parts: Parts,
  ...question: [file: string, agents: readonly string[], url: string, profile: Profile]
): { allowed: boolean; line: number } | null {
  try {
    return parts.decide(...question);
  } catch {
    return null;
  }
}
