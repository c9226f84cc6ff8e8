/**
 * A chart: a picture, the numbers that it shows as a table for people and as rows for programs, and the files that have them.
 */

import { escaped, PALETTE } from 'robotstream/internal';
import { csvField } from '../writers/text-writers.js';

/** The width of all charts, in the units of their texts: that of a small phone, so that texts are readable there. */
export const CHART_WIDTH = 340;

/** A cell of a file. */
export type Datum = string | number | null;

/** What is drawn, as SVG, and how high it is. */
export interface Picture {
  readonly marks: string;
  readonly height: number;
}

export interface Chart {
  /** The names of its files, without an ending. */
  readonly name: string;
  readonly title: string;
  /** What it shows, with units, for people who do not see it. */
  readonly about: string;
  /** One below another. */
  readonly pictures: readonly Picture[];
  /** What the page has as a table: the first cell of a row is its heading. */
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Datum[])[];
}

/** The chart for a page, which has {@link CHART_STYLE} and the colours. */
export function inlineChart({ about, pictures, title, table }: Chart): string {
  const [heading = '', ...head] = table.head;
  const rows = table.rows.map(([name = '', ...cells]) => {
    return `<tr><th scope="row">${escaped(name)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  const drawn = pictures.map(({ marks, height }, nth) => {
    const part = pictures.length === 1 ? '' : ` Part ${nth + 1} of ${pictures.length}.`;
    return `<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" aria-label="${escaped(`${title}. ${about}${part}`)}">${marks}</svg>`;
  });
  const label = escaped(`Numbers: ${title}`);
  return `<figure>
<figcaption>${escaped(title)}</figcaption>
${drawn.join('\n')}
<details><summary aria-label="${label}">Numbers</summary><div class="numbers" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${[heading, ...head].map((name) => `<th scope="col">${escaped(name)}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div></details>
</figure>`;
}

const TITLE_HEIGHT = 24;

/** The chart as a file that is complete on its own: with its title, colours for a light and a dark ground, and fonts that every system has. */
export function svgFile({ about, pictures, title }: Chart): string {
  let height = TITLE_HEIGHT;
  const drawn = pictures.map((picture) => {
    const top = height;
    height += picture.height;
    return `<g transform="translate(0 ${top})">${picture.marks}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 ${CHART_WIDTH} ${height}" width="${CHART_WIDTH * 2}" height="${height * 2}" role="img" aria-labelledby="title about">
<title id="title">${escaped(title)}</title>
<desc id="about">${escaped(about)}</desc>
<style>${PALETTE}${CHART_STYLE}</style>
<rect class="ground" width="${CHART_WIDTH}" height="${height}"/>
<text class="title" x="0" y="16">${escaped(shortened(title, MAX_TITLE))}</text>
${drawn.join('\n')}
</svg>
`;
}

/** The rows as CSV (RFC 4180). */
export function csvFile({ columns, rows }: Chart): string {
  return [columns, ...rows].map((cells) => `${cells.map(csvField).join(',')}\r\n`).join('');
}

const MAX_TITLE = 48;

/** A text of at most so many characters. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** Names of files, each from a text, and no two alike. */
export class FileNames {
  readonly #taken = new Set<string>();

  of(kind: string, text: string): string {
    const words = text.toLowerCase().split(/[^a-z0-9]+/);
    const letters =
      words
        .filter((word) => word !== '')
        .join('-')
        .slice(0, MAX_NAME) || 'crawler';
    const name = `${kind}-${letters}`;
    let free = name;
    for (let nth = 2; this.#taken.has(free); nth++) free = `${name}-${nth}`;
    this.#taken.add(free);
    return free;
  }
}

const MAX_NAME = 60;

export const CHART_STYLE = `
.chart { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.chart .ground { fill: var(--ground); }
.chart text { font-size: 11px; fill: var(--text); font-variant-numeric: tabular-nums; }
.chart .title { font-size: 13px; font-weight: 600; }
.chart .tick, .chart .n { fill: var(--quiet); }
.chart .end { text-anchor: end; } .chart .mid { text-anchor: middle; }
.chart path { fill: none; stroke: none; }
.chart .grid { stroke: var(--line); stroke-width: 1; }
${['all', 'most', 'many', 'few', 'paths', 'none', 'count'].map((name) => `.chart .fill-${name} { fill: var(--${name}); }`).join(' ')}
.chart .line-all { stroke: var(--all); stroke-width: 1.75; } .chart .line-count { stroke: var(--count); stroke-width: 1.75; stroke-dasharray: 4 3; }
.chart .range-all { stroke: var(--all); stroke-width: 1.5; } .chart .range-count { stroke: var(--count); stroke-width: 1.5; }
.chart .band-all { fill: var(--all); fill-opacity: .16; } .chart .band-count { fill: var(--count); fill-opacity: .16; }
`;
