/**
 * A file as a reader reads it, for the engine: rows for what counts, and rules that decide as the reader does.
 */

import { takeOctets } from '../ast/collect.js';
import type { RobotsFile } from '../ast/file.js';
import type { Grouping, GroupRows, RuleTable } from '../ast/groups.js';
import { CallerRules, viewOf } from '../match/caller-rules.js';
import { NO_RULE, NOT_TAKEN, OPENED, REFUSED, ROBOTS_TXT } from '../match/decision.js';
import {
  type ComparedRules,
  type DecidingRules,
  type Engine,
  type FileReading,
  type ForeignRules,
  setEngine,
} from '../match/engine.js';
import type { Callers } from '../match/select/callers.js';
import type { NamesInLine, NO_CALLER, Selection } from '../match/select/select.js';
import { misshapen } from '../option-checks.js';
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import { isPath, PATH_ORIGIN, URL_OR_PATH } from '../urls.js';
import {
  candidatesOfPatterns,
  ownPathsOf,
  ownPatterns,
  type QuestionCost,
  questionCost,
} from './comparison.js';
import { matchedLength } from './patterns.js';
import type { GroupRecord, Reader, ReaderFile, ReaderRule, ReaderSelection } from './reader.js';

/** Makes a profile read files in its own way. A file for which `read` gives no reading is read by the package's own engine. */
export function setReading(profile: Profile, read: Engine['read']): void {
  setEngine(profile, {
    read,
    isAllowed: (octets, url, callers, maxOctets) =>
      new CallerRules(viewOf(takeOctets(octets, maxOctets), profile), callers).isAllowed(url),
  });
}

/** A crawler without a name: readers ask for one, and no group has it. */
const UNNAMED_AGENT = '';

/** How many sets of groups are kept with their rules. */
const MAX_KEPT_SETS = 64;

/** A file as a reader reads it. */
export class ReaderReading implements FileReading {
  readonly grouping: Grouping;
  readonly #file: RobotsFile;
  readonly #reader: Reader;
  readonly #readFile: ReaderFile;
  /** The rule of each row, by the number of the row. */
  readonly #rules: readonly (ReaderRule | undefined)[];
  /** What the reader does in place of the rules of a selection, by its groups. */
  readonly #instead = new Map<readonly number[], ReaderSelection['instead']>();
  /** The rules of sets of groups, by what they are and what stands in their place. */
  readonly #keptRules = new Map<string, ReaderRules>();
  /** The names of user-agent lines, by where their values start, once they are asked for. */
  #names: ReadonlyMap<number, string> | undefined;
  /** The callers of the last {@link namesIn}, and for each of their names where the values of the lines start that select its groups. */
  #askedFor: Callers | undefined;
  #selectingStarts: readonly ReadonlySet<number>[] = [];

