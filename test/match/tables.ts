/** Rule tables for the tests of src/match. */
import type { RuleTable } from '../../src/ast/groups.js';
import * as Row from '../../src/stream/row.js';

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
  const rows = new Int32Array(rules.length * Row.STRIDE);
  let start = 0;
  const at = rules.map(({ isAllow, pattern }, nth) => {
    const flags = Row.RECORD | Row.fieldFlags(isAllow ? Row.ALLOW : Row.DISALLOW, Row.SPELLED_EXACTLY);
    const end = start + pattern.length;
    Row.writeParts(rows, nth * Row.STRIDE, start, start, start, end);
    Row.writeLine(rows, nth * Row.STRIDE, flags, start, end, nth + 1);
    start = end;
    return nth * Row.STRIDE;
  });
  return { octets, rows, at };
}

/** `+/a` is an allow of `/a`, `-/a` a disallow. */
export function rulesOf(texts: readonly string[]): Rule[] {
  return texts.map((text) => ({ isAllow: text.startsWith('+'), pattern: text.slice(1) }));
}
