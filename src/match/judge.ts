/**
 * Octets → verdict in one pass, for one question about a file that is not kept, and for the first question about a
 * document: a fold over the rows of directives, which collects nothing.
 */

import { wholeLines } from '../ast/collect.js';
import { foldRows, type RowFold } from '../ast/file-rows.js';
import { type GroupState, nextState } from '../ast/reducer.js';
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import { OCTET_KINDS } from './octet-forms.js';
import { isRobotsTxt, readRequestPath } from './read-url.js';
import type { RequestPath } from './request-path.js';
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
  const judge = new Judge(file, profile, callers, path);
  if (!judge.isRobotsTxt) foldRows(file, profile.reading, judge);
  return judge;
}

/** Follows the directives of a file, and knows after each whether the lines so far allow a path. */
export class Judge implements RowFold {
  isAllowed = true;
  /** The integers of the deciding rule's row; null if none decides. An array of them is made sooner than a typed one. */
  row: readonly number[] | null = null;
  /** Whether the path is `/robots.txt`, and the profile always allows it. No rule is asked then. */
  readonly isRobotsTxt: boolean;
  /** Selects the groups of the rules. */
  readonly selection: SelectionFold;
  /** The path's second octet: of the rules below the first of a group, only those that match matter. */
  readonly second: number;
  /** An allow rule for `index.html` may match other paths than those that begin as it does. */
  readonly skipped: Row.RuleDirective;
  readonly #octets: Uint8Array;
  readonly #trial: RuleTrial;
  readonly #table: Row.ReadingTable;
  /** The flag of a row above which a group ends, or 0. */
  readonly #endsGroup: number;
  #state: GroupState = 'outside';

  constructor(octets: Uint8Array, { reading, groups, rules }: Profile, callers: Callers, path: RequestPath) {
    this.#octets = octets;
    this.isRobotsTxt = rules.robotsTxtAlwaysAllowed && isRobotsTxt(path);
    this.selection = new SelectionFold(groups, callers);
    this.#trial = new RuleTrial(rules, path);
    this.second = this.#trial.second;
    this.skipped = rules.indexHtmlIsDirectory ? Row.DISALLOW : Row.ALLOW;
    this.#table = Row.readingTable(reading);
    this.#endsGroup = groups.blankLineEndsGroup ? Row.BLANK_BEFORE : 0;
  }

  take(rows: Int32Array, from: number, to: number): void {
    const { selection } = this;
    const table = this.#table;
    const endsGroup = this.#endsGroup;
    let state = this.#state;
    for (let at = from; at < to; at += Row.STRIDE) {
      const flags = Row.flagsOf(rows, at);
      const reading = Row.readRow(flags, table);
      state = nextState(state, reading, (flags & endsGroup) !== 0);
      if (state === 'at-rules') {
        if (selection.isObeyed && Row.isRule(reading)) this.#try(rows, at, reading === Row.ALLOW);
      } else {
        if (state === 'beginning') selection.begin();
        if (reading === Row.USER_AGENT) this.#select(rows, at);
      }
    }
    this.#state = state;
  }

  /** Takes a user-agent line. If it is the first for the caller, or for all, the groups above do not count. */
  #select(rows: Int32Array, at: number): void {
    const { selection } = this;
    const isSelected = selection.userAgent(
      this.#octets,
      rows[at + Row.VALUE_START],
      rows[at + Row.VALUE_END],
    );
    if (!isSelected || selection.groupCount > 1) return;
    this.#trial.clear();
    this.isAllowed = true;
    this.row = null;
  }

  #try(rows: Int32Array, at: number, isAllow: boolean): void {
    const octets = this.#octets;
    const trial = this.#trial;
    const start = rows[at + Row.VALUE_START];
    const end = rows[at + Row.VALUE_END];
    if (trial.differs(octets, start, end, isAllow) || !trial.leads(octets, start, end, isAllow)) return;
    this.isAllowed = isAllow || start === end;
    this.row = Row.integersOf(rows, at);
  }
}
