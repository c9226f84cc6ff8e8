/** The grid of verdicts: a row for each URL, a column for each crawler. Arrow keys move between the cells. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { GridRows } from '../engine/grid.js';
import { usePage } from '../page/page.js';
import { Scroller } from '../page/scroller.js';
import { count, visible } from '../page/words.js';
import type { ChosenCell } from '../state/state.js';
import { GridRow } from './grid-row.js';

/** How many cells are shown before the person asks for more rows, and how many rows at least and at most. */
const CELLS_AT_FIRST = 3000;
const LEAST_ROWS = 20;
const MOST_ROWS = 100;

/** From this many crawlers on, the names of the columns are written upwards; on a narrow screen, from this many. */
const CRAWLERS_UPWARDS = 6;
const CRAWLERS_UPWARDS_IF_NARROW = 3;

interface Place {
  readonly row: number;
  readonly column: number;
}

export function GridPanel({ grid }: { grid: GridRows }) {
  const { store } = usePage();
  const table = useRef<HTMLTableElement>(null);
  const focused = useSignal<Place | null>(null);
  const timesMore = useSignal(0);
  const { urls, crawlers, cells, ruleLines, rowsDone } = grid;
  const { chosen } = store.state.value;
  const width = crawlers.length;
  const chosenPlace = chosen?.kind === 'cell' ? placeOf(grid, chosen) : null;
  const rowsAtOnce = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(CELLS_AT_FIRST / width)));
  const shown = urls.slice(0, rowsAtOnce * (1 + timesMore.value));
  const rows = judgedOf(shown.slice(0, rowsDone));
  const columns = judgedOf(crawlers);
  const wanted = focused.value ?? chosenPlace ?? { row: 0, column: 0 };
  const active = { row: atOrAfter(rows, wanted.row), column: atOrAfter(columns, wanted.column) };

  const moveTo = (row: number, column: number): void => {
    focused.value = { row, column };
    const cell = table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    cell?.focus();
  };
  const choose = (row: number, column: number): void => {
    focused.value = { row, column };
    const { url } = urls[row] as { url: string };
    const { name } = crawlers[column] as { name: string };
    store.choose({ chosen: { kind: 'cell', url, crawler: name } });
  };

  return (
    <>
      <Scroller label="Grid of verdicts">
        <table
          ref={table}
          class={`grid ${classOf(width)}`}
          onFocusIn={({ target }) => uncover(target as HTMLElement)}
          onKeyDown={(event) => {
            const from = placeIn(event.target);
            const to = from === null ? null : destination(event, from, rows, columns);
            if (to === null) return;
            event.preventDefault();
            moveTo(...to);
          }}
        >
          <thead>
            <tr>
              <th scope="col" class="corner">
                URL
              </th>
              {crawlers.map(({ name, fault }) => (
                <th scope="col" key={name} title={fault ?? visible(name)}>
                  <span>{visible(name)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ url, line, fault }, row) => (
              <GridRow
                key={line}
                row={row}
                url={url}
                fault={fault}
                crawlers={crawlers}
                cells={cells.subarray(row * width, (row + 1) * width)}
                ruleLines={ruleLines.subarray(row * width, (row + 1) * width)}
                isJudged={row < rowsDone}
                chosenColumn={
                  chosenPlace !== null && urls[chosenPlace.row]?.url === url ? chosenPlace.column : -1
                }
                activeColumn={active.row === row ? active.column : -1}
                choose={choose}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
      {urls.length > shown.length ? (
        <button
          type="button"
          class="more"
          onClick={() => {
            timesMore.value++;
          }}
        >
          Show {count(Math.min(rowsAtOnce, urls.length - shown.length), 'more row')} of{' '}
          {(urls.length - shown.length).toLocaleString('en')}
        </button>
      ) : null}
    </>
  );
}

/** How the style sheet writes the names of so many columns. */
function classOf(width: number): string {
  if (width >= CRAWLERS_UPWARDS) return 'grid-upwards';
  return width >= CRAWLERS_UPWARDS_IF_NARROW ? 'grid-upwards-if-narrow' : '';
}

/** Scrolls a cell out from under the headings, which stay where they are while the grid scrolls. */
function uncover(cell: HTMLElement): void {
  const scroller = cell.closest('.scroller');
  const rowHeading = cell.closest('tr')?.querySelector('th');
  const corner = scroller?.querySelector('.corner');
  if (!scroller || !rowHeading || !corner) return;
  const { left, top } = cell.getBoundingClientRect();
  scroller.scrollLeft -= Math.max(0, rowHeading.getBoundingClientRect().right - left);
  scroller.scrollTop -= Math.max(0, corner.getBoundingClientRect().bottom - top);
}

function placeOf({ urls, crawlers }: GridRows, { url, crawler }: ChosenCell): Place | null {
  const row = urls.findIndex((one) => one.url === url);
  const column = crawlers.findIndex(({ name }) => name === crawler);
  return row < 0 || column < 0 ? null : { row, column };
}

/** The indexes of the URLs, or of the crawlers, that can be judged: only their cells take the focus. */
function judgedOf(all: readonly { readonly fault: string | null }[]): readonly number[] {
  return all.flatMap(({ fault }, index) => (fault === null ? [index] : []));
}

/** The index, or the next one that can be judged, or else the last. */
function atOrAfter(judged: readonly number[], index: number): number {
  return judged.find((one) => one >= index) ?? judged.at(-1) ?? 0;
}

function placeIn(target: EventTarget | null): Place | null {
  const { row, column } = (target as HTMLElement).dataset;
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) };
}

/** How many rows Page Up and Page Down move. */
const PAGE_ROWS = 10;

/** The row and the column of the cell that a key moves to; null if the key moves nowhere. */
function destination(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: Place,
  rows: readonly number[],
  columns: readonly number[],
): [row: number, column: number] | null {
  const steps: Partial<Record<string, readonly [down: number, right: number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-PAGE_ROWS, 0],
    PageDown: [PAGE_ROWS, 0],
    Home: [ctrlKey ? -Infinity : 0, -Infinity],
    End: [ctrlKey ? Infinity : 0, Infinity],
  };
  const step = steps[key];
  return step === undefined || altKey || metaKey
    ? null
    : [moved(rows, row, step[0]), moved(columns, column, step[1])];
}

/** The index that is so many places further on among those that can be judged, or the first or last of them. */
function moved(judged: readonly number[], from: number, places: number): number {
  return judged[judged.indexOf(from) + places] ?? judged.at(places < 0 ? 0 : -1) ?? from;
}
