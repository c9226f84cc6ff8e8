/**
 * A file as a profile reads it, as objects. Each list is made when it is first read, and kept.
 */
import type { Profile } from '../profiles.js';
import * as Row from '../stream/row.js';
import { forEachRow, type RobotsFile } from './file.js';
import { type Grouping, groupRows, lastAtOrBefore } from './groups.js';
import type { ExtensionRecord, Group, OtherRecord, Rule } from './nodes.js';
import { ExtensionRecordNode, GroupNode, OtherRecordNode, RuleNode } from './records.js';
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
    const { rows, groups } = this.grouping;
    return this.groups[lastAtOrBefore(groups, line, ({ first }) => rows[first + Row.LINE])] ?? null;
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

      const other = new OtherRecordNode(file.octets, rows, at);
      others.push(other);
      const group = view.groupAt(line);
      if (group === null || scopeOf(other.name) !== 'agents') return;
      const { userAgents } = group;
      if (userAgents[0].line < lastBlank) return;
      const agentsAbove = lastAtOrBefore(userAgents, line, (agent) => agent.line) + 1;
      const ofGroup = extensions.get(group) ?? [];
      ofGroup.push(new ExtensionRecordNode(file.octets, rows, at, agentsAbove));
      extensions.set(group, ofGroup);
    },
    profile.reading,
  );
  return { others, extensions };
}
