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
import { type Entries, entriesOf, leafOf, presentIn } from './column-entries.js';
import { bitsBelow, PageOctets } from './page-octets.js';

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

/** Writes a column, and returns what the footer says about it. */
export function writeColumnChunk(output: ByteWriter, written: ColumnToWrite): ColumnChunk {
  const { name, column, cells, hasBounds } = written;
  const { type } = column;
  const leaf = leafOf(column, cells);
  const isShared = leaf.values.length > 0 && type !== 'boolean' && 2 * leaf.values.length <= leaf.present;
  const codec = type === 'octets' ? GZIP : SNAPPY;
  const pages = new PageWriter(output, codec);
  if (isShared) pages.writeDictionary(type, leaf.values);
  const dataStart = output.offset;
  const width = bitsBelow(leaf.values.length);
  let entries = 0;
  for (let from = 0; from < cells.length; ) {
    const to = isShared ? Math.min(from + MAX_PAGE_ROWS, cells.length) : pageEnd(cells, from);
    const page = entriesOf(leaf, from, to);
    entries += page.count;
    pages.writeRows(page, isShared ? 'RLE_DICTIONARY' : 'PLAIN', (octets) => {
      if (isShared) octets.indexes(page.values, width);
      else writePlain(octets, type, page.values, leaf.values);
    });
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

/** Where a page of values without a dictionary ends. */
function pageEnd(cells: ColumnCells, from: number): number {
  const { codes, values } = cells;
  const last = Math.min(from + MAX_PAGE_ROWS, codes.length);
  let characters = 0;
  for (let at = from; at < last; at++) {
    const value = codes[at] === NULL_CODE ? null : values[codes[at] - 1];
    characters += typeof value === 'string' ? value.length : 1;
    if (characters >= MAX_PAGE_CHARACTERS) return at + 1;
  }
  return last;
}

/** Writes the pages of one column. */
class PageWriter {
  readonly start: number;
  /** The size of the pages so far before compression, headers included. */
  uncompressedOctets = 0;
  readonly #output: ByteWriter;
  readonly #codec: Codec;
  readonly #octets = new PageOctets();

  constructor(output: ByteWriter, codec: Codec) {
    this.#output = output;
    this.#codec = codec;
    this.start = output.offset;
  }

  /** The page with the distinct values. */
  writeDictionary(type: ColumnType, values: readonly NonNullable<Cell>[]): void {
    const octets = this.#octets;
    octets.clear();
    writePlain(octets, type, values.keys(), values);
    const compressed = this.#codec.compress(octets.written);
    this.#write({
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: octets.length,
      compressed_page_size: compressed.length,
      dictionary_page_header: { num_values: values.length, encoding: 'PLAIN' },
    });
    this.#output.appendBytes(compressed);
  }

  /** A page of rows ("Data page v2": the levels are not compressed). */
  writeRows(
    { rows, count, values, repetitions, definitions, maxDefinition }: Entries,
    encoding: 'PLAIN' | 'RLE_DICTIONARY',
    writeValues: (octets: PageOctets) => void,
  ): void {
    const octets = this.#octets;
    octets.clear();
    if (repetitions !== undefined) octets.numbers(repetitions, 1);
    const repetitionOctets = octets.length;
    if (definitions !== undefined) octets.numbers(definitions, bitsBelow(maxDefinition + 1));
    const levels = new Uint8Array(octets.written); // a copy
    octets.clear();
    writeValues(octets);
    const compressed = this.#codec.compress(octets.written);
    this.#write({
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.length + octets.length,
      compressed_page_size: levels.length + compressed.length,
      data_page_header_v2: {
        num_values: count,
        num_nulls: count - values.length,
        num_rows: rows,
        encoding,
        definition_levels_byte_length: levels.length - repetitionOctets,
        repetition_levels_byte_length: repetitionOctets,
        is_compressed: true,
      },
    });
    this.#output.appendBytes(levels);
    this.#output.appendBytes(compressed);
  }

  #write(header: PageHeader): void {
    const start = this.#output.offset;
    writePageHeader(this.#output, header);
    this.uncompressedOctets += this.#output.offset - start + header.uncompressed_page_size;
  }
}

/** Writes some of the values as they are ("PLAIN"). */
function writePlain(
  octets: PageOctets,
  type: ColumnType,
  indexes: Iterable<number>,
  values: readonly NonNullable<Cell>[],
): void {
  if (type === 'boolean') {
    octets.bits(Uint8Array.from(indexes, (index) => Number(values[index])));
    return;
  }
  for (const index of indexes) {
    const value = values[index];
    if (type === 'integer') octets.int64(value as number);
    else if (type === 'timestamp') octets.int64(Date.parse(value as string));
    else if (type === 'double') octets.double(value as number);
    else if (type === 'octets') octets.octets(Buffer.from(value as string, 'base64'));
    else octets.text(value as string);
  }
}

/** The least and the greatest value of a column of texts, timestamps or integers. */
function boundsOf(type: ColumnType, { values, codes }: ColumnCells) {
  const all: (string | bigint)[] =
    type === 'string'
      ? (values as string[])
      : values.map((value) => BigInt(type === 'timestamp' ? Date.parse(value as string) : (value as number)));
  const nulls = BigInt(codes.length - presentIn(codes));
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
