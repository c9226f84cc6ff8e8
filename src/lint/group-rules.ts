/**
 * The rules of one group in the form in which RFC 9309 compares them.
 */

import type { RobotsFile } from '../ast/file.js';
import { type Grouping, groupRows, rulesOfGroups } from '../ast/groups.js';
import type { Group, Rule } from '../ast/nodes.js';
import { latin1 } from '../compare/latin1.js';
import { type Candidates, candidatesOf } from '../match/rules.js';
import { DEFAULT_PROFILE } from '../profiles.js';

/** A rule of a group that can match. */
export interface FormedRule {
  readonly rule: Rule;
  /** Its pattern in canonical form, one character an octet; every `*` is a wildcard, and a final `$` the anchor. */
  readonly pattern: string;
  /** Its length for precedence, in octets. */
  readonly length: number;
}

/** The rules of each group of a file, by the group's index. */
export class GroupRules {
  readonly #grouping: Grouping;

  constructor(file: RobotsFile) {
    this.#grouping = groupRows(file, DEFAULT_PROFILE);
  }

  /** The rules of a group that can match, in file order. */
  of({ rules }: Group, index: number): FormedRule[] {
    const table = rulesOfGroups(this.#grouping, [index]);
    return formed(rules, candidatesOf(table, DEFAULT_PROFILE.rules));
  }
}

function formed(rules: readonly Rule[], { patterns }: Candidates): FormedRule[] {
  return Array.from({ length: patterns.count }, (_, index) => {
    const parts: string[] = [];
    for (let part = patterns.firstPart[index]; part < patterns.firstPart[index + 1]; part++) {
      parts.push(latin1(patterns.text.subarray(patterns.partBounds[part], patterns.partBounds[part + 1])));
    }
    return {
      rule: rules[patterns.rules[index]],
      pattern: parts.join('*') + (patterns.anchored[index] === 1 ? '$' : ''),
      length: patterns.lengths[index],
    };
  });
}
