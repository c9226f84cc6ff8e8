/**
 * The nodes of single lines, as windows on their rows: a getter reads its value from the octets.
 */
import { HASH } from '../ascii.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { ALLOW } from '../stream/fields.js';
import { indexOf, readingEnd } from '../stream/read-line.js';
import {
  directiveOf,
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_LINE,
  ROW_START,
  ROW_VALUE_END,
  ROW_VALUE_START,
  type RowFlags,
} from '../stream/row.js';
import { OctetText } from '../stream/text.js';
import type { FileTexts } from './file-texts.js';
import type {
  CommentNode,
  ExtensionRecord,
  OtherRecord,
  RecordNode,
  Rule,
  Sitemap,
  UserAgentLine,
} from './nodes.js';

/** What nodes show of a file. */
export interface ShownFile {
  /** The octets, in memory that no other document shares. A small file is copied when they are first read. */
  readonly octets: Uint8Array;
  readonly texts: FileTexts;
}

/** Where nodes read their members from. */
export interface NodeSource {
  readonly file: ShownFile;
  /** Rows of the file (`stream/row.ts`), in any memory. */
  readonly rows: Int32Array | readonly number[];
}

/** A node. JSON and Node's `inspect` show it as data. */
export abstract class ShownNode {
  abstract toJSON(): object;

  /** The name that Node shows. */
  protected abstract get kind(): string;

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected(this.kind, this.toJSON(), depth, options, inspect);
  }
}

/**
 * A window on the row of a record. A file has one for each rule, so it has few fields, and no class above it: V8 makes objects of
 * longer chains of classes more slowly.
 */
abstract class RowRecord implements RecordNode {
  readonly #source: NodeSource;
  /** Where the row starts in the source's rows. */
  readonly #at: number;
  #valueText: string | undefined;

  constructor(source: NodeSource, at: number) {
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.column(ROW_LINE);
  }

  get field(): OctetText {
    return this.#octetText(ROW_FIELD_START, ROW_FIELD_END);
  }

  get value(): OctetText {
    return this.#octetText(ROW_VALUE_START, ROW_VALUE_END);
  }

  toJSON(): object {
    const { line, field, value } = this;
    return { line, field, value };
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected(this.kind, this.toJSON(), depth, options, inspect);
  }

  /** The name that Node shows. */
  protected abstract get kind(): string;

  /** The value as text, which may share memory with the texts around it. */
  protected get valueText(): string {
    this.#valueText ??= this.#source.file.texts.slice(
      this.column(ROW_VALUE_START),
      this.column(ROW_VALUE_END),
    );
    return this.#valueText;
  }

  /** The value as a text of its own. */
  protected ownValueText(): string {
    return this.#source.file.texts.ownText(this.column(ROW_VALUE_START), this.column(ROW_VALUE_END));
  }

  /** One integer of the row. */
  protected column(column: number): number {
    return this.#source.rows[this.#at + column];
  }

  #octetText(startColumn: number, endColumn: number): OctetText {
    return new OctetText(this.#source.file.octets, this.column(startColumn), this.column(endColumn), 0);
  }
}

export class UserAgentLineNode extends RowRecord implements UserAgentLine {
  readonly usable: boolean;

  constructor(source: NodeSource, at: number, usable: boolean) {
    super(source, at);
    this.usable = usable;
  }

  get name(): string {
    return this.valueText;
  }

  override toJSON(): object {
    const { name, usable } = this;
    return { ...super.toJSON(), name, usable };
  }

  protected get kind(): string {
    return 'UserAgentLine';
  }
}

export class RuleNode extends RowRecord implements Rule {
  get directive(): 'allow' | 'disallow' {
    return directiveOf(this.column(ROW_FLAGS) as RowFlags) === ALLOW ? 'allow' : 'disallow';
  }

  get pattern(): string {
    return this.valueText;
  }

  override toJSON(): object {
    const { directive, pattern } = this;
    return { ...super.toJSON(), directive, pattern };
  }

  protected get kind(): string {
    return 'Rule';
  }
}

export class SitemapNode extends RowRecord implements Sitemap {
  #url: string | undefined;

  /** Decoded by itself: a program that keeps the URL must not keep the text around it. */
  get url(): string {
    this.#url ??= this.ownValueText();
    return this.#url;
  }

  override toJSON(): object {
    return { ...super.toJSON(), url: this.url };
  }

  protected get kind(): string {
    return 'Sitemap';
  }
}

export class OtherRecordNode extends RowRecord implements OtherRecord {
  #name: string | undefined;

  get name(): string {
    this.#name ??= this.field.text.toLowerCase();
    return this.#name;
  }

  override toJSON(): object {
    return { ...super.toJSON(), name: this.name };
  }

  protected get kind(): string {
    return 'OtherRecord';
  }
}

export class ExtensionRecordNode extends OtherRecordNode implements ExtensionRecord {
  readonly userAgentCount: number;

  constructor(source: NodeSource, at: number, userAgentCount: number) {
    super(source, at);
    this.userAgentCount = userAgentCount;
  }

  override toJSON(): object {
    return { ...super.toJSON(), userAgentCount: this.userAgentCount };
  }

  protected override get kind(): string {
    return 'ExtensionRecord';
  }
}

/** A comment, alone on its line or after a record. */
export class CommentLineNode extends ShownNode implements CommentNode {
  readonly line: number;
  readonly #file: ShownFile;
  readonly #lineStart: number;
  readonly #end: number;

  /** @param rows has the row of its line, at the index `at`; it is not kept */
  constructor(file: ShownFile, rows: Int32Array, at: number) {
    super();
    this.line = rows[at + ROW_LINE];
    this.#file = file;
    this.#lineStart = rows[at + ROW_START];
    this.#end = readingEnd(this.#lineStart, rows[at + ROW_END]);
  }

  get comment(): OctetText {
    const { octets } = this.#file;
    return new OctetText(octets, indexOf(octets, HASH, this.#lineStart, this.#end), this.#end, 0);
  }

  get text(): string {
    return this.comment.text.slice(1).trim();
  }

  toJSON(): object {
    const { line, comment, text } = this;
    return { line, comment, text };
  }

  protected get kind(): string {
    return 'CommentNode';
  }
}
