/** Rule tables for the tests of src/match. */
import {
  RULE_IS_ALLOW,
  RULE_LINE,
  RULE_PATTERN_END,
  RULE_PATTERN_START,
  RULE_STRIDE,
  type RuleTable,
} from '../../src/ast/rule-table.js';

export interface Rule {
  readonly isAllow: boolean;
  /** An octet string: each character is one octet. */
  readonly pattern: string;
}

/** The table of rules on lines 1, 2, 3 and so on. */
export function tableOf(rules: readonly Rule[]): RuleTable {
  const octets = Uint8Array.from(rules.map(({ pattern }) => pattern).join(''), (octet) =>
    octet.charCodeAt(0),
  );
  const rows: number[] = new Array(rules.length * RULE_STRIDE).fill(0);
  let start = 0;
  rules.forEach(({ isAllow, pattern }, nth) => {
    const row = nth * RULE_STRIDE;
    rows[row + RULE_LINE] = nth + 1;
    rows[row + RULE_IS_ALLOW] = isAllow ? 1 : 0;
    rows[row + RULE_PATTERN_START] = start;
    start += pattern.length;
    rows[row + RULE_PATTERN_END] = start;
  });
  return { octets, count: rules.length, rows };
}

/** `+/a` is an allow of `/a`, `-/a` a disallow. */
export function rulesOf(texts: readonly string[]): Rule[] {
  return texts.map((text) => ({ isAllow: text.startsWith('+'), pattern: text.slice(1) }));
}