  constructor(file: RobotsFile, profile: Profile, reader: Reader) {
    this.#file = file;
    this.#reader = reader;
    this.#readFile = reader.read(file.octets);
    const { grouping, rules } = rowsOf(file, this.#readFile, profile);
    this.grouping = grouping;
    this.#rules = rules;
  }

  select(callers: Callers): Selection {
    const { by, chosen, instead } = this.#chosenFor(callers);
    const groups = chosen.map(({ group }) => group);
    this.#instead.set(groups, this.#readFile.instead ?? instead);
    const agentRows = chosen.map(({ group, agent }) => this.#agentRow(group, agent));
    return { selectedBy: by, groups, agentRows };
  }

  /** The selection of the first of a caller's names that the file has, or of all of its names together. */
  #chosenFor({ names, obeys, obeysWildcard }: Callers): ReaderSelection {
    const asked = names.length === 0 ? [UNNAMED_AGENT] : names.map(({ given }) => given);
    const selections = asked.map((agent) => this.#reader.select(this.#readFile, agent));
    const named = selections.filter(({ by }) => by === 'name');
    if (named.length === 0) return obeysWildcard ? selections[0] : { by: 'nothing', chosen: [] };
    if (named.length === 1 || obeys === 'first-name') return named[0];
    const chosen = named.flatMap((selection) => selection.chosen);
    const others = chosen.filter(({ group }, nth) => chosen.findIndex((one) => one.group === group) === nth);
    return { by: 'name', chosen: others.sort((a, b) => a.group - b.group) };
  }

  #agentRow(group: number, agent: number): number {
    return this.grouping.groups[group].first + agent * Row.STRIDE;
  }

  namesIn(start: number, end: number, callers: Callers): NamesInLine {
    if (callers !== this.#askedFor) {
      this.#askedFor = callers;
      this.#selectingStarts = callers.names.map((name) => this.#startsFor(name, callers.obeysWildcard));
    }
    const caller = this.#selectingStarts.findIndex((starts) => starts.has(start)) satisfies
      | number
      | typeof NO_CALLER;
    const name = this.#nameAt(start);
    return { isForAll: name === '*', caller, ends: name === '' ? [] : [end] };
  }

  /** Where the values of the user-agent lines start that select groups by one of a caller's names. */
  #startsFor(name: Callers['names'][number], obeysWildcard: boolean): ReadonlySet<number> {
    const { by, chosen } = this.#chosenFor({ names: [name], letters: 0, obeys: 'all-names', obeysWildcard });
    if (by !== 'name') return new Set();
    const { rows } = this.grouping;
    return new Set(
      chosen.map(({ group, agent }) => rows[this.#agentRow(group, agent) + Row.VALUE_START] as number),
    );
  }

  /** The name of the user-agent line whose value starts at an octet. */
  #nameAt(start: number): string | undefined {
    this.#names ??= this.#namesByStart();
    return this.#names.get(start);
  }

  #namesByStart(): Map<number, string> {
    const { rows } = this.grouping;
    const names = new Map<number, string>();
    for (const [group, { agents }] of this.#readFile.groups.entries()) {
      for (const [agent, { name }] of agents.entries()) {
        const start = rows[this.#agentRow(group, agent) + Row.VALUE_START] as number;
        if (!names.has(start)) names.set(start, name);
      }
    }
    return names;
  }

  compile(groups: readonly number[]): DecidingRules {
    const instead = this.#instead.has(groups) ? this.#instead.get(groups) : this.#readFile.instead;
    const key = `${instead ?? ''} ${groups.join()}`;
    const kept = this.#keptRules.get(key) ?? this.#rulesOfGroups(groups, instead);
    if (this.#keptRules.size === MAX_KEPT_SETS) this.#keptRules.clear();
    this.#keptRules.set(key, kept);
    return kept;
  }

  #rulesOfGroups(groups: readonly number[], instead: ReaderSelection['instead']): ReaderRules {
    const at: number[] = [];
    for (const index of groups) {
      const { firstRule, end } = this.grouping.groups[index];
      for (let row = firstRule; row < end; row += Row.STRIDE) at.push(row);
    }
    const rules = at.map((row) => this.#rules[row / Row.STRIDE] as ReaderRule);
    const table = { octets: this.#file.octets, rows: this.grouping.rows, at };
    return new ReaderRules(this.#reader, rules, table, instead);
  }
}

/** The rules of a caller, as a reader decides by them. */
class ReaderRules implements DecidingRules {
  readonly table: RuleTable;
  readonly #reader: Reader;
  readonly #rules: readonly ReaderRule[];
  #cost: QuestionCost | undefined;
  /** How many characters the text had that the last question compared; undefined if it compared none. */
  #comparedLength: number | undefined;
  #compared: ForeignRules | undefined;
  readonly #instead: ReaderSelection['instead'];

  constructor(
    reader: Reader,
    rules: readonly ReaderRule[],
    table: RuleTable,
    instead: ReaderSelection['instead'],
  ) {
    this.#reader = reader;
    this.#rules = rules;
    this.table = table;
    this.#instead = instead;
  }

  /** About what the last question took. */
  get steps(): number {
    if (this.#comparedLength === undefined) return 0;
    this.#cost ??= questionCost(this.#rules);
    return this.#cost.fixed + this.#cost.perCharacter * this.#comparedLength;
  }

  isAllowed(url: string | URL): boolean {
    const rule = this.decide(url);
    return rule < 0 ? rule !== REFUSED : this.#rules[rule].allows;
  }

  decide(url: string | URL): number {
    const asked = absoluteUrl(url);
    if (this.#instead === 'disallow-all') return REFUSED;
    if (this.#instead === 'allow-all') return OPENED;
    const target = this.#reader.target(asked);
    if (target === null) return ROBOTS_TXT;
    if (target === undefined) return NOT_TAKEN;
    this.#comparedLength = target.length;
    const rule = this.#reader.decide(this.#rules, target, asked);
    return rule < 0 ? NO_RULE : rule;
  }

  get foreign(): ForeignRules {
    if (this.#compared !== undefined) return this.#compared;
    const reader = this.#reader;
    const rules = this.#rules;
    const instead = this.#instead;
    const patterns = instead === undefined ? ownPatterns(reader, rules) : [];
    const candidates = candidatesOfPatterns(patterns);
    this.#compared = {
      instead,
      patterns,
      candidates,
      pathsOf: (rank) => ownPathsOf(candidates, rank),
      target: (url) => reader.target(url) ?? null,
      explain: (url) => this.#explain(url),
      text: () => JSON.stringify([instead, rules.map(({ allows, patterns }) => [allows, patterns])]),
    };
    return this.#compared;
  }

  #explain(url: string): ComparedRules {
    const compared = this.#reader.target(absoluteUrl(url)) ?? url;
    const deciding = this.decide(url);
    const matching = this.#rules.flatMap(({ patterns }, rule) => {
      const pattern = patterns.find((one) => matchedLength(one, compared) >= 0);
      return pattern === undefined && rule !== deciding
        ? []
        : [{ rule, pattern: (pattern ?? patterns[0]).text }];
    });
    return {
      compared,
      matching: matching.sort((a, b) => Number(b.rule === deciding) - Number(a.rule === deciding)),
    };
  }
}

/**
 * A URL as programs take it: with its origin.
 *
 * @throws {TypeError} if it is neither an absolute http, https or ftp URL nor a path
 */
function absoluteUrl(url: string | URL): string {
  const text = typeof url === 'string' ? url : url.href;
  if (isPath(text)) return PATH_ORIGIN + text;
  if (/^(?:https?|ftp):/i.test(text)) return text;
  throw misshapen(url, 'url', URL_OR_PATH);
}

/** Rows for the groups of a file, and the rule of each row. */
function rowsOf(file: RobotsFile, { file: decoded, groups }: ReaderFile, { reading }: Profile) {
  const count = groups.reduce((rows, { agents, rules }) => rows + agents.length + rules.length, 0);
  const rows = new Int32Array(count * Row.STRIDE);
  const rules: (ReaderRule | undefined)[] = [];
  const runs: GroupRows[] = [];
  let at = 0;
  const add = ({ field, value }: GroupRecord, directive: Row.Directive, rule?: ReaderRule): void => {
    const start = decoded.octetAt(field.start);
    const end = decoded.octetAt(value.end);
    Row.writeParts(rows, at, start, decoded.octetAt(field.end), decoded.octetAt(value.start), end);
    const flags = Row.RECORD | Row.fieldFlags(directive, Row.SPELLED_EXACTLY);
    Row.writeLine(rows, at, flags, start, end, decoded.lineAt(start));
    rules.push(rule);
    at += Row.STRIDE;
  };
  for (const group of groups) {
    const first = at;
    for (const agent of group.agents) add(agent, Row.USER_AGENT);
    const firstRule = at;
    for (const rule of group.rules) add(rule, rule.directive === 'allow' ? Row.ALLOW : Row.DISALLOW, rule);
    runs.push({ first, firstRule, end: at });
  }
  const grouping: Grouping = { file, rows, table: Row.readingTable(reading), groups: runs };
  return { grouping, rules };
}
