/**
 * From lines to the nodes that no rule depends on: comments, other records, and whom those apply to. They are read from
 * the octets again when somebody asks for them.
 */
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { Profile, ReadingAxes } from '../profiles.js';
import type { LineEvent } from '../stream/events.js';
import { NO_DIRECTIVE } from '../stream/fields.js';
import { readLine } from '../stream/read-line.js';
import {
  isRecordUnder,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_LINE,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
} from '../stream/row.js';
import { OctetText } from '../stream/text.js';
import { linesOf } from '../stream/whole.js';
import { type DocumentFacts, partialMarkOctets } from './document-fold.js';
import { scopeOf } from './extension-values.js';
import { GROUP_FIRST, GROUP_FIRST_RULE, GROUP_STRIDE, type Grouping, isUserAgent } from './grouping.js';
import type { CommentNode, ExtensionRecord, OtherRecord } from './nodes.js';
import { kindOf } from './row-nodes.js';

export interface LineNodes {
  readonly others: readonly OtherRecord[];
  readonly comments: readonly CommentNode[];
  /** For each group that has any, by its index. */
  readonly extensions: ReadonlyMap<number, readonly ExtensionRecord[]>;
}

/** Reads the lines of a document for what its rows do not hold. */
export function collectLineNodes(facts: DocumentFacts, grouping: Grouping, profile: Profile): LineNodes {
  const others: OtherRecord[] = [];
  const comments: CommentNode[] = [];
  const extensions = new Map<number, ExtensionRecord[]>();
  const markOctets = partialMarkOctets(facts, profile.reading);
  const cursor = new GroupCursor(facts, grouping, profile.groups.blankLineEndsGroup);
  for (const event of linesOf(facts.octets)) {
    if (event.comment !== null) comments.push(commentNode(event.line, event.comment));
    const isDirective = cursor.advance(event.line, event.type === 'blank');
    if (isDirective || event.type === 'blank' || event.type === 'comment') continue;
    const record = otherRecord(event, profile.reading, event.line === 1 ? markOctets : 0);
    if (record === null) continue;
    others.push(record);
    if (cursor.group === NO_GROUP || scopeOf(record.name) !== 'agents') continue;
    const ofGroup = extensions.get(cursor.group) ?? [];
    ofGroup.push({ ...record, userAgentCount: cursor.agentsAbove });
    extensions.set(cursor.group, ofGroup);
  }
  return { others, comments, extensions };
}

const row = new Int32Array(ROW_STRIDE);

/**
 * The record that a line is which is no directive under a profile; null if it is none at all.
 *
 * @param skip how many octets at its start are not read
 */
function otherRecord(event: LineEvent, reading: ReadingAxes, skip: number): OtherRecord | null {
  const { octets, line, span } = event;
  const end = Math.min(octets.length, skip + LINE_LIMIT_OCTETS);
  readLine(octets, skip, end, reading.controlOctets, row, 0);
  if (!isRecordUnder(row[ROW_FLAGS], reading)) return null;
  const field = new OctetText(octets, row[ROW_FIELD_START], row[ROW_FIELD_END], span.start);
  const value = new OctetText(octets, row[ROW_VALUE_START], row[ROW_VALUE_END], span.start);
  return { line, field, value, name: field.text.toLowerCase() };
}

/** Not in any group. */
const NO_GROUP = -1;

/** Which group a line is in, going through the lines in order. */
class GroupCursor {
  /** Index of the group, or `NO_GROUP`. */
  group = NO_GROUP;
  /** How many of the group's user-agent lines have been passed. */
  agentsAbove = 0;
  #row = 0;
  #nextGroup = 0;
  readonly #facts: DocumentFacts;
  readonly #grouping: Grouping;
  readonly #blankLineEndsGroup: boolean;

  constructor(facts: DocumentFacts, grouping: Grouping, blankLineEndsGroup: boolean) {
    this.#facts = facts;
    this.#grouping = grouping;
    this.#blankLineEndsGroup = blankLineEndsGroup;
  }

  /** Goes to a line. Returns whether it is a directive under the grouping's profile. */
  advance(line: number, isBlank: boolean): boolean {
    if (isBlank && this.#blankLineEndsGroup) this.group = NO_GROUP;
    const row = this.#row;
    const { rowCount } = this.#facts;
    if (row === rowCount || this.#grouping.rows[row * ROW_STRIDE + ROW_LINE] !== line) return false;
    this.#row++;
    const { bounds, groupCount } = this.#grouping;
    const next = this.#nextGroup * GROUP_STRIDE;
    if (this.#nextGroup < groupCount && bounds[next + GROUP_FIRST] === row) {
      this.group = this.#nextGroup++;
      this.agentsAbove = 0;
    }
    const kind = kindOf(this.#grouping, row);
    const isInGroup = this.group !== NO_GROUP && row < bounds[this.group * GROUP_STRIDE + GROUP_FIRST_RULE];
    if (isInGroup && isUserAgent(kind)) this.agentsAbove++;
    return kind !== NO_DIRECTIVE;
  }
}

function commentNode(line: number, comment: OctetText): CommentNode {
  return { line, comment, text: comment.text.slice(1).trim() };
}
