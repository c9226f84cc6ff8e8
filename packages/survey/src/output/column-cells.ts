/**
 * The cells of one column and one row group: the distinct values, and runs of rows that have the same. Rows of the same capture share most
 * of their cells, so that a run takes the time and the memory of a cell.
 */
import type { Cell } from '../tables.js';

type Indexes = Uint8Array | Uint16Array | Uint32Array;

/** How many runs there is room for at first. */
const FIRST_ROOM = 256;

/** The code of null. Other codes are one more than the index of a value. */
export const NULL_CODE = 0;

export class ColumnCells {
  /** The distinct values, null left out, in the order of their first rows. */
  readonly values: NonNullable<Cell>[] = [];
  /** Of each run, its code, and the row after its last one. */
  #codes: Indexes = new Uint8Array(FIRST_ROOM);
  #ends = new Uint32Array(FIRST_ROOM);
  #runs = 0;
  #length = 0;
  #lastCell: Cell = null;
  readonly #codeOf = new Map<Cell, number>();

  /** How many cells there are. */
  get length(): number {
    return this.#length;
  }

  /** How many runs of equal cells there are. */
  get runs(): number {
    return this.#runs;
  }

  /** The code of the cells of a run. */
  codeOf(run: number): number {
    return this.#codes[run];
  }

  /** The row after the last one of a run. */
  endOf(run: number): number {
    return this.#ends[run];
  }

  /**
   * Adds equal cells.
   *
   * @returns how many characters of text are kept for them: none if the value is known
   */
  add(cell: Cell, count = 1): number {
    this.#length += count;
    let kept = 0;
    if (cell !== this.#lastCell || this.#runs === 0) {
      this.#lastCell = cell;
      let code = cell === null ? NULL_CODE : this.#codeOf.get(keyOf(cell));
      if (code === undefined) {
        code = this.values.push(cell as NonNullable<Cell>);
        this.#codeOf.set(keyOf(cell as NonNullable<Cell>), code);
        kept = charactersOf(cell as NonNullable<Cell>);
      }
      if (this.#runs === 0 || code !== this.#codes[this.#runs - 1]) this.#begin(code);
    }
    this.#ends[this.#runs - 1] = this.#length;
    return kept;
  }

  #begin(code: number): void {
    if (code >= 2 ** (8 * this.#codes.BYTES_PER_ELEMENT)) this.#codes = widened(this.#codes);
    if (this.#runs === this.#ends.length) {
      this.#codes = resized(this.#codes, 2 * this.#runs);
      this.#ends = resized(this.#ends, 2 * this.#runs);
    }
    this.#codes[this.#runs++] = code;
  }
}

/** What tells a value from others: a list is known by its texts. No column has both lists and texts. */
function keyOf(cell: NonNullable<Cell>): Cell {
  if (typeof cell !== 'object') return cell;
  return cell.length === 0 ? '' : JSON.stringify(cell);
}

function charactersOf(cell: NonNullable<Cell>): number {
  if (typeof cell === 'string') return cell.length;
  return typeof cell === 'object' ? cell.reduce((sum, text) => sum + text.length, 0) : 0;
}

function resized<Numbers extends Indexes>(numbers: Numbers, length: number): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(length);
  larger.set(numbers);
  return larger;
}

function widened(codes: Indexes): Indexes {
  return codes instanceof Uint8Array ? new Uint16Array(codes) : new Uint32Array(codes);
}
