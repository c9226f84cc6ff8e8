/**
 * A parsed file as objects. Each kind is made when it is first read, and kept.
 */
import type { Diagnostic } from '../diagnostics.js';
import { DEFAULT_PROFILE, type Profile } from '../profiles.js';
import { lendScanMemory } from '../stream/memory.js';
import { readAgain } from '../stream/read-line.js';
import {
  BLANK,
  CONTENT_USAGE,
  flagsOf,
  HAS_COMMENT,
  HAS_NUL,
  isRecordUnder,
  isRule,
  isUserAgent,
  NO_DIRECTIVE,
  ROW_LINE,
  ROW_STRIDE,
  readRow,
  shapeOf,
  UNUSABLE_USER_AGENT,
} from '../stream/row.js';
import { diagnoseDocument } from './diagnose.js';
import {
  FileTexts,
  isParsed,
  type ParsedFile,
  PerProfile,
  skippedMarkLength,
  type UnreadFile,
} from './file.js';
import {
  GROUP_END,
  GROUP_FIRST,
  GROUP_FIRST_RULE,
  GROUP_STRIDE,
  type Grouping,
  groupRows,
} from './groups.js';
import { LinesBetween, type RowVisitor } from './lines.js';
import type {
  CommentNode,
  ExtensionRecord,
  Group,
  OtherRecord,
  Rule,
  Sitemap,
  UserAgentLine,
} from './nodes.js';
import { readLines } from './reader.js';
import {
  CommentLineNode,
  ExtensionRecordNode,
  type NodeSource,
  OtherRecordNode,
  RuleNode,
  type ShownFile,
  ShownNode,
  sitemapsOf,
  UserAgentLineNode,
} from './records.js';
import { scopeOf } from './values.js';

/** The nodes of a file: those that all profiles share, and those of each profile. The lines are read when one is needed. */
export class DocumentNodes {
  #file: UnreadFile | ParsedFile;
  #octets: Uint8Array | undefined;
  #isAsked = false;
  #texts: FileTexts | undefined;
  #byProfile: PerProfile<ProfileNodes> | undefined;
  #sitemaps: readonly Sitemap[] | undefined;
  #diagnostics: readonly Diagnostic[] | undefined;

  constructor(file: UnreadFile | ParsedFile) {
    this.#file = file;
  }

  /** The file, with or without its lines. */
  get unreadFile(): UnreadFile {
    return this.#file;
  }

  /** The file with its lines. */
  get file(): ParsedFile {
    const file = this.#file;
    if (isParsed(file)) return file;
    const parsed = readLines(file);
    this.#file = parsed;
    return parsed;
  }

  /** A copy of the octets for the program, made once. */
  get octets(): Uint8Array {
    this.#octets ??= this.#file.octets.slice();
    return this.#octets;
  }

  /**
   * The file if its lines have not been read, once; then and otherwise null. A first question is answered sooner without rows. A
   * second one shows that rows are worth reading.
   */
  takeUnread(): UnreadFile | null {
    if (this.#isAsked || isParsed(this.#file)) return null;
    this.#isAsked = true;
    return this.#file;
  }

  /** Many questions will come, so the first one needs the lines, too. */
  expectQuestions(): void {
    this.#isAsked = true;
  }

  /** The nodes as a profile reads the file. */
  under(profile: Profile): ProfileNodes {
    this.#byProfile ??= new PerProfile();
    return this.#byProfile.get(profile, (one) => new ProfileNodes(this, one));
  }

  /**
   * The sitemap lines, as RFC 9309 reads the file. As long as nothing has needed rows, one pass finds the sitemaps and makes no rows: 0.6
   * of the time of reading groups, on 2,111 real files. Reading groups after that takes a second pass. Both together then take 1.35
   * times as long as they do if the program asks for groups first.
   */
  get sitemaps(): readonly Sitemap[] {
    this.#sitemaps ??= sitemapsOf(this, this.#file);
    return this.#sitemaps;
  }

  get diagnostics(): readonly Diagnostic[] {
    const { groups, otherRecords } = this.under(DEFAULT_PROFILE);
    this.#diagnostics ??= diagnoseDocument(this.file, groups, otherRecords);
    return this.#diagnostics;
  }

  /**
   * The rule of a row. It equals the rule in the list of its group, but is another object.
   *
   * @param rows any rows of the file; the rule keeps them
   * @param at the index in `rows` of the rule's row
   */
  rule(rows: Int32Array, at: number): Rule {
    return new RuleNode({ file: this, rows }, at);
  }

  /** The texts of the file. */
  get texts(): FileTexts {
    this.#texts ??= new FileTexts(this.#file.octets);
    return this.#texts;
  }
}

/** The nodes of a file under a profile. */
export class ProfileNodes {
  readonly file: ParsedFile;
  readonly profile: Profile;
  readonly grouping: Grouping;
  readonly #document: DocumentNodes;
  #source: NodeSource | undefined;
  /** The groups made so far, by index, in a list of its final size: {@link groups} once all are made. */
  #made: Group[] | undefined;
  #groups: readonly Group[] | undefined;
  #lineNodes: LineNodes | undefined;

