/**
 * What a rule may do, by its row.
 */
import { DOLLAR, DOT, QUESTION, SLASH, STAR } from '../ascii.js';
import { isAllowRow, isEmptyRow, type RuleTable } from '../ast/groups.js';
import * as Row from '../stream/row.js';

/** Whether a rule is one that disallows some path, unless others decide. */
export function disallows({ rows }: RuleTable, row: number): boolean {
  return !isAllowRow(rows, row) && !isEmptyRow(rows, row);
}

/** Whether a rule's pattern matches no path of a URL under any profile, because it begins with neither `/` nor `*`. */
export function matchesNothing({ octets, rows }: RuleTable, row: number): boolean {
  const first = octets[rows[row + Row.VALUE_START]];
  return isEmptyRow(rows, row) || (first !== SLASH && first !== STAR);
}

/** Whether a rule's pattern may name sections, by its octets alone: most patterns go on in a section, or name a file. */
export function mayNameSections({ octets, rows }: RuleTable, row: number): boolean {
  const end = rows[row + Row.VALUE_END];
  let at = rows[row + Row.VALUE_START];
  if (octets[at] !== SLASH) return true;
  for (at++; at < end && octets[at] !== SLASH; at++) {
    if (octets[at] === DOT || octets[at] === QUESTION) return false;
  }
  for (; at < end; at++) {
    if (octets[at] !== SLASH && octets[at] !== STAR && octets[at] !== DOLLAR) return false;
  }
  return true;
}
