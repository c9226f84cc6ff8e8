/**
 * A file as a profile reads it, as objects. Each list is made when it is first read, and kept.
 */
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import type { RobotsFile } from './file.js';
import { type Grouping, type GroupRows, groupRows, lastAtOrBefore } from './groups.js';
import { forEachRow } from './lines.js';
import type { ExtensionRecord, Group, OtherRecord, Rule, UserAgentLine } from './nodes.js';
import { ExtensionRecordNode, OtherRecordNode, RuleNode, ShownNode, UserAgentLineNode } from './records.js';
import { scopeOf } from './values.js';

/** The groups and the other records of a file under a profile. */
export class FileView {
  readonly file: RobotsFile;
  readonly profile: Profile;
  private grouped: Grouping | undefined;
  private nodes: readonly Group[] | undefined;
  private readRecords: ViewRecords | undefined;

  constructor(file: RobotsFile, profile: Profile) {
    this.file = file;
    this.profile = profile;
  }

  /** The groups as runs of rows. The first use reads the lines of the file. */
  get grouping(): Grouping {
    this.grouped ??= groupRows(this.file, this.profile);
    return this.grouped;
  }

  /** The groups in file order. */
  get groups(): readonly Group[] {
    this.nodes ??= this.grouping.groups.map((rows) => new GroupNode(this, rows));
    return this.nodes;
  }

  /** The group that a line belongs to, which is the last that begins at the line or above; null if none does. */
  groupAt(line: number): Group | null {
    return this.groups[lastGroupAt(this.grouping, line)] ?? null;
  }

  /** The line of the first user-agent line of the group that a line belongs to. */
  firstLineOfGroupAt(line: number): number {
    return firstLineOf(this.grouping, lastGroupAt(this.grouping, line));
  }

  /** The rule of the row at an index of the grouping's rows. It equals the rule in the list of its group, but is another object. */
  rule(at: number): Rule {
    return new RuleNode(this.grouping, at);
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly OtherRecord[] {
    return this.records.others;
  }

  /** The extension records of a group. */
  extensionsOf(group: Group): readonly ExtensionRecord[] {
    return this.records.extensions.get(group) ?? NONE;
  }

  private get records(): ViewRecords {
    this.readRecords ??= readRecords(this);
    return this.readRecords;
  }
}

const NONE: readonly ExtensionRecord[] = [];

/** A run of rows (`groups.ts`). Its lists are made when they are first read. */
class GroupNode extends ShownNode implements Group {
  readonly #view: FileView;
  readonly #rows: GroupRows;
  #userAgents: readonly UserAgentLine[] | undefined;
  #rules: readonly Rule[] | undefined;

  constructor(view: FileView, rows: GroupRows) {
    super();
    this.#view = view;
    this.#rows = rows;
  }

  get userAgents(): readonly UserAgentLine[] {
    this.#userAgents ??= userAgentsOf(this.#view.grouping, this.#rows);
    return this.#userAgents;
  }

  get rules(): readonly Rule[] {
    this.#rules ??= rulesOf(this.#view.grouping, this.#rows);
    return this.#rules;
  }

  get extensions(): readonly ExtensionRecord[] {
    return this.#view.extensionsOf(this);
  }

  protected get kind(): 'Group' {
    return 'Group';
  }
}

function userAgentsOf(grouping: Grouping, { first, firstRule }: GroupRows): readonly UserAgentLine[] {
  const { rows, table } = grouping;
  const userAgents: UserAgentLine[] = [];
  for (let at = first; at < firstRule; at += Row.STRIDE) {
    const reading = Row.readRow(Row.flagsOf(rows, at), table);
    if (Row.isUserAgent(reading))
      userAgents.push(new UserAgentLineNode(grouping, at, reading === Row.USER_AGENT));
  }
  return userAgents;
}

function rulesOf(grouping: Grouping, { firstRule, end }: GroupRows): readonly Rule[] {
  const { rows, table } = grouping;
  // Growing a list takes longer than filling it.
  const rules = new Array<Rule>((end - firstRule) / Row.STRIDE);
  let count = 0;
  for (let at = firstRule; at < end; at += Row.STRIDE) {
    if (Row.isRule(Row.readRow(Row.flagsOf(rows, at), table))) rules[count++] = new RuleNode(grouping, at);
  }
  rules.length = count;
  return rules;
}

/** The index of the last group that begins at a line or above; -1 if none does. */
function lastGroupAt({ rows, groups }: Grouping, line: number): number {
  return lastAtOrBefore(groups, line, ({ first }) => rows[first + Row.LINE]);
}

/** The line that a group begins with. */
function firstLineOf({ rows, groups }: Grouping, index: number): number {
  return rows[groups[index].first + Row.LINE];
}

/** The records of a file that are neither user-agent lines, nor rules, nor sitemaps. */
interface ViewRecords {
  readonly others: readonly OtherRecord[];
  /** Those that belong to agents, by their group. */
  readonly extensions: ReadonlyMap<Group, readonly ExtensionRecord[]>;
}

/** Reads every line of a file. */
function readRecords(view: FileView): ViewRecords {
  const { file, profile, grouping } = view;
  const others: OtherRecord[] = [];
  const extensions = new Map<Group, ExtensionRecord[]>();
  const kept: number[] = [];
  const source = { file, rows: kept };
  /** The last blank line that ends a group. */
  let lastBlank = 0;
  forEachRow(
    file,
    (rows, at) => {
      const flags = Row.flagsOf(rows, at);
      const line = rows[at + Row.LINE];
      const isBlank = Row.shapeOf(flags) === Row.BLANK && (flags & Row.HAS_NUL) === 0;
      if (isBlank && profile.groups.blankLineEndsGroup) lastBlank = line;
      const reading = Row.readRow(flags, grouping.table);
      const isOther = reading === Row.NO_DIRECTIVE || reading === Row.CONTENT_USAGE;
      if (!isOther || !Row.isRecordUnder(flags, profile.reading)) return;

      const row = kept.length;
      kept.push(...rows.subarray(at, at + Row.STRIDE));
      const other = new OtherRecordNode(source, row);
      others.push(other);
      const group = view.groupAt(line);
      if (group === null || scopeOf(other.name) !== 'agents') return;
      const { userAgents } = group;
      if (userAgents[0].line < lastBlank) return;
      const agentsAbove = lastAtOrBefore(userAgents, line, (agent) => agent.line) + 1;
      const ofGroup = extensions.get(group) ?? [];
      ofGroup.push(new ExtensionRecordNode(source, row, agentsAbove));
      extensions.set(group, ofGroup);
    },
    profile.reading,
  );
  return { others, extensions };
}
