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
import { candidatesOf } from './index/candidates.js';
import { RuleIndex } from './index/rule-index.js';
import { FREE_STEPS, grantedSteps, Meter } from './meter.js';
import { NO_MATCH, scanRules } from './rule-scan.js';
import { OCTET_KINDS, type OctetKinds } from './url/octet-kinds.js';
import { isRobotsTxt, type RequestPath, readRequestPath, request } from './url/request-path.js';

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

/** Steps that scans may take together, for each octet of the patterns, before the rules get an index. */
const SCAN_PATIENCE = 4;

/**
 * Two tiers. The scan of the document's own octets needs nothing; when the scans have cost about as much as building the
 * index does, it is built. A question that takes the scan too long, or the index's trial of few wildcard rules one by one,
 * is given at once to an index whose cost has a bound.
 *
 * Cost of a question at most, for a path of L octets and patterns of M octets: L steps to read the URL; L + 8 L steps in the prefix
 * tree; and for wildcard rules 2 L steps of the automaton, L·√(2 M) ends of segments, M / 2 entries of queues, and as many tries
 * with 128 wide nodes as there are different segments in the path (the wildcard matcher's page). Before that, what
 * {@link grantedSteps} grants may have been spent.
 */
class TieredRules implements CompiledRules {
  private readonly table: RuleTable;
  private readonly axes: RuleAxes;
  private readonly kinds: OctetKinds;
  private readonly meter = new Meter();
  /** The steps granted to the last question. */
  private granted = 0;
  private index: RuleIndex | null = null;
  private scanSteps = 0;
  private scanLimitOrUnknown = -1;

  constructor(table: RuleTable, axes: RuleAxes) {
    this.table = table;
    this.axes = axes;
    this.kinds = OCTET_KINDS[axes.form];
  }

  get steps(): number {
    return this.granted - this.meter.left;
  }

  decide(url: string | URL): number {
    readRequestPath(url, this.kinds);
    if (this.axes.robotsTxtAlwaysAllowed && isRobotsTxt(request)) return ROBOTS_TXT;

    const { meter, index } = this;
    this.granted = grantedSteps(this.table.octets.length, request.end - request.start);
    meter.left = this.granted;
    const rule = index === null ? this.scan(request) : index.decide(request, meter);
    return meter.left < 0 ? this.decideWithinBounds(request, rule) : rule;
  }

  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    if (rule < 0) return true;
    const row = rule * RULE_STRIDE;
    const { rows } = this.table;
    return rows[row + RULE_IS_ALLOW] === 1 || rows[row + RULE_PATTERN_START] === rows[row + RULE_PATTERN_END];
  }

  /** The rule that decides, after a search for it, which found `rule`, has taken more steps than were granted. */
  private decideWithinBounds(path: RequestPath, rule: number): number {
    if (this.index?.isBounded) return rule;
    this.index = new RuleIndex(candidatesOf(this.table, this.axes), 0);
    return this.index.decide(path, this.meter);
  }

  /** Steps that scans may take together before the index is built; what is not asked for twice is not counted. */
  private get scanLimit(): number {
    if (this.scanSteps <= FREE_STEPS) return FREE_STEPS;
    if (this.scanLimitOrUnknown < 0) {
      this.scanLimitOrUnknown = FREE_STEPS + SCAN_PATIENCE * countPatternOctets(this.table);
    }
    return this.scanLimitOrUnknown;
  }

  private scan(path: RequestPath): number {
    const { table, axes, meter } = this;
    const before = meter.left;
    const rule = scanRules(table, axes, path, meter);
    this.scanSteps += before - meter.left;
    if (this.scanSteps > this.scanLimit && meter.left >= 0)
      this.index = new RuleIndex(candidatesOf(table, axes));
    return rule;
  }
}

/** The octets of all patterns, and one for each rule. */
function countPatternOctets({ rows, count }: RuleTable): number {
  let octets = count;
  for (let row = 0; row < count * RULE_STRIDE; row += RULE_STRIDE) {
    octets += rows[row + RULE_PATTERN_END] - rows[row + RULE_PATTERN_START];
  }
  return octets;
}
