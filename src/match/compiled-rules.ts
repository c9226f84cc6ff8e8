/**
 * The rules that bear on one caller, ready to be asked about URLs.
 */
import {
  RULE_IS_ALLOW,
  RULE_PATTERN_END,
  RULE_PATTERN_START,
  RULE_STRIDE,
  type RuleTable,
} from '../ast/rule-table.js';
import type { RuleAxes } from '../profiles.js';
import { candidatesOf } from './candidates.js';
import { Meter } from './meter.js';
import { RankedList } from './ranked-list.js';
import { isRobotsTxt, readRequestPath, request } from './request-path.js';
import { RuleIndex } from './rule-index.js';
import { NO_MATCH, scanRules } from './rule-scan.js';

/** No rule matches: allowed. */
export const NO_RULE: number = NO_MATCH;
/** The URL is `/robots.txt` itself, which is allowed whatever the rules say (RFC 9309 §2.2.2). */
export const ROBOTS_TXT = -2;

export interface CompiledRules {
  /**
   * The rule that decides about a URL: its index in the table, {@link NO_RULE} or {@link ROBOTS_TXT}. A deciding disallow
   * without a pattern (`emptyPattern: 'matches'`) allows.
   *
   * @throws {TypeError} if the URL is not one that the axes' form accepts: see `requestPath`
   */
  decide(url: string | URL): number;
  /**
   * Whether a URL may be fetched.
   *
   * @throws {TypeError} as {@link decide}
   */
  isAllowed(url: string | URL): boolean;
  /** The steps that the last question took, for tests that hold the bounds: octets compared, rules and entries looked at. */
  readonly steps: number;
}

/** Makes the rules ready; what takes time is put off until a question needs it. */
export function compileRules(table: RuleTable, axes: RuleAxes): CompiledRules {
  return new TieredRules(table, axes);
}

/** So many patterns are tried one after the other; more get an index. */
const MAX_LISTED_PATTERNS = 16;

/** Steps a question may take, for each octet of the patterns and of the path, before the rules get an index. */
const PATIENCE = 32;

/** Steps that scans may take together, for each octet of the patterns, before the rules are compiled. */
const SCAN_PATIENCE = 8;

/** What is always granted. */
const FREE_STEPS = 1024;

/**
 * Three tiers, each built when the one before it has cost about as much as building the next: the scan of the document's own
 * octets, which needs nothing; the ranked list, for few patterns; the index, whose cost has a bound. A question that takes
 * the scan or the list too long is given to the index at once.
 *
 * Cost of a question that the index answers, at most, for a path of L octets, patterns of M octets, R of them: L steps to read the
 * URL; L + 8 L steps in the prefix tree; and in the wildcard matcher 2 L steps of the automaton, L·√(2 M) ends of segments and
 * M / 2 entries of queues, and as many searches of wide nodes as there are segments in the path (× 128 × log₂ M).
 * Until then a question may take {@link PATIENCE} × (L + M) steps.
 */
class TieredRules implements CompiledRules {
  steps = 0;

  private readonly table: RuleTable;
  private readonly axes: RuleAxes;
  private readonly meter = new Meter();
  private readonly patternOctets: number;
  private scanSteps = 0;
  private list: RankedList | null = null;
  private index: RuleIndex | null = null;

  constructor(table: RuleTable, axes: RuleAxes) {
    this.table = table;
    this.axes = axes;
    this.patternOctets = patternOctets(table);
  }

  decide(url: string | URL): number {
    const length = readRequestPath(url, this.axes.form);
    const path = request.octets;
    if (this.axes.robotsTxtAlwaysAllowed && isRobotsTxt(path, length)) return ROBOTS_TXT;

    const { meter } = this;
    const budget = FREE_STEPS + PATIENCE * (length + this.patternOctets);
    meter.left = budget;
    let rule = this.ask(path, length);
    if (meter.left < 0 && this.index === null) {
      this.list = null;
      this.index = new RuleIndex(candidatesOf(this.table, this.axes));
      rule = this.index.decide(path, length, meter);
    }
    this.steps = budget - meter.left;
    return rule;
  }

  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    if (rule < 0) return true;
    const row = rule * RULE_STRIDE;
    const { rows } = this.table;
    return rows[row + RULE_IS_ALLOW] === 1 || rows[row + RULE_PATTERN_START] === rows[row + RULE_PATTERN_END];
  }

  private ask(path: Uint8Array, length: number): number {
    const { meter } = this;
    if (this.list !== null) return this.list.decide(path, length, meter);
    if (this.index !== null) return this.index.decide(path, length, meter);
    const before = meter.left;
    const rule = scanRules(this.table, this.axes, path, length, meter);
    this.scanSteps += before - meter.left;
    if (this.scanSteps > FREE_STEPS + SCAN_PATIENCE * this.patternOctets && meter.left >= 0) this.compile();
    return rule;
  }

  private compile(): void {
    const candidates = candidatesOf(this.table, this.axes);
    if (candidates.patterns.count <= MAX_LISTED_PATTERNS) this.list = new RankedList(candidates);
    else this.index = new RuleIndex(candidates);
  }
}

/** The octets of all patterns, and one for each rule. */
function patternOctets({ rows, count }: RuleTable): number {
  let octets = count;
  for (let row = 0; row < count * RULE_STRIDE; row += RULE_STRIDE) {
    octets += rows[row + RULE_PATTERN_END] - rows[row + RULE_PATTERN_START];
  }
  return octets;
}
