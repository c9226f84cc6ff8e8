/**
 * The rules that all matchers of a document share under one profile.
 */
import type { DocumentNodes, ProfileNodes } from '../ast/document-nodes.js';
import { rulesOfGroups } from '../ast/rule-table.js';
import type { Profile } from '../profiles.js';
import { ROW_STRIDE } from '../stream/row.js';
import { type CompiledRules, compileRules } from './compiled-rules.js';
import { AgentLines } from './select/agent-lines.js';
import type { Callers } from './select/callers.js';
import type { Selection } from './select/select.js';

/** How many sets of groups are kept with their rules. */
const MAX_KEPT_SETS = 64;

/**
 * The rules of a document under one profile, compiled once for all callers that obey the same groups. Most crawlers obey
 * the groups for `*`, and share one index.
 *
 * What is kept has a bound: all sets of groups together have no more groups and rules than the file has rows. Sets without a
 * group in common are always within it.
 */
export class SharedRules {
  readonly document: DocumentNodes;
  readonly profile: Profile;
  #nodes: ProfileNodes | undefined;
  /** The indexes of the groups that were asked for last, and their rules. */
  #latestGroups: readonly number[] = [];
  #latest: CompiledRules | undefined;
  #agentLines: AgentLines | undefined;
  /** The rules asked for earlier, by the indexes of their groups. */
  #earlier: Map<string, CompiledRules> | undefined;
  /** How many groups and rules all of these have together. */
  #keptRows = 0;

  constructor(document: DocumentNodes, profile: Profile) {
    this.document = document;
    this.profile = profile;
  }

  /** The document's nodes as the profile reads them. */
  get nodes(): ProfileNodes {
    this.#nodes ??= this.document.under(this.profile);
    return this.#nodes;
  }

  /**
   * The rules of groups.
   *
   * @param groups their indexes in the grouping, in file order
   */
  of(groups: readonly number[]): CompiledRules {
    if (this.#latest !== undefined && isSame(this.#latestGroups, groups)) return this.#latest;
    const rules = this.#earlier?.get(groups.join()) ?? this.#compile(groups);
    if (this.#latest !== undefined) {
      this.#earlier ??= new Map();
      this.#earlier.set(this.#latestGroups.join(), this.#latest);
    }
    this.#latestGroups = groups;
    this.#latest = rules;
    return rules;
  }

  /** The groups that a caller obeys. */
  selectionOf(callers: Callers): Selection {
    const { file, grouping, profile } = this.nodes;
    this.#agentLines ??= new AgentLines(file.octets, grouping, profile.groups);
    return this.#agentLines.selectionOf(callers);
  }

  #compile(groups: readonly number[]): CompiledRules {
    const { file, grouping, profile } = this.nodes;
    const table = rulesOfGroups(file.octets, grouping, groups);
    this.#makeRoom(groups.length + table.at.length);
    return compileRules(table, profile.rules);
  }

  /**
   * Forgets all rules if there is no room for more.
   *
   * @param rows how many groups and rules the next set has
   */
  #makeRoom(rows: number): void {
    const maxRows = this.nodes.grouping.rows.length / ROW_STRIDE;
    if ((this.#earlier?.size ?? 0) >= MAX_KEPT_SETS - 1 || this.#keptRows + rows > maxRows) {
      this.#latest = undefined;
      this.#earlier = undefined;
      this.#keptRows = 0;
    }
    this.#keptRows += rows;
  }
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, nth) => index === other[nth]);
}