  constructor(document: DocumentNodes, profile: Profile) {
    this.file = document.file;
    this.profile = profile;
    this.grouping = groupRows(this.file, profile);
    this.#document = document;
  }

  /** What the nodes read from. */
  get source(): NodeSource {
    this.#source ??= { file: this.#document, rows: this.grouping.rows };
    return this.#source;
  }

  /** The groups in file order. */
  get groups(): readonly Group[] {
    this.#groups ??= this.#allGroups();
    return this.#groups;
  }

  /** The group that a line belongs to, which is the last that begins at the line or above; null if none does. */
  groupAt(line: number): Group | null {
    const index = lastGroupAt(this.grouping, line);
    return index < 0 ? null : this.#group(index);
  }

  /** The line of the first user-agent line of the group that a line belongs to. */
  firstLineOfGroupAt(line: number): number {
    return firstLineOf(this.grouping, lastGroupAt(this.grouping, line));
  }

  /** The rule of the row at an index of the grouping's rows: {@link DocumentNodes.rule}. */
  rule(at: number): Rule {
    return this.#document.rule(this.grouping.rows, at);
  }

  /** Every record that is neither user-agent line, rule nor sitemap, in file order. */
  get otherRecords(): readonly OtherRecord[] {
    return this.#lines.others;
  }

  /** Every comment in file order. */
  get comments(): readonly CommentNode[] {
    return this.#lines.comments;
  }

  /** The extension records of the group with an index. */
  extensionsOf(group: number): readonly ExtensionRecord[] {
    return this.#lines.extensionsOf(group);
  }

  #allGroups(): readonly Group[] {
    const made = this.#groupsMade;
    for (let index = 0; index < made.length; index++) this.#group(index);
    return made;
  }

  #group(index: number): Group {
    const made = this.#groupsMade;
    made[index] ??= new GroupNode(this, index);
    return made[index];
  }

  get #groupsMade(): Group[] {
    this.#made ??= new Array<Group>(this.grouping.groupCount);
    return this.#made;
  }

  get #lines(): LineNodes {
    this.#lineNodes ??= new LineNodes(this.file, this.grouping, this.profile, this.#document);
    return this.#lineNodes;
  }
}

/**
 * A run of rows (`grouping.ts`). Its lists are made when they are first read, with room for all rows that can belong in them. Growing a
 * list takes longer than filling it.
 */
class GroupNode extends ShownNode implements Group {
  readonly #nodes: ProfileNodes;
  readonly #index: number;
  #userAgents: readonly UserAgentLine[] | undefined;
  #rules: readonly Rule[] | undefined;

  constructor(nodes: ProfileNodes, index: number) {
    super();
    this.#nodes = nodes;
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
    return this.#nodes.extensionsOf(this.#index);
  }

  toJSON(): object {
    const { userAgents, rules, extensions } = this;
    return { userAgents, rules, extensions };
  }

  protected get kind(): string {
    return 'Group';
  }

