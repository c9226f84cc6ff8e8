/**
 * The rules of one group in the form in which RFC 9309 compares them.
 */
import type { Group, Rule } from '../ast/nodes.js';
import { latin1 } from '../compare/latin1.js';
import { candidatesOf } from '../match/index/candidates.js';
import { DEFAULT_PROFILE } from '../profiles.js';

/** A rule of a group that can match. */
export interface FormedRule {
  readonly rule: Rule;
  /** Its pattern in canonical form, one character an octet; every `*` is a wildcard, and a final `$` the anchor. */
  readonly pattern: string;
  /** Its length for precedence, in octets. */
  readonly length: number;
}

/** The rules of a group that can match, in file order. */
export function formedRules({ rules }: Group, octets: Uint8Array): FormedRule[] {
  const rows = rules.flatMap(({ line, directive, value }) => [
    line,
    directive === 'allow' ? 1 : 0,
    value.start,
    value.end,
  ]);
  const { patterns } = candidatesOf({ octets, rows, count: rules.length }, DEFAULT_PROFILE.rules);
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
