/**
 * A column of one row group as Parquet stores it ("Column chunks"): a page with the distinct values, if rows share them, and pages of rows.
 */
import { gzipSync } from 'node:zlib';
import type { ColumnChunk, PageHeader } from 'hyparquet';
import type { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import type { Cell, Column, ColumnType } from '../tables.js';
import { type ColumnCells, NULL_CODE } from './column-cells.js';
import { addEntries, type Leaf, leafOf, maxDefinition, type Numbers, presentIn } from './column-entries.js';
import { bitsBelow, NumberRuns, PageOctets } from './page-octets.js';

/** The most rows of a page. */
const MAX_PAGE_ROWS = 65_536;

/** The most characters of the texts of a page without a dictionary, about. */
const MAX_PAGE_CHARACTERS = 1024 * 1024;

/** How Parquet stores the values of the types of columns. */
const PHYSICAL = {
  string: 'BYTE_ARRAY',
  integer: 'INT64',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'INT64',
  list: 'BYTE_ARRAY',
  octets: 'BYTE_ARRAY',
} as const satisfies Readonly<Record<ColumnType, string>>;

interface Codec {
  readonly name: 'SNAPPY' | 'GZIP';
  readonly compress: (octets: Uint8Array) => Uint8Array;
}

const SNAPPY: Codec = { name: 'SNAPPY', compress: snappyCompress };

/** For files. Zstandard would be quicker, but Node 20 has none, and the same input must give the same octets on every machine. */
const GZIP: Codec = { name: 'GZIP', compress: (octets) => gzipSync(octets) };

export interface ColumnToWrite {
  readonly name: string;
  readonly column: Column;
  readonly cells: ColumnCells;
  /** Whether the least and the greatest value are stored. */
  readonly hasBounds: boolean;
}

/** The memory in which pages are made. It is used again for each. */
export class PageMemory {
  readonly repetitions = new PageOctets();
  readonly definitions = new PageOctets();
  readonly values = new PageOctets();
}

/** Writes a column, and returns what the footer says about it. */
export function writeColumnChunk(
  output: ByteWriter,
  memory: PageMemory,
  written: ColumnToWrite,
): ColumnChunk {
  const { name, column, cells, hasBounds } = written;
  const { type } = column;
  const leaf = leafOf(column, cells);
  const isShared = leaf.values.length > 0 && type !== 'boolean' && 2 * leaf.values.length <= leaf.present;
  const codec = type === 'octets' ? GZIP : SNAPPY;
  const pages = new PageWriter(output, memory, codec, type, leaf);
  if (isShared) pages.writeDictionary();
  const dataStart = output.offset;
  let entries = 0;
  let run = 0;
  for (let from = 0; from < cells.length; ) {
    while (cells.endOf(run) <= from) run++;
    const to = isShared ? Math.min(from + MAX_PAGE_ROWS, cells.length) : pageEnd(cells, run, from);
    entries += pages.writeRows(cells, run, from, to, isShared);
    from = to;
  }
  return {
    file_offset: BigInt(pages.start),
    meta_data: {
      type: PHYSICAL[type],
      encodings: isShared ? ['PLAIN', 'RLE_DICTIONARY'] : ['PLAIN'],
      path_in_schema: type === 'list' ? [name, 'list', 'element'] : [name],
      codec: codec.name,
      num_values: BigInt(entries),
      total_uncompressed_size: BigInt(pages.uncompressedOctets),
      total_compressed_size: BigInt(output.offset - pages.start),
      data_page_offset: BigInt(dataStart),
      ...(isShared ? { dictionary_page_offset: BigInt(pages.start) } : {}),
      ...(hasBounds ? { statistics: boundsOf(type, cells) } : {}),
    },
  };
}

/** Where a page of values without a dictionary ends that begins at a row of a run. */
function pageEnd(cells: ColumnCells, run: number, from: number): number {
  const last = Math.min(from + MAX_PAGE_ROWS, cells.length);
  let characters = 0;
  for (let row = from; row < last; run++) {
    const end = Math.min(cells.endOf(run), last);
    const code = cells.codeOf(run);
    const value = code === NULL_CODE ? null : cells.values[code - 1];
    const charactersEach = Math.max(typeof value === 'string' ? value.length : 1, 1);
    const wanted = Math.ceil((MAX_PAGE_CHARACTERS - characters) / charactersEach);
    if (wanted <= end - row) return row + wanted;
    characters += (end - row) * charactersEach;
    row = end;
  }
  return last;
}

/** Writes the pages of one column. */
class PageWriter {
  readonly start: number;
  /** The size of the pages so far before compression, headers included. */
  uncompressedOctets = 0;
  readonly #output: ByteWriter;
  readonly #memory: PageMemory;
  readonly #codec: Codec;
  readonly #type: ColumnType;
  readonly #leaf: Leaf;

  constructor(output: ByteWriter, memory: PageMemory, codec: Codec, type: ColumnType, leaf: Leaf) {
    this.#output = output;
    this.#memory = memory;
    this.#codec = codec;
    this.#type = type;
    this.#leaf = leaf;
    this.start = output.offset;
  }

  /** The page with the distinct values. */
  writeDictionary(): void {
    const { values } = this.#leaf;
    const octets = this.#memory.values;
    octets.clear();
    for (const value of values) writePlain(octets, this.#type, value);
    const compressed = this.#codec.compress(octets.written);
    this.#write({
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: octets.length,
      compressed_page_size: compressed.length,
      dictionary_page_header: { num_values: values.length, encoding: 'PLAIN' },
    });
    this.#output.appendBytes(compressed);
  }

  /**
   * A page of rows ("Data page v2": the levels are not compressed).
   *
   * @param run the run of cells that the first row is in
   * @param isShared whether the values are those of the dictionary
   * @returns how many entries it has
   */
  writeRows(cells: ColumnCells, run: number, from: number, to: number, isShared: boolean): number {
    const leaf = this.#leaf;
    const { repetitions, definitions, values } = this.#memory;
    for (const octets of [repetitions, definitions, values]) octets.clear();
    const width = bitsBelow(leaf.values.length);
    if (isShared) values.octet(width);
    const definitionSteps = maxDefinition(leaf);
    const sinks = {
      repetitions: leaf.lists === undefined ? NOWHERE : new NumberRuns(repetitions, 1),
      definitions:
        definitionSteps === 0 ? NOWHERE : new NumberRuns(definitions, bitsBelow(definitionSteps + 1)),
      values: isShared ? new NumberRuns(values, width) : new PlainValues(values, this.#type, leaf.values),
    };
    const { entries, present } = addEntries(leaf, cells, run, from, to, sinks);
    for (const sink of Object.values(sinks)) sink.end();
    const compressed = this.#codec.compress(values.written);
    const levels = repetitions.length + definitions.length;
    this.#write({
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels + values.length,
      compressed_page_size: levels + compressed.length,
      data_page_header_v2: {
        num_values: entries,
        num_nulls: entries - present,
        num_rows: to - from,
        encoding: isShared ? 'RLE_DICTIONARY' : 'PLAIN',
        definition_levels_byte_length: definitions.length,
        repetition_levels_byte_length: repetitions.length,
        is_compressed: true,
      },
    });
    for (const octets of [repetitions.written, definitions.written, compressed])
      this.#output.appendBytes(octets);
    return entries;
  }

  #write(header: PageHeader): void {
    const start = this.#output.offset;
    writePageHeader(this.#output, header);
    this.uncompressedOctets += this.#output.offset - start + header.uncompressed_page_size;
  }
}

