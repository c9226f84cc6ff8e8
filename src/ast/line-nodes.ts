/**
 * Rows → the nodes that no rule depends on: comments, other records, and the crawlers that those apply to.
 */

import { HASH } from '../ascii.js';
import type { Profile } from '../profiles.js';
import { NO_DIRECTIVE } from '../stream/fields.js';
import { indexOf, readAgain, readingEnd } from '../stream/read-line.js';
import {
  BLANK,
  COMMENT,
  flagsOf,
  HAS_COMMENT,
  HAS_NUL,
  isRecordUnder,
  isUserAgent,
  ROW_END,
  ROW_LINE,
  ROW_START,
  ROW_STRIDE,
  readRow,
  shapeOf,
} from '../stream/row.js';
import { OctetText } from '../stream/text.js';
import { forEachRow } from './every-row.js';
import { scopeOf } from './extension-values.js';
import { GROUP_FIRST, GROUP_FIRST_RULE, GROUP_STRIDE, type Grouping } from './grouping.js';
import type { CommentNode, ExtensionRecord, OtherRecord } from './nodes.js';
import { type ParsedFile, skippedMarkLength } from './parsed-file.js';
import { recordField, recordValue } from './row-nodes.js';

export interface LineNodes {
  readonly others: readonly OtherRecord[];
  readonly comments: readonly CommentNode[];
  /** The extension records of each group that has any, by the group's index. */
  readonly extensions: ReadonlyMap<number, readonly ExtensionRecord[]>;
}

/** Reads the lines of a file for what the rows of its directives do not say. */
export function collectLineNodes(file: ParsedFile, grouping: Grouping, profile: Profile): LineNodes {
  const { octets } = file;
  const { reading } = profile;
  const others: OtherRecord[] = [];
  const comments: CommentNode[] = [];
  const extensions = new Map<number, ExtensionRecord[]>();
  const skipped = skippedMarkLength(file, reading);
  const cursor = new GroupCursor(grouping, profile.groups.blankLineEndsGroup);
  forEachRow(file, (rows, at) => {
    const flags = flagsOf(rows, at);
    const shape = shapeOf(flags);
    const line = rows[at + ROW_LINE];
    if ((flags & HAS_COMMENT) !== 0) comments.push(commentNode(octets, rows, at));
    const isDirective = cursor.advance(line, shape === BLANK);
    if (isDirective || shape === BLANK || shape === COMMENT) return;

    const skip = line === 1 ? skipped : 0;
    if (skip > 0 || (flags & HAS_NUL) !== 0) readAgain(octets, rows, at, reading.controlOctets, skip);
    if (!isRecordUnder(flagsOf(rows, at), reading)) return;
    const record = otherRecord(octets, rows, at);
    others.push(record);
    if (cursor.group === NO_GROUP || scopeOf(record.name) !== 'agents') return;
    const ofGroup = extensions.get(cursor.group) ?? [];
    ofGroup.push({ ...record, userAgentCount: cursor.agentsAbove });
    extensions.set(cursor.group, ofGroup);
  });
  return { others, comments, extensions };
}

function otherRecord(octets: Uint8Array, rows: Int32Array, at: number): OtherRecord {
  const field = recordField(octets, rows, at);
  const value = recordValue(octets, rows, at);
  return { line: rows[at + ROW_LINE], field, value, name: field.text.toLowerCase() };
}

function commentNode(octets: Uint8Array, rows: Int32Array, at: number): CommentNode {
  const start = rows[at + ROW_START];
  const end = readingEnd(start, rows[at + ROW_END]);
  const comment = new OctetText(octets, indexOf(octets, HASH, start, end), end, 0);
  return { line: rows[at + ROW_LINE], comment, text: comment.text.slice(1).trim() };
}

/** Not in any group. */
const NO_GROUP = -1;

/** Which group a line is in, while going through the lines in order. */
class GroupCursor {
  /** The index of the group, or `NO_GROUP`. */
  group = NO_GROUP;
  /** How many of the group's user-agent lines are above. */
  agentsAbove = 0;
  /** Where in the grouping's rows the first row is that no line has reached. */
  #at = 0;
  #nextGroup = 0;
  readonly #grouping: Grouping;
  readonly #blankLineEndsGroup: boolean;

  constructor(grouping: Grouping, blankLineEndsGroup: boolean) {
    this.#grouping = grouping;
    this.#blankLineEndsGroup = blankLineEndsGroup;
  }

  /** Goes to a line. Returns whether it is a directive under the grouping's profile. */
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
    return reading !== NO_DIRECTIVE;
  }
}