  #makeUserAgents(): readonly UserAgentLine[] {
    const { source, grouping } = this.#nodes;
    const { rows, table } = grouping;
    const first = this.#bound(GROUP_FIRST);
    const end = this.#bound(GROUP_FIRST_RULE);
    const userAgents = new Array<UserAgentLine>((end - first) / ROW_STRIDE);
    let count = 0;
    for (let at = first; at < end; at += ROW_STRIDE) {
      const reading = readRow(flagsOf(rows, at), table);
      if (isUserAgent(reading))
        userAgents[count++] = new UserAgentLineNode(source, at, reading !== UNUSABLE_USER_AGENT);
    }
    if (count < userAgents.length) userAgents.length = count;
    return userAgents;
  }

  #makeRules(): readonly Rule[] {
    const { source, grouping } = this.#nodes;
    const { rows, table } = grouping;
    const first = this.#bound(GROUP_FIRST_RULE);
    const end = this.#bound(GROUP_END);
    const rules = new Array<Rule>((end - first) / ROW_STRIDE);
    let count = 0;
    for (let at = first; at < end; at += ROW_STRIDE) {
      if (isRule(readRow(flagsOf(rows, at), table))) rules[count++] = new RuleNode(source, at);
    }
    if (count < rules.length) rules.length = count;
    return rules;
  }

  /** Where a row of {@link Grouping.bounds} starts in the rows. */
  #bound(column: number): number {
    const { bounds } = this.#nodes.grouping;
    return bounds[this.#index * GROUP_STRIDE + column] * ROW_STRIDE;
  }
}

