/**
 * The cells of one column and one row group: the distinct values, and for each row which of them it has. Rows of the same capture share
 * most of their cells, so that this takes an octet or two a cell, and no work of the garbage collector.
 */
import type { Cell } from '../tables.js';

type Indexes = Uint8Array | Uint16Array | Uint32Array;

/** How many cells there is room for at first. */
const FIRST_ROOM = 1024;

/** The code of null. Other codes are one more than the index of a value. */
export const NULL_CODE = 0;

export class ColumnCells {
  /** The distinct values, null left out, in the order of their first rows. */
  readonly values: NonNullable<Cell>[] = [];
  #codes: Indexes = new Uint8Array(FIRST_ROOM);
  #length = 0;
  #lastCell: Cell = null;
  #lastCode = NULL_CODE;
  readonly #codeOf = new Map<Cell, number>();

  /** How many cells there are. */
  get length(): number {
    return this.#length;
  }

  /** The code of each cell. */
  get codes(): Indexes {
    return this.#codes.subarray(0, this.#length);
  }

  /** Adds a cell. Returns how many characters of text are kept for it: none if the value is known. */
  add(cell: Cell): number {
    let kept = 0;
    if (cell !== this.#lastCell) {
      this.#lastCell = cell;
      const known = cell === null ? NULL_CODE : this.#codeOf.get(keyOf(cell));
      if (known === undefined) kept = this.#learn(cell as NonNullable<Cell>);
      else this.#lastCode = known;
    }
    if (this.#length === this.#codes.length) this.#codes = resized(this.#codes, 2 * this.#length);
    this.#codes[this.#length++] = this.#lastCode;
    return kept;
  }

  #learn(cell: NonNullable<Cell>): number {
    this.#lastCode = this.values.push(cell);
    this.#codeOf.set(keyOf(cell), this.#lastCode);
    if (this.#lastCode >= 2 ** (8 * this.#codes.BYTES_PER_ELEMENT)) this.#codes = widened(this.#codes);
    return charactersOf(cell);
  }
}

/** What tells a value from others: a list is known by its texts. No column has both lists and texts. */
function keyOf(cell: NonNullable<Cell>): Cell {
  return typeof cell === 'object' ? JSON.stringify(cell) : cell;
}

function charactersOf(cell: NonNullable<Cell>): number {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' ? cell.reduce((sum, text) => sum + text.length, 0) : 0;
}

function resized(codes: Indexes, length: number): Indexes {
  const larger = new (codes.constructor as new (length: number) => Indexes)(length);
  larger.set(codes);
  return larger;
}

function widened(codes: Indexes): Indexes {
  return codes instanceof Uint8Array ? new Uint16Array(codes) : new Uint32Array(codes);
}
