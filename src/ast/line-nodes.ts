/**
 * Rows → comments and other records, and the crawlers that the records apply to.
 */
import type { Profile } from '../profiles.js';
import { CONTENT_USAGE, NO_DIRECTIVE } from '../stream/fields.js';
import { readAgain } from '../stream/read-line.js';
import {
  BLANK,
  COMMENT,
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
import type { FileTexts } from './file-texts.js';
import { GROUP_FIRST, GROUP_FIRST_RULE, GROUP_STRIDE, type Grouping } from './grouping.js';
import type { CommentNode, ExtensionRecord, OtherRecord } from './nodes.js';
import { type ParsedFile, skippedMarkLength } from './parsed-file.js';
import { CommentLineNode, ExtensionRecordNode, type NodeSource, OtherRecordNode } from './row-nodes.js';

/** The place of a record in its group. */
interface Place {
  /** The index of the group. */
  readonly group: number;
  /** How many of the group's user-agent lines are above. */
  readonly agentsAbove: number;
}

/** The comments and other records of a file under a profile. */
export class LineNodes {
  readonly others: readonly OtherRecord[];
  readonly comments: readonly CommentNode[];
  readonly #source: NodeSource;
  /** Where the rows of `others` start in the source's rows. */
  readonly #otherRows: readonly number[];
  /** The places of `others`; null for a record in no group. */
  readonly #places: readonly (Place | null)[];
  #extensions: ReadonlyMap<number, readonly ExtensionRecord[]> | undefined;

  /** Reads every line of a file. */
  constructor(file: ParsedFile, grouping: Grouping, profile: Profile, texts: FileTexts) {
    const { reading } = profile;
    const kept: number[] = [];
    const commentRows: number[] = [];
    const otherRows: number[] = [];
    const places: (Place | null)[] = [];
    const skipped = skippedMarkLength(file, reading);
    const cursor = new GroupCursor(grouping, profile.groups.blankLineEndsGroup);
    forEachRow(file, (rows, at) => {
      const flags = flagsOf(rows, at);
      const shape = shapeOf(flags);
      const line = rows[at + ROW_LINE];
      if ((flags & HAS_COMMENT) !== 0) commentRows.push(keepRow(rows, at, kept));
      const isDirective = cursor.advance(line, shape === BLANK);
      if (isDirective || shape === BLANK || shape === COMMENT) return;

      const skip = line === 1 ? skipped : 0;
      const isReadAgain = skip > 0 || (flags & HAS_NUL) !== 0;
      const row = isReadAgain ? scratchRow : rows;
      const start = isReadAgain ? 0 : at;
      if (isReadAgain) {
        scratchRow.set(rows.subarray(at, at + ROW_STRIDE));
        readAgain(file.octets, scratchRow, 0, reading.controlOctets, skip);
      }
      if (!isRecordUnder(flagsOf(row, start), reading)) return;
      otherRows.push(keepRow(row, start, kept));
      const { group, agentsAbove } = cursor;
      places.push(group === NO_GROUP ? null : { group, agentsAbove });
    });

    const source = { octets: file.octets, rows: kept, texts };
    this.#source = source;
    this.comments = commentRows.map((at) => new CommentLineNode(source, at));
    this.others = otherRows.map((at) => new OtherRecordNode(source, at));
    this.#otherRows = otherRows;
    this.#places = places;
  }

  /** The extension records of the group with an index. */
  extensionsOf(group: number): readonly ExtensionRecord[] {
    this.#extensions ??= this.#byGroup();
    return this.#extensions.get(group) ?? NONE;
  }

  #byGroup(): ReadonlyMap<number, readonly ExtensionRecord[]> {
    const extensions = new Map<number, ExtensionRecord[]>();
    this.#places.forEach((place, index) => {
      if (place === null || scopeOf(this.others[index].name) !== 'agents') return;
      const ofGroup = extensions.get(place.group) ?? [];
      ofGroup.push(new ExtensionRecordNode(this.#source, this.#otherRows[index], place.agentsAbove));
      extensions.set(place.group, ofGroup);
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

/** Outside all groups. */
const NO_GROUP = -1;

/** Which group a line is in, while going through the lines in order. */
class GroupCursor {
  /** The index of the group, or `NO_GROUP`. */
  group = NO_GROUP;
  /** How many of the group's user-agent lines are above. */
  agentsAbove = 0;
  /** The index in the grouping's rows of the next row. */
  #at = 0;
  #nextGroup = 0;
  readonly #grouping: Grouping;
  readonly #blankLineEndsGroup: boolean;

  constructor(grouping: Grouping, blankLineEndsGroup: boolean) {
    this.#grouping = grouping;
    this.#blankLineEndsGroup = blankLineEndsGroup;
  }

  /** Goes to a line. Returns whether it is a directive under the grouping's profile, and no statement of usage. */
  advance(line: number, isBlank: boolean): boolean {
    if (isBlank && this.#blankLineEndsGroup) this.group = NO_GROUP;
    const { rows, table, bounds, groupCount } = this.#grouping;
    const at = this.#at;
    if (at === rows.length || rows[at + ROW_LINE] !== line) return false;
    this.#at += ROW_STRIDE;
    const row = at / ROW_STRIDE;
    if (this.#nextGroup < groupCount && bounds[this.#nextGroup * GROUP_STRIDE + GROUP_FIRST] === row) {
      this.group = this.#nextGroup++;
      this.agentsAbove = 0;
    }
    const reading = readRow(flagsOf(rows, at), table);
    const isAboveRules =
      this.group !== NO_GROUP && row < bounds[this.group * GROUP_STRIDE + GROUP_FIRST_RULE];
    if (isAboveRules && isUserAgent(reading)) this.agentsAbove++;
    return reading !== NO_DIRECTIVE && reading !== CONTENT_USAGE;
  }
}
