/**
 * Octets → verdict in one pass, for one question about a file that is not kept, and for the first question about a
 * document. The visitor skips lines that do not matter to the question, and compares rules in place, so no row is written
 * and nothing is collected.
 */
import { LOWER_A, LOWER_C, LOWER_D, LOWER_U } from '../ascii.js';
import { type GroupState, nextState } from '../ast/groups.js';
import { wholeLines } from '../ast/reader.js';
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import { type LineVisitor, visitDirectives } from '../stream/scan.js';
import type { RequestPath } from './bound.js';
import { OCTET_KINDS } from './octet-forms.js';
import { isRobotsTxt, readRequestPath } from './request-path.js';
import { RuleTrial } from './rule-trial.js';
import type { Callers } from './select/callers.js';
import { SelectionFold } from './select/select.js';

/**
 * Judges one question about a file in memory: whether a caller may fetch a URL. The result is that of `select` and `scanRules`. Nothing
 * else may use the scratch memory meanwhile (`stream/memory.ts`): a `URL` may run code of the program, but is read before.
 *
 * @param octets a plain `Uint8Array` (`octets.ts`)
 * @throws {TypeError} if the URL is not one that the profile's form accepts; as `parsingLimit` does
 * @throws {RangeError} as `parsingLimit` does
 */
export function judgeOnce(
  octets: Uint8Array,
  url: string | URL,
  profile: Profile,
  callers: Callers,
  maxOctets?: number,
): Judge {
  const path = readRequestPath(url, OCTET_KINDS[profile.rules.form]);
  const file = wholeLines(octets, maxOctets);
  path.grant(file.length);
  const judge = new Judge(profile, callers, path);
  if (!judge.isRobotsTxt) visitDirectives(file, profile.reading, judge);
  return judge;
}

/** Follows the directives of a file, and knows after each whether the lines so far allow a path. */
export class Judge implements LineVisitor {
  isAllowed = true;
  /** The row of the deciding rule; null if none decides. */
  row: Int32Array | null = null;
  /** Whether the path is `/robots.txt`, and the profile always allows it. No rule is asked then. */
  readonly isRobotsTxt: boolean;
  /** Selects the groups of the rules. */
  readonly selection: SelectionFold;
  private readonly trial: RuleTrial;
  private readonly blankLineEndsGroup: boolean;
  private state: GroupState = 'outside';
  /** Whether the next lines matter only if they are user-agent lines. */
  private skipsRules = true;
  private isGroupEnded = false;
  /** Whether a rule above is of the same group, so that only those that match the path matter. */
  private isAfterRule = false;

  constructor({ groups, rules }: Profile, callers: Callers, path: RequestPath) {
    this.isRobotsTxt = rules.robotsTxtAlwaysAllowed && isRobotsTxt(path);
    this.selection = new SelectionFold(groups, callers);
    this.trial = new RuleTrial(rules, path);
    this.blankLineEndsGroup = groups.blankLineEndsGroup;
  }

  wants(firstLetter: number): boolean {
    return (
      firstLetter === LOWER_U ||
      (!this.skipsRules && (firstLetter === LOWER_D || firstLetter === LOWER_A || firstLetter === LOWER_C))
    );
  }

  /**
   * After the first rule of a group, a rule changes the verdict only if it matches the path. So if it differs from the path
   * in its first octets, neither its end nor its control octets matter.
   */
  rulesOut(octets: Uint8Array, valueStart: number, directive: Row.RuleDirective): boolean {
    return (
      this.isAfterRule && this.trial.isRuledOut(octets, valueStart, octets.length, directive === Row.ALLOW)
    );
  }

  blank(): void {
    if (!this.blankLineEndsGroup) return;
    this.isGroupEnded = true;
    this.isAfterRule = false;
  }

  directive(
    reading: Exclude<Row.Reading, typeof Row.NO_DIRECTIVE>,
    octets: Uint8Array,
    row: Int32Array,
  ): void {
    const valueStart = row[Row.VALUE_START];
    const valueEnd = row[Row.VALUE_END];
    const state = nextState(this.state, reading, this.isGroupEnded);
    this.state = state;
    this.isGroupEnded = false;
    if (state === 'beginning') this.selection.begin();
    if (reading === Row.USER_AGENT) {
      if (this.selection.userAgent(octets, valueStart, valueEnd) && this.selection.groupCount === 1) {
        this.trial.clear();
        this.isAllowed = true;
        this.row = null;
      }
    } else if (this.selection.isObeyed && state === 'at-rules' && Row.isRule(reading)) {
      if (this.trial.leads(octets, valueStart, valueEnd, reading === Row.ALLOW)) {
        this.isAllowed = reading === Row.ALLOW || valueStart === valueEnd;
        this.row = new Int32Array(row);
      }
    }
    this.isAfterRule = state === 'at-rules';
    this.skipsRules = state === 'outside' || (state === 'at-rules' && !this.selection.isObeyed);
  }
}
