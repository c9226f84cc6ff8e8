/**
 * What all matchers of a document share under one profile.
 */
import type { ProfileNodes } from '../ast/document-nodes.js';
import { rulesOfGroups } from '../ast/rule-table.js';
import { ROW_STRIDE } from '../stream/row.js';
import { type CompiledRules, compileRules } from './compiled-rules.js';

/** For how many sets of groups the rules are kept at most. */
const MAX_KEPT_SETS = 64;

/**
 * The rules of a document under one profile, compiled once for all callers that obey the same groups. Most crawlers obey
 * those for `*`, and then share one index.
 *
 * What is kept has a bound: all sets together have no more groups and rules than the file has rows. Sets of a file whose
 * callers obey different groups are always within it.
 */
export class SharedRules {
  readonly nodes: ProfileNodes;
  /** By the indexes of the groups. */
  readonly #kept = new Map<string, CompiledRules>();
  #keptRows = 0;

  constructor(nodes: ProfileNodes) {
    this.nodes = nodes;
  }

  /**
   * The rules of groups.
   *
   * @param groups their indexes in the grouping, in file order
   */
  of(groups: readonly number[]): CompiledRules {
    const key = groups.join();
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const { file, grouping, profile } = this.nodes;
    const table = rulesOfGroups(file.octets, grouping, groups);
    const rules = compileRules(table, profile.rules);
    this.#keep(key, rules, groups.length + table.at.length);
    return rules;
  }

  #keep(key: string, rules: CompiledRules, rows: number): void {
    const maxRows = this.nodes.grouping.rows.length / ROW_STRIDE;
    if (this.#kept.size === MAX_KEPT_SETS || this.#keptRows + rows > maxRows) {
      this.#kept.clear();
      this.#keptRows = 0;
    }
    this.#kept.set(key, rules);
    this.#keptRows += rows;
  }
}
