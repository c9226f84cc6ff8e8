/** A bar chart of the tasks' ratios, readable on light and dark pages: it paints its own background. */
import { YARDSTICK } from '../subjects/index.js';
import { ratioText, type TaskRatios } from './ratios.js';

/** Lengths are in pixels. */
const WIDTH = 820;
const BARS_X = 316;
const BARS_WIDTH = 430;
const ROWS_Y = 84;
const ROW_HEIGHT = 34;
const BAR_HEIGHT = 12;
const FOOT_HEIGHT = 34;
const MARGIN = 20;

/** Text on each background has a contrast of at least 7 to 1, bars of at least 4.5 to 1. */
const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .note { font-size: 12px; fill: #4b535d; }
  .card { fill: #ffffff; stroke: #d0d7de; }
  .all { fill: #0a5bc4; }
  .small { fill: #9a5b00; }
  .same { stroke: #4b535d; stroke-dasharray: 3 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .note { fill: #a9b4c0; }
    .card { fill: #0d1117; stroke: #30363d; }
    .all { fill: #58a6ff; }
    .small { fill: #e3a33c; }
    .same { stroke: #a9b4c0; }
  }`;

/**
 * @param tasks the bars from top to bottom
 * @param note says where and when the ratios were measured
 */
export function plotSvg(tasks: readonly TaskRatios[], note: string): string {
  const height = ROWS_Y + tasks.length * ROW_HEIGHT + FOOT_HEIGHT;
  const most = Math.max(1, ...tasks.flatMap(({ all, small }) => [all['in turns'], small['in turns']]));
  const scale = (ratio: number) => (ratio / most) * BARS_WIDTH;
  const title = `Times as fast as ${YARDSTICK.name}, by task`;
  const sameX = round(BARS_X + scale(1));
  const rowsEnd = ROWS_Y + tasks.length * ROW_HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description(tasks))}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="title" x="${MARGIN}" y="30">${escaped(title)}</text>`,
    ...legend(),
    ...tasks.flatMap((task, nth) => bars(task, ROWS_Y + nth * ROW_HEIGHT, scale)),
    `<line class="same" x1="${sameX}" x2="${sameX}" y1="${ROWS_Y - 8}" y2="${rowsEnd}"/>`,
    `<text class="note" x="${sameX}" y="${ROWS_Y - 14}" text-anchor="middle">1 ×</text>`,
    `<text class="note" x="${MARGIN}" y="${height - 14}">${escaped(note)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function legend(): string[] {
  const y = 52;
  return [
    `<rect class="all" x="${MARGIN}" y="${y - 10}" width="12" height="12"/>`,
    `<text x="${MARGIN + 18}" y="${y + 1}">all files</text>`,
    `<rect class="small" x="${MARGIN + 90}" y="${y - 10}" width="12" height="12"/>`,
    `<text x="${MARGIN + 108}" y="${y + 1}">files of at most 2 KiB</text>`,
  ];
}

/** One task: its label and two bars. */
function bars({ label, all, small }: TaskRatios, y: number, scale: (ratio: number) => number): string[] {
  const bar = (kind: 'all' | 'small', ratio: number, top: number) => [
    `<rect class="${kind}" x="${BARS_X}" y="${top}" width="${round(scale(ratio))}" height="${BAR_HEIGHT}"/>`,
    `<text class="note" x="${round(BARS_X + scale(ratio) + 6)}" y="${top + BAR_HEIGHT - 2}">${ratioText(ratio)}</text>`,
  ];
  return [
    `<text x="${BARS_X - 12}" y="${y + BAR_HEIGHT + 4}" text-anchor="end">${escaped(label)}</text>`,
    ...bar('all', all['in turns'], y),
    ...bar('small', small['in turns'], y + BAR_HEIGHT + 1),
  ];
}

/** The chart in words, for readers who do not see it. */
function description(tasks: readonly TaskRatios[]): string {
  return tasks
    .map(
      ({ label, all, small }) =>
        `${label}: ${ratioText(all['in turns'])} on all files, ${ratioText(small['in turns'])} on small files.`,
    )
    .join(' ');
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
