/**
 * A parsed file as objects. Each kind is made when it is first read, and kept.
 */
import type { Diagnostic } from '../diagnostics.js';
import { DEFAULT_PROFILE, type Profile } from '../profiles.js';
import {
  flagsOf,
  isRule,
  isUserAgent,
  ROW_LINE,
  ROW_STRIDE,
  readRow,
  UNUSABLE_USER_AGENT,
} from '../stream/row.js';
import { diagnoseDocument } from './diagnose.js';
import { readLines } from './document-reader.js';
import { FileTexts } from './file-texts.js';
import {
  GROUP_END,
  GROUP_FIRST,
  GROUP_FIRST_RULE,
  GROUP_STRIDE,
  type Grouping,
  groupRows,
} from './grouping.js';
import { LineNodes } from './line-nodes.js';
import type {
  CommentNode,
  ExtensionRecord,
  Group,
  OtherRecord,
  Rule,
  Sitemap,
  UserAgentLine,
} from './nodes.js';
import { isParsed, type ParsedFile, type UnreadFile } from './parsed-file.js';
import { PerProfile } from './per-profile.js';
import { type NodeSource, RuleNode, ShownNode, UserAgentLineNode } from './row-nodes.js';
import { sitemapsOf } from './sitemaps.js';

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
