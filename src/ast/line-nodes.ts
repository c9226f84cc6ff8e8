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
import { scratchRow } from '../stream/scratch.js';
import { forEachRow } from './every-row.js';
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

/** The comments and other records of a file under a profile. */
export class LineNodes {
  readonly others: readonly OtherRecord[];
  readonly comments: readonly CommentNode[];
  readonly #source: NodeSource;
  readonly #grouping: Grouping;
  /** Where the rows of `others` start in the source's rows. */
  readonly #otherRows: readonly number[];
  /** For each of `others`, the number of the last blank line above that ends a group; 0 if there is none. */
  readonly #groupEnds: readonly number[];
  #extensions: ReadonlyMap<number, readonly ExtensionRecord[]> | undefined;

  /**
   * Reads every line of a file.
   *
   * @param shown the same file, as nodes show it
   */
  constructor(file: ParsedFile, grouping: Grouping, profile: Profile, shown: ShownFile) {
    const { reading, groups } = profile;
    const kept: number[] = [];
    const comments: CommentNode[] = [];
    const otherRows: number[] = [];
    const groupEnds: number[] = [];
    const skipped = skippedMarkLength(file, reading);
    let groupEnd = 0;
    const visit = (rows: Int32Array, at: number): void => {
      const flags = flagsOf(rows, at);
      const shape = shapeOf(flags);
      if ((flags & HAS_COMMENT) !== 0) comments.push(new CommentLineNode(shown, rows, at));
      if (shape === BLANK && groups.blankLineEndsGroup) groupEnd = rows[at + ROW_LINE];
      if (rows === file.rows && isNodeOfItsOwn(grouping, at)) return;

      const skip = rows[at + ROW_LINE] === 1 ? skipped : 0;
      const isReadAgain = skip > 0 || (flags & HAS_NUL) !== 0;
      const row = isReadAgain ? scratchRow : rows;
      const start = isReadAgain ? 0 : at;
      if (isReadAgain) {
        scratchRow.set(rows.subarray(at, at + ROW_STRIDE));
        readAgain(file.octets, scratchRow, 0, reading.controlOctets, skip);
      }
      if (!isRecordUnder(flagsOf(row, start), reading)) return;
      otherRows.push(keepRow(row, start, kept));
      groupEnds.push(groupEnd);
    };
    forEachRow(file, visit, groups.blankLineEndsGroup ? 'visited' : 'may be skipped');

    const source = { file: shown, rows: kept };
    this.comments = comments;
    this.others = otherRows.map((at) => new OtherRecordNode(source, at));
    this.#source = source;
    this.#grouping = grouping;
    this.#otherRows = otherRows;
    this.#groupEnds = groupEnds;
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
      ofGroup.push(new ExtensionRecordNode(this.#source, this.#otherRows[nth], agentsAbove));
      extensions.set(group, ofGroup);
    });
    return extensions;
  }
}

const NONE: readonly ExtensionRecord[] = [];

/** Adds a copy of a row to `kept`. Returns where it starts. */
function keepRow(rows: Int32Array, at: number, kept: number[]): number {
  const start = kept.length;
  for (let column = 0; column < ROW_STRIDE; column++) kept.push(rows[at + column]);
  return start;
}

/** Whether the row at an index of the grouping's rows is a user-agent line, a rule or a sitemap. Usage preferences are other records, too. */
function isNodeOfItsOwn({ rows, table }: Grouping, at: number): boolean {
  const reading = readRow(flagsOf(rows, at), table);
  return reading !== NO_DIRECTIVE && reading !== CONTENT_USAGE;
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
