/**
 * Records and comments as objects: windows on rows, which read their members from the octets.
 */
import { LOWER_S } from '../ascii.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { RFC_9309_READING } from '../profiles.js';
import { commentAt } from '../stream/events.js';
import * as Row from '../stream/row.js';
import { type LineVisitor, visitDirectives } from '../stream/scan.js';
import { OctetText } from '../stream/window.js';
import type { RobotsFile } from './file.js';
import { forEachRow } from './lines.js';
import type {
  CommentNode,
  ExtensionRecord,
  OtherRecord,
  RecordNode,
  Rule,
  Sitemap,
  UserAgentLine,
} from './nodes.js';

/** What JSON and Node's `inspect` show of each kind of node. */
const MEMBERS = {
  Group: ['userAgents', 'rules', 'extensions'],
  UserAgentLine: ['line', 'field', 'value', 'name', 'usable'],
  Rule: ['line', 'field', 'value', 'directive', 'pattern'],
  Sitemap: ['line', 'field', 'value', 'url'],
  OtherRecord: ['line', 'field', 'value', 'name'],
  ExtensionRecord: ['line', 'field', 'value', 'name', 'userAgentCount'],
  CommentNode: ['line', 'comment', 'text'],
} as const;

/** Members of an object as data. */
export function membersOf<Of>(object: Of, names: readonly (keyof Of)[]): object {
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

/** A node. JSON and Node's `inspect` show it as data. */
export abstract class ShownNode {
  protected abstract get kind(): keyof typeof MEMBERS;

  toJSON(): object {
    return membersOf(this, MEMBERS[this.kind] as readonly string[] as readonly (keyof this)[]);
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected(this.kind, this.toJSON(), depth, options, inspect);
  }
}

/** Where nodes read their members from. */
export interface NodeSource {
  readonly file: RobotsFile;
  /** Rows of the file (`stream/row.ts`), in any memory. */
  readonly rows: Int32Array | readonly number[];
}

/** A window on the row of a record. */
abstract class RowRecord extends ShownNode implements RecordNode {
  readonly #source: NodeSource;
  /** Where the row starts in the source's rows. */
  readonly #at: number;

  constructor(source: NodeSource, at: number) {
    super();
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.#source.rows[this.#at + Row.LINE];
  }

  get field(): OctetText {
    return textAt(this.#source, this.#at + Row.FIELD_START);
  }

  get value(): OctetText {
    return textAt(this.#source, this.#at + Row.VALUE_START);
  }

  /** The value as text, which may share memory with the texts around it. */
  protected valueText(): string {
    return valueText(this.#source, this.#at);
  }
}

/** The octets from the offset in a column of a row to that in the next column. */
function textAt({ file, rows }: NodeSource, column: number): OctetText {
  return new OctetText(file.octets, rows[column], rows[column + 1], 0);
}

function valueText({ file, rows }: NodeSource, at: number): string {
  return file.texts.slice(rows[at + Row.VALUE_START], rows[at + Row.VALUE_END]);
}

export class UserAgentLineNode extends RowRecord implements UserAgentLine {
  readonly usable: boolean;
  #name: string | undefined;

  constructor(source: NodeSource, at: number, usable: boolean) {
    super(source, at);
    this.usable = usable;
  }

  get name(): string {
    this.#name ??= this.valueText();
    return this.#name;
  }

  protected get kind(): 'UserAgentLine' {
    return 'UserAgentLine';
  }
}

/**
 * A rule. A file has so many that the class has no base: V8 takes twice as long to make an object whose private fields belong to one,
 * and a tenth longer if its base has none.
 */
export class RuleNode implements Rule {
  readonly #source: NodeSource;
  readonly #at: number;
  #pattern: string | undefined;

  constructor(source: NodeSource, at: number) {
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.#source.rows[this.#at + Row.LINE];
  }

  get field(): OctetText {
    return textAt(this.#source, this.#at + Row.FIELD_START);
  }

  get value(): OctetText {
    return textAt(this.#source, this.#at + Row.VALUE_START);
  }

  get directive(): 'allow' | 'disallow' {
    const flags = this.#source.rows[this.#at + Row.FLAGS] as Row.Flags;
    return Row.directiveOf(flags) === Row.ALLOW ? 'allow' : 'disallow';
  }

  get pattern(): string {
    this.#pattern ??= valueText(this.#source, this.#at);
    return this.#pattern;
  }

  toJSON(): object {
    return membersOf(this as Rule, MEMBERS.Rule);
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('Rule', this.toJSON(), depth, options, inspect);
  }
}

export class OtherRecordNode extends RowRecord implements OtherRecord {
  #name: string | undefined;

  get name(): string {
    this.#name ??= this.field.text.toLowerCase();
    return this.#name;
  }

  protected get kind(): 'OtherRecord' | 'ExtensionRecord' {
    return 'OtherRecord';
  }
}

export class ExtensionRecordNode extends OtherRecordNode implements ExtensionRecord {
  readonly userAgentCount: number;

  constructor(source: NodeSource, at: number, userAgentCount: number) {
    super(source, at);
    this.userAgentCount = userAgentCount;
  }

  protected override get kind(): 'ExtensionRecord' {
    return 'ExtensionRecord';
  }
}

class SitemapNode extends ShownNode implements Sitemap {
  readonly line: number;
  readonly field: OctetText;
  readonly value: OctetText;
  #url: string | undefined;

  /** @param row its row; it is not kept */
  constructor(octets: Uint8Array, row: Int32Array) {
    super();
    this.line = row[Row.LINE];
    this.field = new OctetText(octets, row[Row.FIELD_START], row[Row.FIELD_END], 0);
    this.value = new OctetText(octets, row[Row.VALUE_START], row[Row.VALUE_END], 0);
  }

  /** Decoded by itself: a program that keeps the URL must not keep the text around it. */
  get url(): string {
    this.#url ??= this.value.text;
    return this.#url;
  }

  protected get kind(): 'Sitemap' {
    return 'Sitemap';
  }
}

/**
 * The sitemap lines of a file, as RFC 9309 reads it, in file order. They are found in the octets: that takes 0.6 of the time of reading
 * rows, which most programs that ask for sitemaps need for nothing else.
 */
export function sitemapsOf({ octets }: RobotsFile): readonly Sitemap[] {
  const visitor = new SitemapVisitor(octets);
  visitDirectives(octets, RFC_9309_READING, visitor);
  return visitor.sitemaps;
}

/** Makes the sitemaps of a file, and skips all other lines. */
class SitemapVisitor implements LineVisitor {
  readonly sitemaps: Sitemap[] = [];
  private readonly octets: Uint8Array;

  constructor(octets: Uint8Array) {
    this.octets = octets;
  }

  wants(firstLetter: number): boolean {
    return firstLetter === LOWER_S;
  }

  rulesOut(): boolean {
    return true;
  }

  blank(): void {}

  directive(reading: Row.Reading, _octets: Uint8Array, row: Int32Array): void {
    if (reading === Row.SITEMAP) this.sitemaps.push(new SitemapNode(this.octets, row));
  }
}

/** A comment, alone on its line or after a record. */
class CommentLineNode extends ShownNode implements CommentNode {
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

  protected get kind(): 'CommentNode' {
    return 'CommentNode';
  }
}

/** Every comment of a file, in file order. */
export function commentsOf(file: RobotsFile): readonly CommentNode[] {
  const { octets } = file;
  const comments: CommentNode[] = [];
  forEachRow(file, (rows, at) => {
    const comment = commentAt({ octets, rows, base: 0 }, at);
    if (comment !== null) comments.push(new CommentLineNode(rows[at + Row.LINE], comment));
  });
  return comments;
}
