/**
 * What crawlers that obey the same groups of a file have in common. Most crawlers obey the groups for `*`.
 */
import { parseCrawlDelay } from '../ast/extension-values.js';
import type { RuleTable } from '../ast/rule-table.js';
import { type Matcher, obeyedBy, rulesOf } from '../match/matcher.js';
import { extensionsOf, firstValue } from '../match/obeyed-groups.js';
import type { VerdictReason } from '../match/verdict.js';
import { type Restriction, restrictionOf } from './restriction.js';

/** The verdict on a path, as a row has it. */
interface PathVerdict {
  readonly allowed: boolean;
  /** The line of the deciding rule; 0 if no rule decides. */
  readonly line: number;
  readonly directive: 'allow' | 'disallow' | null;
  readonly pattern: string | null;
  readonly reason: VerdictReason;
}

/** What the rules that a crawler obeys say. */
interface RulesVerdicts {
  readonly restriction: Restriction;
  /** In the order of the paths. */
  readonly verdicts: readonly PathVerdict[];
}

/** The verdicts on paths, for the crawlers of one document. */
export class SharedVerdicts {
  readonly #paths: readonly string[];
  readonly #known = new Map<RuleTable, RulesVerdicts>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  of(matcher: Matcher): RulesVerdicts {
    const rules = rulesOf(matcher);
    let known = this.#known.get(rules);
    if (known === undefined) {
      known = {
        restriction: restrictionOf(matcher),
        verdicts: this.#paths.map((path) => pathVerdict(matcher, path)),
      };
      this.#known.set(rules, known);
    }
    return known;
  }
}

function pathVerdict(matcher: Matcher, path: string): PathVerdict {
  const { allowed, rule, reason } = matcher.check(path);
  if (rule === null) return { allowed, line: 0, directive: null, pattern: null, reason };
  const { line, directive, pattern } = rule;
  return { allowed, line, directive, pattern, reason };
}

/** The crawl delays for the crawlers of one document. Those that no group names have one in common. */
export class CrawlDelays {
  #ofWildcard: number | null | undefined;

  /** The crawl delay in seconds; null if there is none. */
  of(matcher: Matcher): number | null {
    const { nodes, selection } = obeyedBy(matcher);
    const isWildcard = selection.selectedBy === 'wildcard';
    if (isWildcard && this.#ofWildcard !== undefined) return this.#ofWildcard;
    const records = extensionsOf(nodes, selection, 'crawl-delay');
    const delay = firstValue(records, parseCrawlDelay) ?? null;
    if (isWildcard) this.#ofWildcard = delay;
    return delay;
  }
}