/** The index of the last group that begins at a line or above; -1 if none does. */
function lastGroupAt(grouping: Grouping, line: number): number {
  let low = 0;
  let high = grouping.groupCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firstLineOf(grouping, middle) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The line that a group begins with. */
function firstLineOf({ rows, bounds }: Grouping, index: number): number {
  return rows[bounds[index * GROUP_STRIDE + GROUP_FIRST] * ROW_STRIDE + ROW_LINE];
}

/** The row of a line that is read again. */
const scratchRow = new Int32Array(ROW_STRIDE);

/** The comments and other records of a file under a profile. It visits every line that can be or have one, and makes them. */
export class LineNodes implements RowVisitor {
  readonly comments: CommentNode[] = [];
  readonly others: OtherRecord[] = [];
  /** Where `others` read from: the row of each, in their order. */
  readonly #source: NodeSource;
  readonly #kept: number[] = [];
  /** For each of `others`, the number of the last blank line above that ends a group; 0 if there is none. */
  readonly #groupEnds: number[] = [];
  #groupEnd = 0;
  readonly #profile: Profile;
  readonly #file: ParsedFile;
  readonly #grouping: Grouping;
  #extensions: ReadonlyMap<number, readonly ExtensionRecord[]> | undefined;

  /**
   * Reads every line of a file.
   *
   * @param shown the same file, as nodes show it
   */
  constructor(file: ParsedFile, grouping: Grouping, profile: Profile, shown: ShownFile) {
    this.#source = { file: shown, rows: this.#kept };
    this.#profile = profile;
    this.#file = file;
    this.#grouping = grouping;
    visitLines(this, file, grouping, profile.groups.blankLineEndsGroup);
  }

  /**
   * Takes a line that can be any but a user-agent line, a rule or a sitemap under the profile. It is another record if the profile
   * reads it as a field and a value.
   */
  visit(rows: Int32Array, at: number): void {
    const { reading, groups } = this.#profile;
    const flags = flagsOf(rows, at);
    if ((flags & HAS_COMMENT) !== 0) this.comment(rows, at);
    if (shapeOf(flags) === BLANK && groups.blankLineEndsGroup) this.#groupEnd = rows[at + ROW_LINE];

    const skip = rows[at + ROW_LINE] === 1 ? skippedMarkLength(this.#file, reading) : 0;
    const isReadAgain = skip > 0 || (flags & HAS_NUL) !== 0;
    const row = isReadAgain ? scratchRow : rows;
    const start = isReadAgain ? 0 : at;
    if (isReadAgain) {
      scratchRow.set(rows.subarray(at, at + ROW_STRIDE));
      readAgain(this.#file.octets, scratchRow, 0, reading.controlOctets, skip);
    }
    if (!isRecordUnder(flagsOf(row, start), reading)) return;
    this.others.push(new OtherRecordNode(this.#source, keepRow(row, start, this.#kept)));
    this.#groupEnds.push(this.#groupEnd);
  }

  /** Takes the comment of a line that has one. */
  comment(rows: Int32Array, at: number): void {
    this.comments.push(new CommentLineNode(this.#source.file, rows, at));
  }

  /** The extension records of the group with an index. */
  extensionsOf(group: number): readonly ExtensionRecord[] {
    this.#extensions ??= this.#byGroup();
    return this.#extensions.get(group) ?? NONE;
  }

  #byGroup(): ReadonlyMap<number, readonly ExtensionRecord[]> {
    const extensions = new Map<number, ExtensionRecord[]>();
    const cursor = new GroupCursor(this.#grouping);
    this.others.forEach(({ line, name }, nth) => {
      cursor.goTo(line);
      const { group, firstLine, agentsAbove } = cursor;
      if (group === NO_GROUP || this.#groupEnds[nth] > firstLine || scopeOf(name) !== 'agents') return;
      const ofGroup = extensions.get(group) ?? [];
      ofGroup.push(new ExtensionRecordNode(this.#source, nth * ROW_STRIDE, agentsAbove));
      extensions.set(group, ofGroup);
    });
    return extensions;
  }
}

/** Shows every line of a file that can have a comment or be another record, in order. */
function visitLines(
  nodes: LineNodes,
  file: ParsedFile,
  { rows: read, table }: Grouping,
  needsBlankLines: boolean,
): void {
  const { rows } = file;
  lendScanMemory((load) => {
    const between = new LinesBetween(file, needsBlankLines ? 'visited' : 'may be skipped', load);
    let line = 0;
    for (let at = 0; at < rows.length; at += ROW_STRIDE) {
      const above = line;
      line = rows[at + ROW_LINE];
      if (line > above + 1) between.visitAbove(at, nodes);
      const reading = readRow(flagsOf(read, at), table);
      if (reading === NO_DIRECTIVE || reading === CONTENT_USAGE) nodes.visit(rows, at);
      else if ((flagsOf(rows, at) & HAS_COMMENT) !== 0) nodes.comment(rows, at);
    }
    if (line < file.lineCount) between.visitAbove(rows.length, nodes);
  });
}

const NONE: readonly ExtensionRecord[] = [];

/** Adds a copy of a row to `kept`. Returns where it starts. */
function keepRow(rows: Int32Array, at: number, kept: number[]): number {
  const start = kept.length;
  for (let column = 0; column < ROW_STRIDE; column++) kept.push(rows[at + column]);
  return start;
}

/** Outside all groups. */
const NO_GROUP = -1;

/** The group that a line belongs to if no line above ends it, while going through the lines in order. */
class GroupCursor {
  /** The index of the group, or `NO_GROUP`. */
  group = NO_GROUP;
  /** The line of its first user-agent line. */
  firstLine = 0;
  /** How many of its user-agent lines are above. */
  agentsAbove = 0;
  /** The index in the grouping's rows of the next row. */
  #at = 0;
  readonly #grouping: Grouping;

  constructor(grouping: Grouping) {
    this.#grouping = grouping;
  }

  /** Goes on to a line. */
  goTo(line: number): void {
    const { rows } = this.#grouping;
    for (; this.#at < rows.length && rows[this.#at + ROW_LINE] < line; this.#at += ROW_STRIDE) this.#pass();
  }

  #pass(): void {
    const { rows, table, bounds } = this.#grouping;
    const row = this.#at / ROW_STRIDE;
    const next = this.group + 1;
    // There is no bound after those of the last group.
    if (bounds[next * GROUP_STRIDE + GROUP_FIRST] === row) {
      this.group = next;
      this.firstLine = rows[this.#at + ROW_LINE];
      this.agentsAbove = 0;
    }
    if (isUserAgent(readRow(flagsOf(rows, this.#at), table))) this.agentsAbove++;
  }
}