/** For levels that are the same for every entry of a column, and so are not written. */
const NOWHERE = { add() {}, end() {} };

/** The values of a page as they are ("PLAIN"): booleans as bits, the first in the least one. */
class PlainValues implements Numbers {
  readonly #octets: PageOctets;
  readonly #type: ColumnType;
  readonly #values: readonly NonNullable<Cell>[];
  readonly #bits: number[] = [];

  constructor(octets: PageOctets, type: ColumnType, values: readonly NonNullable<Cell>[]) {
    this.#octets = octets;
    this.#type = type;
    this.#values = values;
  }

  add(index: number, count: number): void {
    const value = this.#values[index];
    for (let nth = 0; nth < count; nth++) {
      if (this.#type === 'boolean') this.#bits.push(Number(value));
      else writePlain(this.#octets, this.#type, value);
    }
  }

  end(): void {
    this.#octets.packed(this.#bits, this.#bits.length, 1);
  }
}

/** Writes a value as it is, unless it is a boolean. */
function writePlain(octets: PageOctets, type: ColumnType, value: NonNullable<Cell>): void {
  if (type === 'integer') octets.int64(value as number);
  else if (type === 'timestamp') octets.int64(Date.parse(value as string));
  else if (type === 'double') octets.double(value as number);
  else if (type === 'octets') octets.octets(Buffer.from(value as string, 'base64'));
  else octets.text(value as string);
}

/** The least and the greatest value of a column of texts, timestamps or integers. */
function boundsOf(type: ColumnType, cells: ColumnCells) {
  const { values } = cells;
  const all: (string | bigint)[] =
    type === 'string'
      ? (values as string[])
      : values.map((value) => BigInt(type === 'timestamp' ? Date.parse(value as string) : (value as number)));
  const nulls = BigInt(cells.length - presentIn(cells));
  if (all.length === 0) return { null_count: nulls };
  return {
    null_count: nulls,
    min_value: all.reduce((least, value) => (isLess(value, least) ? value : least)),
    max_value: all.reduce((greatest, value) => (isLess(greatest, value) ? value : greatest)),
  };
}

/** Texts are ordered by their octets. */
function isLess(one: string | bigint, other: string | bigint): boolean {
  if (typeof one === 'bigint') return one < (other as bigint);
  return Buffer.compare(Buffer.from(one), Buffer.from(other as string)) < 0;
}
