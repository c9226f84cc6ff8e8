/**
 * The nodes of single lines, as windows on their rows: a getter reads its value from the octets.
 */
import { HASH, LOWER_S } from '../ascii.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { RFC_9309_READING } from '../profiles.js';
import { indexOf, readingEnd } from '../stream/read-line.js';
import {
  ALLOW,
  directiveOf,
  flagsOf,
  type Reading,
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_LINE,
  ROW_START,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  type RowFlags,
  readingTable,
  readRow,
  SITEMAP,
} from '../stream/row.js';
import { type LineVisitor, visitDirectives } from '../stream/scan.js';
import { OctetText } from '../stream/window.js';
import { type FileTexts, isParsed, type ParsedFile, rowOfLine, rowsUnder, type UnreadFile } from './file.js';
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
  readonly unreadFile: UnreadFile;
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
 * A window on the row of a record. A file has one for each rule, so the derived classes have the fields: V8 takes twice as long to
 * make an object whose private fields belong to a base class. A private method counts as a field (docs/scanner.md).
 */
abstract class RowRecord extends ShownNode implements RecordNode {
  abstract readonly line: number;
  abstract readonly field: OctetText;
  abstract readonly value: OctetText;

  toJSON(): object {
    const { line, field, value } = this;
    return { line, field, value };
  }
}

/** A part of a file, by offsets in the file. */
function textAt({ unreadFile }: ShownFile, start: number, end: number): OctetText {
  return new OctetText(unreadFile.octets, start, end, 0);
}

function fieldAt({ file, rows }: NodeSource, at: number): OctetText {
  return textAt(file, rows[at + ROW_FIELD_START], rows[at + ROW_FIELD_END]);
}

function valueAt({ file, rows }: NodeSource, at: number): OctetText {
  return textAt(file, rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END]);
}

/** The value of a row as text, which may share memory with the texts around it. */
function valueText({ file, rows }: NodeSource, at: number): string {
  return file.texts.slice(rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END]);
}

export class UserAgentLineNode extends RowRecord implements UserAgentLine {
  readonly usable: boolean;
  readonly #source: NodeSource;
  /** Where the row starts in the source's rows. */
  readonly #at: number;
  #name: string | undefined;

  constructor(source: NodeSource, at: number, usable: boolean) {
    super();
    this.usable = usable;
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.#source.rows[this.#at + ROW_LINE];
  }

  get field(): OctetText {
    return fieldAt(this.#source, this.#at);
  }

  get value(): OctetText {
    return valueAt(this.#source, this.#at);
  }

  get name(): string {
    this.#name ??= valueText(this.#source, this.#at);
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
  readonly #source: NodeSource;
  readonly #at: number;
  #pattern: string | undefined;

  constructor(source: NodeSource, at: number) {
    super();
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.#source.rows[this.#at + ROW_LINE];
  }

  get field(): OctetText {
    return fieldAt(this.#source, this.#at);
  }

  get value(): OctetText {
    return valueAt(this.#source, this.#at);
  }

  get directive(): 'allow' | 'disallow' {
    return directiveOf(this.#source.rows[this.#at + ROW_FLAGS] as RowFlags) === ALLOW ? 'allow' : 'disallow';
  }

  get pattern(): string {
    this.#pattern ??= valueText(this.#source, this.#at);
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

/** A sitemap line. It is made without a row: a program that wants nothing but sitemaps is spared those of all other lines. */
export class SitemapNode extends ShownNode implements Sitemap {
  readonly line: number;
  readonly #file: ShownFile;
  readonly #valueStart: number;
  readonly #valueEnd: number;
  #url: string | undefined;

  constructor(file: ShownFile, line: number, valueStart: number, valueEnd: number) {
    super();
    this.line = line;
    this.#file = file;
    this.#valueStart = valueStart;
    this.#valueEnd = valueEnd;
  }

  get field(): OctetText {
    const row = rowOfLine(this.#file.unreadFile, RFC_9309_READING, this.#valueStart, this.line);
    return textAt(this.#file, row[ROW_FIELD_START], row[ROW_FIELD_END]);
  }

  get value(): OctetText {
    return textAt(this.#file, this.#valueStart, this.#valueEnd);
  }

  /** Decoded by itself: a program that keeps the URL must not keep the text around it. */
  get url(): string {
    this.#url ??= this.#file.texts.ownText(this.#valueStart, this.#valueEnd);
    return this.#url;
  }

  toJSON(): object {
    const { line, field, value, url } = this;
    return { line, field, value, url };
  }

  protected get kind(): string {
    return 'Sitemap';
  }
}

export class OtherRecordNode extends RowRecord implements OtherRecord {
  readonly #source: NodeSource;
  readonly #at: number;
  #name: string | undefined;

  constructor(source: NodeSource, at: number) {
    super();
    this.#source = source;
    this.#at = at;
  }

  get line(): number {
    return this.#source.rows[this.#at + ROW_LINE];
  }

  get field(): OctetText {
    return fieldAt(this.#source, this.#at);
  }

  get value(): OctetText {
    return valueAt(this.#source, this.#at);
  }

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
    const start = indexOf(this.#file.unreadFile.octets, HASH, this.#lineStart, this.#end);
    return textAt(this.#file, start, this.#end);
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

/**
 * The sitemap lines of a file, in file order. If its lines have not been read, only the sitemaps among them are.
 *
 * @param shown the same file, as nodes show it
 */
export function sitemapsOf(shown: ShownFile, file: UnreadFile | ParsedFile): readonly Sitemap[] {
  return isParsed(file) ? sitemapsInRows(shown, file) : sitemapsInOctets(shown, file);
}

function sitemapsInRows(shown: ShownFile, file: ParsedFile): readonly Sitemap[] {
  const rows = rowsUnder(file, RFC_9309_READING);
  const table = readingTable(RFC_9309_READING);
  const sitemaps: Sitemap[] = [];
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    if (readRow(flagsOf(rows, at), table) !== SITEMAP) continue;
    sitemaps.push(
      new SitemapNode(shown, rows[at + ROW_LINE], rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END]),
    );
  }
  return sitemaps;
}

function sitemapsInOctets(shown: ShownFile, file: UnreadFile): readonly Sitemap[] {
  const visitor = new SitemapVisitor(shown);
  visitDirectives(file.octets, RFC_9309_READING, visitor);
  return visitor.sitemaps;
}

/** Makes the sitemaps of a file, and skips all other lines. */
class SitemapVisitor implements LineVisitor {
  readonly sitemaps: Sitemap[] = [];
  private readonly shown: ShownFile;

  constructor(shown: ShownFile) {
    this.shown = shown;
  }

  wants(firstLetter: number): boolean {
    return firstLetter === LOWER_S;
  }

  rulesOut(): boolean {
    return true;
  }

  blank(): void {}

  directive(
    reading: Reading,
    _octets: Uint8Array,
    valueStart: number,
    valueEnd: number,
    line: number,
  ): boolean {
    if (reading === SITEMAP) this.sitemaps.push(new SitemapNode(this.shown, line, valueStart, valueEnd));
    return true;
  }
}
