/** The grid of verdicts: URLs × crawlers. */
import { callerNamed } from 'robotstream/crawlers/internal';
import type { RobotsDocument } from 'robotstream/web';
import { urlFault } from './accepted.js';
import { type NamedCrawler, namedCrawlers } from './named-crawlers.js';
import { CELL, type GridQuestion } from './question.js';

/** A URL to judge. */
export interface GridUrl {
  /** As it is typed, without white space around it. */
  readonly url: string;
  /** The line of the list, from 1. */
  readonly line: number;
  /** Why it cannot be judged; null if it can. */
  readonly fault: string | null;
}

/** Rows of the grid that are judged. Cells are listed row by row: each URL has one for each crawler. */
export interface GridRows {
  readonly urls: readonly GridUrl[];
  readonly crawlers: readonly NamedCrawler[];
  /** For each cell one of {@link CELL}. Rows that are not judged yet are `unanswered`. */
  readonly cells: Uint8Array;
  /** For each cell the line of the deciding rule; 0 if none decides. */
  readonly ruleLines: Uint32Array;
  /** How many rows are judged. */
  readonly rowsDone: number;
}

/** The whole grid. */
export type VerdictGrid = GridRows;

/** How many cells one step judges. */
const CELLS_A_STEP = 16;

/** How many cells a grid has at most. */
export const MAX_CELLS = 100_000;

/**
 * Judges row by row, and yields what is judged so far after each step.
 *
 * @throws {RangeError} if there are more cells than {@link MAX_CELLS}
 */
export function* verdictGrid(
  document: RobotsDocument,
  { urls: urlText, crawlers: crawlerText, profile }: GridQuestion,
): Generator<() => GridRows, VerdictGrid> {
  const typed = typedUrls(urlText);
  const crawlers = namedCrawlers(crawlerText);
  const width = crawlers.length;
  const size = typed.length * width;
  if (size > MAX_CELLS) {
    throw new RangeError(
      `${grouped(typed.length)} URLs for ${grouped(width)} crawlers are ${grouped(size)} verdicts, and the page shows at most ${grouped(MAX_CELLS)}. Ask about fewer URLs or crawlers.`,
    );
  }
  const askable = crawlers.flatMap(({ name, fault }, column) => (fault === null ? [{ name, column }] : []));
  const matchers = document.matchers(
    askable.map(({ name }) => callerNamed(name)),
    { profile },
  );
  const cells = new Uint8Array(size).fill(CELL.unanswered);
  const ruleLines = new Uint32Array(size);
  const urls: GridUrl[] = typed.map(({ url, line }) => ({ url, line, fault: null }));
  const rows = (rowsDone: number): GridRows => ({ urls, crawlers, cells, ruleLines, rowsDone });

  let sinceStep = 0;
  for (const [row, { url, line }] of typed.entries()) {
    try {
      for (const [i, { column }] of askable.entries()) {
        const verdict = matchers[i].check(url);
        const cell = row * width + column;
        cells[cell] = verdict.allowed ? CELL.allowed : CELL.disallowed;
        ruleLines[cell] = verdict.rule?.line ?? 0;
        if (++sinceStep < CELLS_A_STEP) continue;
        sinceStep = 0;
        yield () => rows(row);
      }
    } catch (error) {
      urls[row] = { url, line, fault: urlFault(error) };
    }
  }
  return rows(typed.length);
}

function grouped(number: number): string {
  return number.toLocaleString('en');
}

/** The URLs of a list, one on each line. Blank lines and lines that begin with `#` are left out. */
export function typedUrls(text: string): readonly { readonly url: string; readonly line: number }[] {
  return text.split(/\r\n|\r|\n/).flatMap((typed, index) => {
    const url = typed.trim();
    return url === '' || url.startsWith('#') ? [] : [{ url, line: index + 1 }];
  });
}
