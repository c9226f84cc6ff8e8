/**
 * The rules of one caller, ready to decide about URLs.
 */
import { isAllowRow, isEmptyRow, type RuleTable } from '../ast/groups.js';
import type { RuleAxes } from '../profiles.js';
import { ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import { FREE_STEPS, grantedSteps, Meter } from './bound.js';
import { candidatesOf } from './candidates.js';
import { RuleIndex } from './index/rule-index.js';
import { OCTET_KINDS, type OctetKinds } from './octet-forms.js';
import { isRobotsTxt, type RequestPath, readRequestPath } from './request-path.js';
import { NO_MATCH, scanRules } from './rule-scan.js';

/** The deciding rule if none matches. The URL is allowed. */
export const NO_RULE: number = NO_MATCH;
/** The deciding rule of `/robots.txt` itself, which is allowed whatever the rules say (RFC 9309 §2.2.2). */
export const ROBOTS_TXT = -2;

export interface CompiledRules {
  readonly table: RuleTable;
  /**
   * Finds the rule that decides about a URL. A disallow rule with an empty pattern may decide (`emptyPattern: 'matches'`); it
   * allows the URL.
   *
   * @returns its index in the table, {@link NO_RULE} or {@link ROBOTS_TXT}
   * @throws {TypeError} if the form does not accept the URL (`readRequestPath`)
   */
  decide(url: string | URL): number;
  /**
   * Whether a URL may be fetched.
   *
   * @throws {TypeError} as {@link decide}
   */
  isAllowed(url: string | URL): boolean;
  /** How many steps the last question took, for the tests of its bounds. */
  readonly steps: number;
}

/** Makes the rules ready. Whatever takes time waits until a question needs it. */
export function compileRules(table: RuleTable, axes: RuleAxes): CompiledRules {
  return new TieredRules(table, axes);
}

/** How many steps all scans together may take for each octet of the patterns before the index is built: about what it costs. */
const SCAN_STEPS_PER_OCTET = 4;

/**
 * Two tiers. The scan reads the octets of the document and needs no preparation. When the scans have cost about as much as
 * the index costs to build, the index is built. A question that takes too many steps goes to an index whose cost has a bound.
 *
 * Cost of a question: docs/matcher.md, "The bound".
 */
class TieredRules implements CompiledRules {
  readonly table: RuleTable;
  private readonly axes: RuleAxes;
  private readonly kinds: OctetKinds;
  private readonly meter = new Meter();
  /** How many steps the last question was granted. */
  private granted = 0;
  private index: RuleIndex | null = null;
  private scanSteps = 0;
  private scanLimitOrUnknown = -1;
  /** The number of the last path (`RequestPath.number`), and what decides about it. */
  private decidedNumber = 0;
  private decided = NO_RULE;

  constructor(table: RuleTable, axes: RuleAxes) {
    this.table = table;
    this.axes = axes;
    this.kinds = OCTET_KINDS[axes.form];
  }

  get steps(): number {
    return this.granted - this.meter.left;
  }

  decide(url: string | URL): number {
    const path = readRequestPath(url, this.kinds);
    if (path.number !== this.decidedNumber) {
      this.decided = this.decideAnew(path);
      this.decidedNumber = path.number;
    }
    return this.decided;
  }

  /** Finds the rule that decides about a path. */
  private decideAnew(path: RequestPath): number {
    if (this.axes.robotsTxtAlwaysAllowed && isRobotsTxt(path)) return ROBOTS_TXT;

    const { meter, index } = this;
    this.granted = grantedSteps(this.table.octets.length, path.end - path.start);
    meter.left = this.granted;
    const rule = index === null ? this.scan(path) : index.decide(path, meter);
    return meter.left < 0 ? this.decideWithinBounds(path, rule) : rule;
  }

  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    if (rule < 0) return true;
    const { rows, at } = this.table;
    return isAllowRow(rows, at[rule]) || isEmptyRow(rows, at[rule]);
  }

  /** Finds the deciding rule after a search that found `rule` has taken more steps than it was granted. */
  private decideWithinBounds(path: RequestPath, rule: number): number {
    if (this.index?.isBounded) return rule;
    this.index = new RuleIndex(candidatesOf(this.table, this.axes), 0);
    return this.index.decide(path, this.meter);
  }

  /** How many steps all scans together may take before the index is built. Computed only if a second question asks for it. */
  private get scanLimit(): number {
    if (this.scanSteps <= FREE_STEPS) return FREE_STEPS;
    if (this.scanLimitOrUnknown < 0) {
      this.scanLimitOrUnknown = FREE_STEPS + SCAN_STEPS_PER_OCTET * countPatternOctets(this.table);
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
function countPatternOctets({ rows, at }: RuleTable): number {
  let octets = at.length;
  for (const row of at) octets += rows[row + ROW_VALUE_END] - rows[row + ROW_VALUE_START];
  return octets;
}
