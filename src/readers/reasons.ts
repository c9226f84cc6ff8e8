/**
 * Why a reader judges a URL otherwise than RFC 9309 does.
 */
import type { ExplainedAgentLine, Explanation } from '../match/explain/explanation.js';
import { rulesOf } from '../match/matcher.js';
import { isProductToken } from '../match/select/callers.js';
import type { Verdict } from '../match/verdict.js';
import { parseSync } from '../parse.js';
import { type AnyProfile, defineProfile, type Profile, type ProfileDefinition } from '../profiles.js';
import type { RobotsDocument } from '../robots-document.js';
import * as Row from '../stream/row.js';
import { type Ask, DEPARTURES, type Decided, type Departure } from './departures.js';

/** How many octets are read to find causes, each time that a file is read with a departure. */
const MAX_OCTETS = 4 * 1024 * 1024;

/** The sentences about a file and a crawler. */
export class Reasons {
  readonly #document: RobotsDocument;
  readonly #agents: string | readonly string[];
  readonly #looksFor: 'causes' | 'lines';
  readonly #lines: readonly number[] | undefined;
  /** The file with departures from RFC 9309, by their names. */
  readonly #departed = new Map<string, Judge>();
  #octetsLeft = MAX_OCTETS;
  /** What RFC 9309 says about the last URL. */
  #rfc: Explanation | undefined;

  /**
   * @param looksFor whether causes are looked for, or only the lines that decide are named
   * @param lines the lines of the whole file that the document has; undefined if it has all
   */
  constructor(
    document: RobotsDocument,
    agents: string | readonly string[],
    looksFor: 'causes' | 'lines',
    lines?: readonly number[],
  ) {
    this.#document = document;
    this.#agents = agents;
    this.#looksFor = looksFor;
    this.#lines = lines;
  }

