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
import { Question } from './bound.js';
import { OCTET_KINDS } from './octet-forms.js';
import { isRobotsTxt, readRequestPath } from './request-path.js';
import { RuleTrial } from './rule-trial.js';
import type { Callers } from './select/callers.js';
import { SELECTS_ANEW, SelectionFold } from './select/select.js';

/**
 * Whether a caller may fetch a URL, by a file in memory. The arguments run no code of the program, so that nothing else
 * uses the scratch memory meanwhile (`stream/memory.ts`).
 *
 * @param octets a plain `Uint8Array` (`octets.ts`)
 * @throws {TypeError} if the URL is not one that the profile's form accepts; as `parsingLimit` does
 * @throws {RangeError} as `parsingLimit` does
 */
export function isAllowedOnce(
  octets: Uint8Array,
  url: string,
  profile: Profile,
  callers: Callers,
  maxOctets: number | undefined,
): boolean {
  const judgment = judgeOnce(octets, url, profile, callers, maxOctets);
  return judgment === null || judgment.isAllowed;
}

/** What the rules of a file say about a question. */
export interface Judgment {
  readonly isAllowed: boolean;
  /** The number of the deciding rule's line; 0 if none decides. */
  readonly line: number;
  /** Where in the file the value of the deciding rule starts. */
  readonly valueStart: number;
  /** Has selected the groups of these rules. */
  readonly selection: SelectionFold;
}

/**
 * Judges one question. Arguments, errors and rules of use are those of {@link isAllowedOnce}; the URL may be a `URL`, because
 * it is read before the scratch memory is used.
 *
 * @returns null for `/robots.txt` itself, if the profile always allows it: its rules are not asked
 */
export function judgeOnce(
  octets: Uint8Array,
  url: string | URL,
  profile: Profile,
  callers: Callers,
  maxOctets: number | undefined,
): Judgment | null {
  const path = readRequestPath(url, OCTET_KINDS[profile.rules.form]);
  const file = wholeLines(octets, maxOctets);
  if (profile.rules.robotsTxtAlwaysAllowed && isRobotsTxt(path)) return null;
  return judgeInOnePass(file, profile, callers, new Question(path, file.length));
}

/**
 * What the rules of a file say about a caller and a path. The result is that of `select` and `scanRules`.
 *
 * @param octets the file
 */
export function judgeInOnePass(
  octets: Uint8Array,
  profile: Profile,
  callers: Callers,
  question: Question,
): Judgment {
  const judge = new Judge(profile, callers, question);
  visitDirectives(octets, profile.reading, judge);
  return judge;
}

/** Follows the directives of a file, and knows after each whether the lines so far allow a path. */
class Judge implements LineVisitor, Judgment {
  isAllowed = true;
  line = 0;
  valueStart = 0;
  readonly selection = new SelectionFold();
  private readonly trial: RuleTrial;
  private readonly blankLineEndsGroup: boolean;
  private state: GroupState = 'outside';
  /** Whether the next lines matter only if they are user-agent lines. */
  private skipsRules = true;
  private isGroupEnded = false;

  constructor(profile: Profile, callers: Callers, question: Question) {
    this.selection.reset(profile.groups, callers);
    this.trial = new RuleTrial(profile.rules, question);
    this.blankLineEndsGroup = profile.groups.blankLineEndsGroup;
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
      this.state === 'at-rules' &&
      !this.isGroupEnded &&
      this.trial.isRuledOut(octets, valueStart, octets.length, directive === Row.ALLOW)
    );
  }

  blank(): void {
    this.isGroupEnded = this.blankLineEndsGroup;
  }

  directive(
    reading: Exclude<Row.Reading, typeof Row.NO_DIRECTIVE>,
    octets: Uint8Array,
    valueStart: number,
    valueEnd: number,
    line: number,
  ): void {
    const state = nextState(this.state, reading, this.isGroupEnded);
    this.state = state;
    this.isGroupEnded = false;
    if (state === 'beginning') this.selection.begin();
    if (reading === Row.USER_AGENT) {
      if (this.selection.userAgent(octets, valueStart, valueEnd) === SELECTS_ANEW) {
        this.trial.clear();
        this.isAllowed = true;
        this.line = 0;
      }
    } else if (this.selection.isObeyed && state === 'at-rules' && Row.isRule(reading)) {
      if (this.trial.leads(octets, valueStart, valueEnd, reading === Row.ALLOW)) {
        this.isAllowed = reading === Row.ALLOW || valueStart === valueEnd;
        this.line = line;
        this.valueStart = valueStart;
      }
    }
    this.skipsRules = state === 'outside' || (state === 'at-rules' && !this.selection.isObeyed);
  }
}
