/**
 * The user-agent lines of a document, for many callers. A file names few crawlers, so of most callers the first letter shows
 * that no line names them; all of these select the same groups.
 */
import { GROUP_FIRST, GROUP_FIRST_RULE, GROUP_STRIDE, type Grouping } from '../../ast/grouping.js';
import type { GroupAxes } from '../../profiles.js';
import { ROW_STRIDE, ROW_VALUE_START } from '../../stream/row.js';
import type { Callers } from './callers.js';
import { type Selection, select } from './select.js';

/** A caller that no line names. */
export const UNNAMED: Callers = { names: [], byOctets: null, obeys: 'all-names', obeysWildcard: true };

export class AgentLines {
  readonly #octets: Uint8Array;
  readonly #grouping: Grouping;
  readonly #axes: GroupAxes;
  /** A bit for each letter with which a line begins. Other octets share a bit with a letter. */
  readonly #letters: number;
  #unnamed: Selection | undefined;

  constructor(octets: Uint8Array, grouping: Grouping, axes: GroupAxes) {
    this.#octets = octets;
    this.#grouping = grouping;
    this.#axes = axes;
    this.#letters = firstLetters(octets, grouping);
  }

  /** The groups that a caller obeys. */
  selectionOf(callers: Callers): Selection {
    if (!callers.obeysWildcard || this.#mayName(callers)) return this.#select(callers);
    this.#unnamed ??= this.#select(UNNAMED);
    return this.#unnamed;
  }

  #mayName({ names }: Callers): boolean {
    for (const { nameOctets } of names) if ((this.#letters & letterBit(nameOctets[0])) !== 0) return true;
    return false;
  }

  #select(callers: Callers): Selection {
    return select(this.#octets, this.#grouping, this.#axes, callers);
  }
}

function firstLetters(octets: Uint8Array, { rows, bounds }: Grouping): number {
  let letters = 0;
  for (let bound = 0; bound < bounds.length; bound += GROUP_STRIDE) {
    const end = bounds[bound + GROUP_FIRST_RULE] * ROW_STRIDE;
    for (let at = bounds[bound + GROUP_FIRST] * ROW_STRIDE; at < end; at += ROW_STRIDE) {
      letters |= letterBit(octets[rows[at + ROW_VALUE_START]]);
    }
  }
  return letters;
}

/** The same for both cases of a letter. */
function letterBit(octet: number): number {
  return 1 << (octet & 0x1f);
}
