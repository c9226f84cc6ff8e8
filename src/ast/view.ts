/**
 * A file as a profile reads it, as objects. Each list is made when it is first read, and kept.
 */
import type { Profile } from '../profiles.js';
import { commentAt } from '../stream/events.js';
import * as Row from '../stream/row.js';
import type { RobotsFile } from './file.js';
import { forEachRow } from './file-rows.js';
import { type Grouping, groupRows, lastAtOrBefore } from './groups.js';
import {
  CommentLineNode,
  ExtensionRecordNode,
  GroupNode,
  OtherRecordNode,
  RuleNode,
  recordAt,
} from './node-classes.js';
import type { CommentNode, ExtensionRecord, Group, OtherRecord, Rule } from './nodes.js';
import { scopeOf } from './values.js';

/** The groups and the other records of a file under a profile. */
export class FileView {
  readonly file: RobotsFile;
  readonly profile: Profile;
  #grouped: Grouping | undefined;
  #nodes: readonly Group[] | undefined;
  #readRecords: ViewRecords | undefined;
  #extensions: ReadonlyMap<Group, readonly ExtensionRecord[]> | undefined;

  /** @param grouping if it is known */
  constructor(file: RobotsFile, profile: Profile, grouping?: Grouping) {
    this.file = file;
    this.profile = profile;
    this.#grouped = grouping;
  }

  /** The groups as runs of rows. The first use reads the lines of the file. */
  get grouping(): Grouping {
    this.#grouped ??= groupRows(this.file, this.profile);
    return this.#grouped;
  }

  /** The groups in file order. */
  get groups(): readonly Group[] {
    this.#nodes ??= this.grouping.groups.map((rows) => new GroupNode(this, rows));
    return this.#nodes;
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
    return this.#records.others;
  }

  /** Every comment, in file order. */
  get comments(): readonly CommentNode[] {
    return this.#records.comments;
  }

  /** The extension records of a group. */
  extensionsOf(group: Group): readonly ExtensionRecord[] {
    this.#extensions ??= extensionsByGroup(this, this.#records);
    return this.#extensions.get(group) ?? NONE;
  }

  get #records(): ViewRecords {
    this.#readRecords ??= readRecords(this);
    return this.#readRecords;
  }
}

const NONE: readonly ExtensionRecord[] = [];

/** The comments of a file, and its records that are neither user-agent lines, nor rules, nor sitemaps. */
interface ViewRecords {
  readonly comments: readonly CommentNode[];
  readonly others: readonly OtherRecord[];
  /** For each of the others, the last blank line above that ends a group; 0 if there is none. */
  readonly groupEnds: readonly number[];
}

/** Reads every line of a file once for all its comments and records. */
function readRecords({ file, profile, grouping }: FileView): ViewRecords {
  const { octets } = file;
  const { reading, groups } = profile;
  const comments: CommentNode[] = [];
  const others: OtherRecord[] = [];
  const groupEnds: number[] = [];
  let groupEnd = 0;
  const take = (rows: Int32Array, at: number): void => {
    const flags = Row.flagsOf(rows, at);
    const line = rows[at + Row.LINE];
    const comment = commentAt({ octets, rows, base: 0, discardedOctets: 0 }, at);
    if (comment !== null) comments.push(new CommentLineNode(line, comment));
    const isBlank = Row.shapeOf(flags) === Row.BLANK && (flags & Row.HAS_NUL) === 0;
    if (isBlank && groups.blankLineEndsGroup) groupEnd = line;
    const directive = Row.readRow(flags, grouping.table);
    const isOther = directive === Row.NO_DIRECTIVE || directive === Row.CONTENT_USAGE;
    if (!isOther || !Row.isRecordUnder(flags, reading)) return;
    others.push(new OtherRecordNode(recordAt(octets, rows, at)));
    groupEnds.push(groupEnd);
  };
  forEachRow(file, take, reading);
  return { comments, others, groupEnds };
}

/** The other records of a file that belong to agents, by their group. */
function extensionsByGroup(
  view: FileView,
  { others, groupEnds }: ViewRecords,
): ReadonlyMap<Group, readonly ExtensionRecord[]> {
  const extensions = new Map<Group, ExtensionRecord[]>();
  others.forEach((other, nth) => {
    const group = view.groupAt(other.line);
    if (group === null || scopeOf(other.name) !== 'agents') return;
    const { userAgents } = group;
    if (userAgents[0].line < groupEnds[nth]) return;
    const agentsAbove = lastAtOrBefore(userAgents, other.line, (agent) => agent.line) + 1;
    const ofGroup = extensions.get(group) ?? [];
    ofGroup.push(new ExtensionRecordNode(other, agentsAbove));
    extensions.set(group, ofGroup);
  });
  return extensions;
}
