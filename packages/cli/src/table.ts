/**
 * Rows of cells as aligned text.
 */
import { visible } from '../../command-line/src/terminal.js';
import { cellsOf, startOf } from './code-frame.js';

/** A column of a table. */
export interface Column<Row> {
  readonly heading: string;
  /** The text of a row's cell. */
  readonly text: (row: Row) => string;
  /** Whether a long cell is cut in the middle and not at the end, because its ends tell cells apart. */
  readonly cutsMiddle?: boolean;
  /** Colours a cell's text, which is padded already; absent: no colour. */
  readonly paint?: ((text: string, row: Row) => string) | undefined;
}

const GAP = '  ';

/**
 * The lines of a table, each no wider than `width`: longer cells are cut, with `…` at the end. The last column is not
 * padded.
 *
 * @param paintHeading colours the line of headings
 */
export function* tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  width: number,
  paintHeading: (text: string) => string,
): Generator<string, void> {
  const cells = rows.map((row) => columns.map(({ text }) => visible(text(row))));
  const widths = columns.map(({ heading }, i) =>
    cells.reduce((widest, row) => Math.max(widest, cellsOf(row[i] ?? '')), cellsOf(heading)),
  );
  const fitted = fittedWidths(widths, width);
  yield `${paintHeading(
    columns
      .map(({ heading }, i) => padded(heading, fitted[i] ?? 0))
      .join(GAP)
      .trimEnd(),
  )}\n`;
  for (const [r, row] of rows.entries()) {
    const line = columns.map(({ paint, cutsMiddle = false }, i) => {
      const isLast = i === columns.length - 1;
      const cell = cut(cells[r]?.[i] ?? '', fitted[i] ?? 0, cutsMiddle);
      const text = isLast ? cell : padded(cell, fitted[i] ?? 0);
      return paint === undefined || text === '' ? text : paint(text, row);
    });
    yield `${line.join(GAP).trimEnd()}\n`;
  }
}

/** The columns' widths, the widest made narrower until the line fits. */
function fittedWidths(widths: readonly number[], width: number): readonly number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, one) => sum + one, GAP.length * (fitted.length - 1)) - width;
  while (excess > 0) {
    const widest = fitted.indexOf(Math.max(...fitted));
    const current = fitted[widest] ?? 0;
    if (current <= MIN_WIDTH) break;
    fitted[widest] = current - 1;
    excess--;
  }
  return fitted;
}

/** The narrowest that a column gets, so that it stays readable. */
const MIN_WIDTH = 7;

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cellsOf(text)));
}

/** A text in at most `width` cells, with `…` in place of its end or its middle. */
export function cut(text: string, width: number, inMiddle: boolean): string {
  if (!inMiddle || cellsOf(text) <= width) return startOf(text, width);
  const ending = Math.floor((width - 1) / 2);
  return startOf(text, width - ending) + [...text].slice(-ending).join('');
}
