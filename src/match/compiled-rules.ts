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
}

/** Makes the rules ready; what takes time is put off until a question needs it. */
export function compileRules(table: RuleTable, axes: RuleAxes): CompiledRules {
  return new TieredRules(table, axes);
}

class TieredRules implements CompiledRules {
  private readonly table: RuleTable;
  private readonly axes: RuleAxes;
  private readonly meter = new Meter();
  private list: RankedList | null = null;
  private questions = 0;

  constructor(table: RuleTable, axes: RuleAxes) {
    this.table = table;
    this.axes = axes;
  }

  decide(url: string | URL): number {
    const length = readRequestPath(url, this.axes.form);
    const path = request.octets;
    if (this.axes.robotsTxtAlwaysAllowed && isRobotsTxt(path, length)) return ROBOTS_TXT;
    this.meter.left = Infinity;
    if (this.list !== null) return this.list.decide(path, length, this.meter);
    if (this.questions++ > 2) this.list = new RankedList(candidatesOf(this.table, this.axes));
    return scanRules(this.table, this.axes, path, length, this.meter);
  }

  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    if (rule < 0) return true;
    const row = rule * RULE_STRIDE;
    const { rows } = this.table;
    return rows[row + RULE_IS_ALLOW] === 1 || rows[row + RULE_PATTERN_START] === rows[row + RULE_PATTERN_END];
  }
}
