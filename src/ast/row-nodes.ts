/**
 * The nodes of single lines, as windows on their rows: a getter reads its value from the octets.
 */
import { HASH } from '../ascii.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { ALLOW, type RuleDirective } from '../stream/fields.js';
import { indexOf, readingEnd } from '../stream/read-line.js';
import {
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_LINE,
  ROW_START,
  ROW_VALUE_END,
  ROW_VALUE_START,
} from '../stream/row.js';
import { decodeText, OctetText } from '../stream/text.js';
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

/** Where nodes read their members from. */
export interface NodeSource {
  readonly octets: Uint8Array;
  /** Rows of the octets (`stream/row.ts`), in any memory. */
  readonly rows: Int32Array | readonly number[];
  readonly texts: FileTexts;
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
    return this.#column(ROW_LINE);
  }

  get field(): OctetText {
    return new OctetText(this.#source.octets, this.#column(ROW_FIELD_START), this.#column(ROW_FIELD_END), 0);
  }

  get value(): OctetText {
    return new OctetText(this.#source.octets, this.#column(ROW_VALUE_START), this.#column(ROW_VALUE_END), 0);
  }

  toJSON(): object {
    const { line, field, value } = this;
    return { line, field, value };
  }

  /** The value as text, which may share memory with the texts around it. */
  protected valueText(): string {
    return this.#source.texts.slice(this.#column(ROW_VALUE_START), this.#column(ROW_VALUE_END));
  }

  /** The value as a text of its own. */
  protected ownValueText(): string {
    const { octets } = this.#source;
    return decodeText(octets.subarray(this.#column(ROW_VALUE_START), this.#column(ROW_VALUE_END)));
  }

  /** One integer of the row. */
  #column(column: number): number {
    return this.#source.rows[this.#at + column];
  }
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

  override toJSON(): object {
    const { name, usable } = this;
    return { ...super.toJSON(), name, usable };
  }

  protected get kind(): string {
    return 'UserAgentLine';
  }
}

export class RuleNode extends RowRecord implements Rule {
  readonly directive: 'allow' | 'disallow';
  #pattern: string | undefined;

  constructor(source: NodeSource, at: number, directive: RuleDirective) {
    super(source, at);
    this.directive = directive === ALLOW ? 'allow' : 'disallow';
  }

  get pattern(): string {
    this.#pattern ??= this.valueText();
    return this.#pattern;
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
  readonly #octets: Uint8Array;
  readonly #lineStart: number;
  readonly #end: number;

  /** @param rows has the row of its line, at the index `at`; it is not kept */
  constructor(octets: Uint8Array, rows: Int32Array, at: number) {
    super();
    this.line = rows[at + ROW_LINE];
    this.#octets = octets;
    this.#lineStart = rows[at + ROW_START];
    this.#end = readingEnd(this.#lineStart, rows[at + ROW_END]);
  }

  get comment(): OctetText {
    return new OctetText(this.#octets, indexOf(this.#octets, HASH, this.#lineStart, this.#end), this.#end, 0);
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
