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
  readonly nullable: boolean;
  /** For a column of lists: the indexes of the values in each distinct list. */
  readonly lists: readonly (readonly number[])[] | undefined;
}

/** Takes numbers in order, so many equal ones at a time. */
export interface Numbers {
  add(value: number, count: number): void;
}

/** Where the entries of a page go. */
export interface EntrySinks {
  /** For lists, 1 if an entry is in the same list as the one before. */
  readonly repetitions: Numbers;
  /** How much of the way to a value an entry has, of {@link maxDefinition} steps. */
  readonly definitions: Numbers;
  /** The indexes of the values of the entries that have one. */
  readonly values: Numbers;
}

/** How many entries a page has, and how many of them have a value. */
export interface EntryCounts {
  readonly entries: number;
  readonly present: number;
}

export function leafOf({ type, nullable }: Column, cells: ColumnCells): Leaf {
  const { values } = cells;
  if (type !== 'list') return { values, present: presentIn(cells), nullable, lists: undefined };
  const texts: string[] = [];
  const indexOf = new Map<string, number>();
  const lists = (values as readonly (readonly string[])[]).map((list) =>
    list.map((text) => {
      const index = indexOf.get(text) ?? texts.push(text) - 1;
      indexOf.set(text, index);
      return index;
    }),
  );
  return { values: texts, present: presentIn(cells, lists), nullable, lists };
}

/** How many cells are not null, or how many texts are in their lists. */
export function presentIn(cells: ColumnCells, lists?: Leaf['lists']): number {
  let present = 0;
  let start = 0;
  for (let run = 0; run < cells.runs; run++) {
    const code = cells.codeOf(run);
    const end = cells.endOf(run);
    if (code !== NULL_CODE) present += (end - start) * (lists === undefined ? 1 : lists[code - 1].length);
    start = end;
  }
  return present;
}

/** The definition level of an entry that has a value. */
export function maxDefinition({ nullable, lists }: Leaf): number {
  return (nullable ? 1 : 0) + (lists === undefined ? 0 : 1);
}

/**
 * Adds the entries of the rows from one to another, the last left out.
 *
 * @param run the run that the first of these rows is in
 */
export function addEntries(
  leaf: Leaf,
  cells: ColumnCells,
  run: number,
  from: number,
  to: number,
  sinks: EntrySinks,
): EntryCounts {
  const counts = { entries: 0, present: 0 };
  for (let row = from; row < to; run++) {
    const end = Math.min(cells.endOf(run), to);
    const code = cells.codeOf(run);
    const list = code === NULL_CODE ? undefined : leaf.lists?.[code - 1];
    if (list === undefined) addCells(leaf, code, end - row, sinks, counts);
    else addLists(leaf, list, end - row, sinks, counts);
    row = end;
  }
  return counts;
}

type Counting = { -readonly [Name in keyof EntryCounts]: number };

function addCells(leaf: Leaf, code: number, count: number, sinks: EntrySinks, counts: Counting): void {
  counts.entries += count;
  sinks.repetitions.add(0, count);
  sinks.definitions.add(code === NULL_CODE ? 0 : maxDefinition(leaf), count);
  if (code === NULL_CODE) return;
  counts.present += count;
  sinks.values.add(code - 1, count);
}

function addLists(
  leaf: Leaf,
  list: readonly number[],
  count: number,
  { repetitions, definitions, values }: EntrySinks,
  counts: Counting,
): void {
  const defined = maxDefinition(leaf);
  counts.entries += count * Math.max(list.length, 1);
  counts.present += count * list.length;
  if (list.length === 0) {
    repetitions.add(0, count);
    definitions.add(defined - 1, count);
    return;
  }
  definitions.add(defined, count * list.length);
  for (let nth = 0; nth < count; nth++) {
    repetitions.add(0, 1);
    if (list.length > 1) repetitions.add(1, list.length - 1);
    for (const index of list) values.add(index, 1);
  }
}
