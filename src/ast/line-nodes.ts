/**
 * Rows → comments and other records, and the crawlers that the records apply to.
 */
import type { Profile } from '../profiles.js';
import { CONTENT_USAGE, NO_DIRECTIVE } from '../stream/fields.js';
import { readAgain } from '../stream/read-line.js';
import {
  BLANK,
  flagsOf,
  HAS_COMMENT,
  HAS_NUL,
  isRecordUnder,
  isUserAgent,
  ROW_LINE,
  ROW_STRIDE,
  readRow,
  shapeOf,
} from '../stream/row.js';
import { lendScanMemory } from '../stream/scan-memory.js';
import { LinesBetween, type RowVisitor } from './every-row.js';
import { scopeOf } from './extension-values.js';
import { GROUP_FIRST, GROUP_STRIDE, type Grouping } from './grouping.js';
import type { CommentNode, ExtensionRecord, OtherRecord } from './nodes.js';
import { type ParsedFile, skippedMarkLength } from './parsed-file.js';
import {
  CommentLineNode,
  ExtensionRecordNode,
  type NodeSource,
  OtherRecordNode,
  type ShownFile,
} from './row-nodes.js';

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
