/**
 * A file as a profile reads it, as objects. Each list is made when it is first read, and kept.
 */
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import type { RobotsFile } from './file.js';
import { type Grouping, type GroupState, groupRows, lastAtOrBefore, nextState } from './groups.js';
import { forEachRow } from './lines.js';
import type { ExtensionRecord, Group, OtherRecord, Rule, UserAgentLine } from './nodes.js';
import {
  ExtensionRecordNode,
  type NodeSource,
  OtherRecordNode,
  RuleNode,
  ShownNode,
  UserAgentLineNode,
} from './records.js';
import { scopeOf } from './values.js';

/** The groups and the other records of a file under a profile. */
export class FileView {
  readonly file: RobotsFile;
  readonly profile: Profile;
  private grouped: Grouping | undefined;
  /** The groups made so far, by index. */
  private nodes: Group[] | undefined;
  private areGroupsMade = false;
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

  /** What the nodes of groups read from. */
  get source(): NodeSource {
    return { file: this.file, rows: this.grouping.rows };
  }

  /** The groups in file order. */
  get groups(): readonly Group[] {
    const { made } = this;
    for (let index = 0; !this.areGroupsMade && index < made.length; index++) this.group(index);
    this.areGroupsMade = true;
    return made;
  }

  /** The group that a line belongs to, which is the last that begins at the line or above; null if none does. */
  groupAt(line: number): Group | null {
    const index = this.groupIndexAt(line);
    return index < 0 ? null : this.group(index);
  }

  /** The line of the first user-agent line of the group that a line belongs to. */
  firstLineOfGroupAt(line: number): number {
    const { rows, groups } = this.grouping;
    return rows[groups[this.groupIndexAt(line)].first + Row.LINE];
  }

  private groupIndexAt(line: number): number {
    const { rows, groups } = this.grouping;
    return lastAtOrBefore(groups, line, ({ first }) => rows[first + Row.LINE]);
  }

  /** The rule of the row at an index of the grouping's rows. It equals the rule in the list of its group, but is another object. */
  rule(at: number): Rule {
    return new RuleNode(this.source, at);
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly OtherRecord[] {
    return this.records.others;
  }

  /** The extension records of the group with an index. */
  extensionsOf(group: number): readonly ExtensionRecord[] {
    return this.records.extensions.get(group) ?? NONE;
  }

  private get records(): ViewRecords {
    this.readRecords ??= readRecords(this.file, this.profile, this.grouping);
    return this.readRecords;
  }

  private get made(): Group[] {
    this.nodes ??= new Array<Group>(this.grouping.groups.length);
    return this.nodes;
  }

  private group(index: number): Group {
    this.made[index] ??= new GroupNode(this, index);
    return this.made[index];
  }
}

const NONE: readonly ExtensionRecord[] = [];

/** A run of rows (`groups.ts`). Its lists are made when they are first read. */
class GroupNode extends ShownNode implements Group {
  readonly #view: FileView;
  readonly #index: number;
  #userAgents: readonly UserAgentLine[] | undefined;
  #rules: readonly Rule[] | undefined;

  constructor(view: FileView, index: number) {
    super();
    this.#view = view;
    this.#index = index;
  }

  get userAgents(): readonly UserAgentLine[] {
    this.#userAgents ??= this.#makeUserAgents();
    return this.#userAgents;
  }

  get rules(): readonly Rule[] {
    this.#rules ??= this.#makeRules();
    return this.#rules;
  }

  get extensions(): readonly ExtensionRecord[] {
    return this.#view.extensionsOf(this.#index);
  }

  protected get kind(): 'Group' {
    return 'Group';
  }

  #makeUserAgents(): readonly UserAgentLine[] {
    const { source, grouping } = this.#view;
    const { rows, table } = grouping;
    const { first, firstRule } = grouping.groups[this.#index];
    const userAgents: UserAgentLine[] = [];
    for (let at = first; at < firstRule; at += Row.STRIDE) {
      const reading = Row.readRow(Row.flagsOf(rows, at), table);
      if (Row.isUserAgent(reading))
        userAgents.push(new UserAgentLineNode(source, at, reading !== Row.UNUSABLE_USER_AGENT));
    }
    return userAgents;
  }

  #makeRules(): readonly Rule[] {
    const { source, grouping } = this.#view;
    const { rows, table } = grouping;
    const { firstRule, end } = grouping.groups[this.#index];
    // Growing a list takes longer than filling it.
    const rules = new Array<Rule>((end - firstRule) / Row.STRIDE);
    let count = 0;
    for (let at = firstRule; at < end; at += Row.STRIDE) {
      if (Row.isRule(Row.readRow(Row.flagsOf(rows, at), table))) rules[count++] = new RuleNode(source, at);
    }
    if (count < rules.length) rules.length = count;
    return rules;
  }
}

/** The records of a file that are neither user-agent lines, nor rules, nor sitemaps. */
interface ViewRecords {
  readonly others: readonly OtherRecord[];
  /** Those that belong to agents, by the index of their group. */
  readonly extensions: ReadonlyMap<number, readonly ExtensionRecord[]>;
}

/** Reads every line of a file. */
function readRecords(file: RobotsFile, { reading: axes, groups }: Profile, { table }: Grouping): ViewRecords {
  const others: OtherRecord[] = [];
  const extensions = new Map<number, ExtensionRecord[]>();
  const kept: number[] = [];
  const source = { file, rows: kept };
  let state: GroupState = 'outside';
  let isGroupEnded = false;
  let group = -1;
  let agentsAbove = 0;
  forEachRow(
    file,
    (rows, at) => {
      const flags = Row.flagsOf(rows, at);
      if (Row.shapeOf(flags) === Row.BLANK && (flags & Row.HAS_NUL) === 0) {
        isGroupEnded = groups.blankLineEndsGroup;
        return;
      }
      const reading = Row.readRow(flags, table);
      state = nextState(state, reading, isGroupEnded);
      isGroupEnded = false;
      if (state === 'beginning') {
        group++;
        agentsAbove = 0;
      }
      if (Row.isUserAgent(reading)) agentsAbove++;
      const isOther = reading === Row.NO_DIRECTIVE || reading === Row.CONTENT_USAGE;
      if (!isOther || !Row.isRecordUnder(flags, axes)) return;

      const row = kept.length;
      for (let column = 0; column < Row.STRIDE; column++) kept.push(rows[at + column]);
      const other = new OtherRecordNode(source, row);
      others.push(other);
      if (state === 'outside' || scopeOf(other.name) !== 'agents') return;
      const ofGroup = extensions.get(group) ?? [];
      ofGroup.push(new ExtensionRecordNode(source, row, agentsAbove));
      extensions.set(group, ofGroup);
    },
    axes,
  );
  return { others, extensions };
}
