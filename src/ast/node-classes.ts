/**
 * Groups, records and comments as objects. They keep places and read texts from the octets. A rule, of which files have most, is
 * only a window on its row.
 */
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { RFC_9309_READING } from '../profiles.js';
import { OctetText } from '../stream/octet-text.js';
import * as Row from '../stream/row.js';
import type { RobotsFile } from './file.js';
import { foldRows } from './file-rows.js';
import { agentsOfGroup, type Grouping, type GroupRows, rulesOfGroup } from './groups.js';
import type * as Nodes from './nodes.js';

/** Members of an object as data. */
export function membersOf<Of>(object: Of, names: readonly (keyof Of)[]): object {
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

/** A node. JSON and Node's `inspect` show it as data. */
abstract class ShownNode {
  toJSON(): object {
    return membersOf(this, kindOf(this)[2] as readonly string[] as readonly never[]);
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected(kindOf(this)[1], this.toJSON(), depth, options, inspect);
  }
}

/** A record with its place and its texts. */
abstract class PlacedRecord extends ShownNode implements Nodes.RecordNode {
  readonly line: number;
  readonly field: OctetText;
  readonly value: OctetText;

  constructor({ line, field, value }: Nodes.RecordNode) {
    super();
    this.line = line;
    this.field = field;
    this.value = value;
  }
}

/** The record of a row at an index. The rows are not kept. */
export function recordAt(octets: Uint8Array, rows: Int32Array, at: number): Nodes.RecordNode {
  return {
    line: rows[at + Row.LINE],
    field: textAt(octets, rows, at + Row.FIELD_START),
    value: textAt(octets, rows, at + Row.VALUE_START),
  };
}

/** The octets from the offset in a column of a row to that in the next column. */
function textAt(octets: Uint8Array, rows: Int32Array, column: number): OctetText {
  return new OctetText(octets, rows[column], rows[column + 1], 0);
}

class UserAgentLineNode extends PlacedRecord implements Nodes.UserAgentLine {
  readonly usable: boolean;
  readonly #file: RobotsFile;
  #name: string | undefined;

  constructor({ file, rows, table }: Grouping, at: number) {
    super(recordAt(file.octets, rows, at));
    this.usable = Row.readRow(Row.flagsOf(rows, at), table) === Row.USER_AGENT;
    this.#file = file;
  }

  get name(): string {
    this.#name ??= this.#file.texts.slice(this.value.start, this.value.end);
    return this.#name;
  }
}

/** A rule: a window on its row, because a file has many. */
export class RuleNode extends ShownNode implements Nodes.Rule {
  readonly #source: Pick<Grouping, 'file' | 'rows'>;
  readonly #at: number;
  #pattern: string | undefined;

  constructor(source: Pick<Grouping, 'file' | 'rows'>, at: number) {
    super();
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.#source.rows[this.#at + Row.LINE];
  }

  get field(): OctetText {
    const { file, rows } = this.#source;
    return textAt(file.octets, rows, this.#at + Row.FIELD_START);
  }

  get value(): OctetText {
    const { file, rows } = this.#source;
    return textAt(file.octets, rows, this.#at + Row.VALUE_START);
  }

  get directive(): 'allow' | 'disallow' {
    const flags = this.#source.rows[this.#at + Row.FLAGS] as Row.Flags;
    return Row.directiveOf(flags) === Row.ALLOW ? 'allow' : 'disallow';
  }

  get pattern(): string {
    const { file, rows } = this.#source;
    this.#pattern ??= file.texts.slice(rows[this.#at + Row.VALUE_START], rows[this.#at + Row.VALUE_END]);
    return this.#pattern;
  }
}

export class OtherRecordNode extends PlacedRecord implements Nodes.OtherRecord {
  #name: string | undefined;

  get name(): string {
    this.#name ??= this.field.text.toLowerCase();
    return this.#name;
  }
}

/** Another record as a record of a group. */
export class ExtensionRecordNode extends OtherRecordNode implements Nodes.ExtensionRecord {
  readonly userAgentCount: number;

  constructor(record: Nodes.RecordNode, userAgentCount: number) {
    super(record);
    this.userAgentCount = userAgentCount;
  }
}

class SitemapNode extends PlacedRecord implements Nodes.Sitemap {
  /** Decoded by itself: a program that keeps the URL must not keep the text around it. */
  get url(): string {
    return this.value.text;
  }
}

/** Of the octets, none: no rule is needed. */
const NO_OCTET = -1;

/** The sitemap lines of a file, as RFC 9309 reads it, in file order. Few who ask for them need its rows for anything else. */
export function sitemapsOf(file: RobotsFile): readonly Nodes.Sitemap[] {
  const table = Row.readingTable(RFC_9309_READING);
  const sitemaps: Nodes.Sitemap[] = [];
  const take = (rows: Int32Array, from: number, to: number): void => {
    for (let at = from; at < to; at += Row.STRIDE) {
      if (Row.readRow(Row.flagsOf(rows, at), table) === Row.SITEMAP)
        sitemaps.push(new SitemapNode(recordAt(file.octets, rows, at)));
    }
  };
  if (!file.isRead) foldRows(file.octets, RFC_9309_READING, { second: NO_OCTET, skipped: Row.ALLOW, take });
  else take(file.lines.rows, 0, file.lines.rows.length);
  return sitemaps;
}

/** A comment, alone on its line or after a record. */
export class CommentLineNode extends ShownNode implements Nodes.CommentNode {
  readonly line: number;
  readonly comment: OctetText;

  constructor(line: number, comment: OctetText) {
    super();
    this.line = line;
    this.comment = comment;
  }

  get text(): string {
    return this.comment.text.slice(1).trim();
  }
}

/** The view that a group belongs to (`view.ts`). */
interface GroupSource {
  readonly grouping: Grouping;
  extensionsOf(group: Nodes.Group): readonly Nodes.ExtensionRecord[];
}

/** A run of rows (`groups.ts`). Its lists are made when they are first read. */
export class GroupNode extends ShownNode implements Nodes.Group {
  readonly #view: GroupSource;
  readonly #rows: GroupRows;
  #userAgents: readonly Nodes.UserAgentLine[] | undefined;
  #rules: readonly Nodes.Rule[] | undefined;

  constructor(view: GroupSource, rows: GroupRows) {
    super();
    this.#view = view;
    this.#rows = rows;
  }

  get userAgents(): readonly Nodes.UserAgentLine[] {
    const { grouping } = this.#view;
    this.#userAgents ??= agentsOfGroup(grouping, this.#rows).map((at) => new UserAgentLineNode(grouping, at));
    return this.#userAgents;
  }

  get rules(): readonly Nodes.Rule[] {
    const { grouping } = this.#view;
    this.#rules ??= rulesOfGroup(grouping, this.#rows).map((at) => new RuleNode(grouping, at));
    return this.#rules;
  }

  get extensions(): readonly Nodes.ExtensionRecord[] {
    return this.#view.extensionsOf(this);
  }
}

/** Each kind of node, its name, and what JSON and Node's `inspect` show of it. */
const KINDS = [
  [GroupNode, 'Group', ['userAgents', 'rules', 'extensions']],
  [UserAgentLineNode, 'UserAgentLine', ['line', 'field', 'value', 'name', 'usable']],
  [RuleNode, 'Rule', ['line', 'field', 'value', 'directive', 'pattern']],
  [SitemapNode, 'Sitemap', ['line', 'field', 'value', 'url']],
  // Before `OtherRecord`, whose class it extends.
  [ExtensionRecordNode, 'ExtensionRecord', ['line', 'field', 'value', 'name', 'userAgentCount']],
  [OtherRecordNode, 'OtherRecord', ['line', 'field', 'value', 'name']],
  [CommentLineNode, 'CommentNode', ['line', 'comment', 'text']],
] as const;

function kindOf(node: object): (typeof KINDS)[number] {
  return KINDS.find(([type]) => node instanceof type) as (typeof KINDS)[number];
}