  /**
   * Why a reader judges a URL otherwise than RFC 9309; null if the lines that were left out matter to one of the two.
   *
   * @param base what RFC 9309 decides about the whole file
   * @param decided what the reader decides about it
   */
  because(profile: Profile, url: string, base: Decided, decided: Decided): string | null {
    const rfc = this.#explained(url);
    const own = this.#document.matcher({ agents: this.#agents, profile }).explain(url);
    if (!isSame(this.#given(decidedOf(rfc.verdict)), base)) return null;
    if (!isSame(this.#given(decidedOf(own.verdict)), decided)) return null;
    return this.#becauseOfReader(profile, rfc, own);
  }

  /** What RFC 9309 says about a URL. */
  #explained(url: string): Explanation {
    if (this.#rfc?.url.given !== url)
      this.#rfc = this.#document.matcher({ agents: this.#agents }).explain(url);
    return this.#rfc;
  }

  /** A decision, with the line of the whole file. */
  #given({ allowed, line }: Decided): Decided {
    return { allowed, line: this.#lineOf(line) };
  }

  /** The line of the whole file; 0 for none. */
  #lineOf(line: number): number {
    return this.#lines === undefined || line === 0 ? line : this.#lines[line - 1];
  }

  #becauseOfReader(profile: Profile, rfc: Explanation, own: Explanation): string {
    const decided = decidedOf(own.verdict);
    if (own.verdict.reason === 'refused') return 'refuses the whole site because of this file';
    if (own.verdict.reason === 'url-not-taken') return 'does not accept this URL';
    const known = this.#looksFor === 'causes' ? departuresOf(profile) : [];
    const named = nameTaken(own, rfc, (line) => this.#lineOf(line));
    return (
      (named !== null
        ? this.#becauseOf([[], ...combinations(known)], named.token, decided, rfc, named.because)
        : null) ??
      this.#becauseOf(combinations(known), this.#agents, decided, rfc) ??
      (this.#document.groupsUnder(profile).length === 0 ? 'reads no group in this file' : null) ??
      this.#becauseOfMissedName(own, rfc, decided) ??
      this.#becauseOfLines(profile, own, rfc)
    );
  }

  /** What a reader does with the lines that decide, if no known departure explains it. */
  #becauseOfLines(profile: Profile, own: Explanation, rfc: Explanation): string {
    const { reason } = own.verdict;
    if (reason === 'opened') return 'allows the whole site because of this file';
    if (reason === 'robots-txt') return 'makes an exception for /robots.txt';
    if ([own, rfc].some(({ agentLines }) => agentLines.some(isName)) && ignoresNames(profile))
      return 'looks for its own name, and not for that of the crawler';
    const [line, rfcLine] = [own, rfc].map(({ verdict }) => verdict.rule?.line ?? 0);
    if (line > 0 && !this.#obeys(undefined, line)) return this.#becauseOfGroup(own, line);
    if (line > 0 && rfc.rules.some(({ rule }) => rule.line === line))
      return `lets line ${this.#lineOf(line)} decide instead of line ${this.#lineOf(rfcLine)}`;
    const compared = line > 0 ? line : rfcLine;
    if (compared === 0) return whatDecides(own);
    if (this.#obeys(profile, compared))
      return `compares line ${this.#lineOf(compared)} with the URL in another way`;
    const group = this.#document.groupAt(compared, profile);
    return group === null
      ? `does not take line ${this.#lineOf(compared)} for a rule of a group`
      : `reads line ${this.#lineOf(compared)} in the group of line ${this.#lineOf(group.userAgents[0].line)}, which it does not obey`;
  }

  /** A sentence about a line that RFC 9309 does not apply to the crawler. */
  #becauseOfGroup({ verdict }: Explanation, line: number): string {
    const group = this.#document.groupAt(line, 'rfc9309');
    return group === null
      ? `takes line ${this.#lineOf(line)} for a rule of a group, which RFC 9309 does not`
      : `obeys line ${this.#lineOf(line)} as one of the group of line ${this.#lineOf(verdict.group?.userAgents[0].line ?? line)}`;
  }

  /** Whether the crawler obeys a line under a profile. */
  #obeys(profile: Profile | undefined, line: number): boolean {
    const { rows, at } = rulesOf(this.#document.matcher({ agents: this.#agents, profile })).compiled.table;
    return at.some((row) => rows[row + Row.LINE] === line);
  }

  /**
   * A sentence of the fewest departures with which RFC 9309 judges as the reader does; null if it does not with any.
   *
   * @param agents the product tokens that are judged by RFC 9309
   * @param first what the sentence begins with
   */
  #becauseOf(
    combinations: Iterable<readonly DepartureId[]>,
    agents: string | readonly string[],
    decided: Decided,
    rfc: Explanation,
    ...first: readonly string[]
  ): string | null {
    const judged = { document: this.#document, rfc, lineOf: (line: number) => this.#lineOf(line) };
    for (const ids of combinations) {
      if (!isSame(this.#judge(ids, agents, rfc.url.given), decided)) continue;
      return [...first, ...ids.map((id) => (DEPARTURES[id] as Departure).because(judged))].join(' and ');
    }
    return null;
  }

  /** A sentence if RFC 9309 finds the name of the crawler where the reader finds none. */
  #becauseOfMissedName(own: Explanation, rfc: Explanation, decided: Decided): string | null {
    const [found, expected] = [own, rfc].map(({ agentLines }) => agentLines.find(isName));
    if (found !== undefined || expected === undefined) return null;
    if (!isSame(this.#judge([], '*', rfc.url.given), decided)) return null;
    return `does not find its name in line ${this.#lineOf(expected.userAgent.line)}`;
  }

  /** What RFC 9309 decides with some departures. */
  #judge(ids: readonly DepartureId[], agents: string | readonly string[], url: string): Decided | null {
    const key = JSON.stringify([ids, agents]);
    let judge = this.#departed.get(key);
    if (judge === undefined) {
      if (this.#octetsLeft < 0) return null;
      const departures = ids.map((id) => DEPARTURES[id]);
      this.#octetsLeft -= this.#document.size * (1 + departures.length);
      judge = judgeWith(this.#document, departures, agents);
      this.#departed.set(key, judge);
    }
    return judge(url);
  }
}

/** Decides about a URL; null if the departures exclude each other. */
type Judge = (url: string) => Decided | null;

type DepartureId = keyof typeof DEPARTURES;

/** RFC 9309 with some departures. */
function judgeWith(
  document: RobotsDocument,
  departures: readonly Departure[],
  agents: string | readonly string[],
): Judge {
  let edited = document;
  let axes: Omit<ProfileDefinition, 'name'> = {};
  for (const { edit, axes: more = {} } of departures) {
    edited = edit?.(edited) ?? edited;
    axes = {
      reading: { ...axes.reading, ...more.reading },
      groups: { ...axes.groups, ...more.groups },
      rules: { ...axes.rules, ...more.rules },
    };
  }
  const matcher = edited.matcher({ agents, profile: defineProfile({ name: 'departing', ...axes }) });
  const [decide, ...others] = departures.flatMap((departure) => departure.decide ?? []);
  if (others.length > 0) return () => null;
  return (given) => {
    const url = departures.reduce((asked, departure) => departure.url?.(asked) ?? asked, given);
    if (decide === undefined) return decidedOf(matcher.check(url));
    const { rules, verdict } = matcher.explain(url);
    const instead = decide(rules);
    if (instead === null) return decidedOf(verdict);
    return { allowed: instead.rule.directive === 'allow', line: instead.rule.line };
  };
}

export function decidedOf({ allowed, rule }: Verdict): Decided {
  return { allowed, line: rule?.line ?? 0 };
}

function isName({ reason }: ExplainedAgentLine): boolean {
  return reason === 'names-caller';
}

/** The name of another crawler that a reader takes for that of the caller, and the sentence that says so; null if there is none. */
function nameTaken(
  own: Explanation,
  rfc: Explanation,
  lineOf: (line: number) => number,
): { token: string; because: string } | null {
  const found = own.agentLines.find(isName);
  if (found === undefined) return null;
  const { line, name } = found.userAgent;
  const inLine = rfc.agentLines.find(({ userAgent }) => userAgent.line === line);
  const token = inLine?.reason === 'other-name' ? inLine.names.find(isProductToken) : undefined;
  return token === undefined
    ? null
    : { token, because: `takes ${quoted(name)} in line ${lineOf(line)} for its name` };
}

/** How many characters of a name a sentence has. */
const MAX_NAME = 40;

function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}

export function isSame(one: Decided | null, other: Decided): boolean {
  return one !== null && one.allowed === other.allowed && one.line === other.line;
}

/** What decides, where no cause is known and neither has a rule. */
function whatDecides({ verdict: { group } }: Explanation): string {
  return group === null ? 'finds no group that applies' : 'finds no rule that matches';
}

/** Whether a reader obeys the same groups whatever the crawler is called: a program that always looks for its own name. */
function ignoresNames(profile: Profile): boolean {
  const file = `User-agent: ${UNNAMED}|Disallow: /`;
  return askerOf(profile)(file, '/', UNNAMED).allowed;
}

/** The departures of each profile that was asked for. */
const known = new WeakMap<Profile, readonly DepartureId[]>();

/** The departures that a reader has: it is asked about small files. */
function departuresOf(profile: Profile): readonly DepartureId[] {
  const found = known.get(profile);
  if (found !== undefined) return found;
  const ask = askerOf(profile);
  const ids = (Object.keys(DEPARTURES) as DepartureId[]).filter((id) => DEPARTURES[id].isIn(ask));
  known.set(profile, ids);
  return ids;
}

/** A crawler that no small file names. */
const UNNAMED = 'Zzyzx';

function askerOf(profile: AnyProfile): Ask {
  return (file, url, agent = UNNAMED) => {
    const document = parseSync(`${file.replaceAll('|', '\n')}\n`);
    const { allowed, rule } = document.matcher({ agents: agent, profile }).check(url);
    return { allowed, line: rule?.line ?? 0 };
  };
}

/** How many departures are combined at most. */
const MAX_COMBINED = 3;

/** Combinations of departures, those of the fewest first. */
function* combinations(ids: readonly DepartureId[]): Generator<readonly DepartureId[]> {
  for (let size = 1; size <= MAX_COMBINED; size++) yield* ofSize(ids, size);
}

function* ofSize(ids: readonly DepartureId[], size: number): Generator<readonly DepartureId[]> {
  if (size === 0) yield [];
  else
    for (const [index, id] of ids.entries()) {
      for (const others of ofSize(ids.slice(index + 1), size - 1)) yield [id, ...others];
    }
}
