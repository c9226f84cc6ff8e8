/**
 * The entries of a column for Parquet: which value each has, and the levels that say where nulls and lists are ("Nested encoding").
 */
import type { Cell, Column } from '../tables.js';
import { type ColumnCells, NULL_CODE } from './column-cells.js';

/** The values of a column: its cells, or what is in its lists. */
export interface Leaf {
  readonly values: readonly NonNullable<Cell>[];
  /** How many entries of all rows have a value. */
  readonly present: number;
  readonly codes: ArrayLike<number>;
  readonly nullable: boolean;
  /** For a column of lists: the indexes of the values in each distinct list. */
  readonly lists: readonly (readonly number[])[] | undefined;
}

/** The entries of some rows. */
export interface Entries {
  readonly rows: number;
  readonly count: number;
  /** The indexes of the values of the entries that have one. */
  readonly values: Uint32Array;
  /** For lists, whether an entry is in the same list as the one before. */
  readonly repetitions: Uint8Array | undefined;
  /** How much of the way to a value an entry has; undefined if all must have one. */
  readonly definitions: Uint8Array | undefined;
  readonly maxDefinition: number;
}

export function leafOf({ type, nullable }: Column, { values, codes }: ColumnCells): Leaf {
  if (type !== 'list') {
    return { values, present: presentIn(codes), codes, nullable, lists: undefined };
  }
  const texts: string[] = [];
  const indexOf = new Map<string, number>();
  const lists = (values as readonly (readonly string[])[]).map((list) =>
    list.map((text) => {
      const index = indexOf.get(text) ?? texts.push(text) - 1;
      indexOf.set(text, index);
      return index;
    }),
  );
  let present = 0;
  for (let at = 0; at < codes.length; at++)
    if (codes[at] !== NULL_CODE) present += lists[codes[at] - 1].length;
  return { values: texts, present, codes, nullable, lists };
}

/** How many cells are not null. */
export function presentIn(codes: ArrayLike<number>): number {
  let present = 0;
  for (let at = 0; at < codes.length; at++) if (codes[at] !== NULL_CODE) present++;
  return present;
}

/** The entries of the rows from one to another, the last left out. */
export function entriesOf(leaf: Leaf, from: number, to: number): Entries {
  return leaf.lists === undefined
    ? entriesOfCells(leaf, from, to)
    : entriesOfLists(leaf, leaf.lists, from, to);
}

function entriesOfCells({ codes, nullable }: Leaf, from: number, to: number): Entries {
  const rows = to - from;
  const values = new Uint32Array(rows);
  const definitions = nullable ? new Uint8Array(rows) : undefined;
  let present = 0;
  for (let at = from; at < to; at++) {
    const code = codes[at];
    if (code === NULL_CODE) continue;
    values[present++] = code - 1;
    if (definitions !== undefined) definitions[at - from] = 1;
  }
  const maxDefinition = nullable ? 1 : 0;
  return {
    rows,
    count: rows,
    values: values.subarray(0, present),
    repetitions: undefined,
    definitions,
    maxDefinition,
  };
}

function entriesOfLists(
  { codes, nullable }: Leaf,
  lists: readonly (readonly number[])[],
  from: number,
  to: number,
): Entries {
  const ofEmpty = nullable ? 1 : 0;
  const maxDefinition = ofEmpty + 1;
  const values: number[] = [];
  const repetitions: number[] = [];
  const definitions: number[] = [];
  for (let at = from; at < to; at++) {
    const list = codes[at] === NULL_CODE ? undefined : lists[codes[at] - 1];
    if (list === undefined || list.length === 0) {
      repetitions.push(0);
      definitions.push(list === undefined ? 0 : ofEmpty);
      continue;
    }
    for (let nth = 0; nth < list.length; nth++) {
      values.push(list[nth]);
      repetitions.push(nth === 0 ? 0 : 1);
      definitions.push(maxDefinition);
    }
  }
  return {
    rows: to - from,
    count: definitions.length,
    values: Uint32Array.from(values),
    repetitions: Uint8Array.from(repetitions),
    definitions: Uint8Array.from(definitions),
    maxDefinition,
  };
}
