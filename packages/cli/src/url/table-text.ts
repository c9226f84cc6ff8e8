/**
 * What governs many URLs, a line for each. A line is printed as soon as it is known, so the columns have fixed widths.
 */
import type { AboutUrl } from '@robotstream/client';
import { type Style, visible } from '../../../command-line/src/terminal.js';
import { cut } from '../table.js';

type Column = readonly [heading: string, width: number, text: (about: AboutUrl) => string];

const COLUMNS: readonly Column[] = [
  ['rules', 7, ({ robots }) => (robots.allowed ? 'allowed' : robots.deferred ? 'not now' : 'refused')],
  ['status', 6, ({ page }) => (page.redirects.length > 0 ? '→' : '') + String(page.status ?? '-')],
  ['index', 7, ({ page: { directives } }) => known(directives && (directives.noindex ? 'noindex' : 'yes'))],
  ['links', 8, ({ page: { directives } }) => known(directives && (directives.nofollow ? 'nofollow' : 'yes'))],
  ['train', 5, trainingText],
  ['license', 7, licenseText],
  ['tdm', 8, ({ tdm }) => ({ 1: 'reserved', 0: 'free', null: '?' })[`${tdm.reservation}`]],
  ['!', 1, ({ contradictions }) => (contradictions.length > 0 ? '!' : '')],
];

function known(text: string | null): string {
  return text ?? '?';
}

/** What the preferences say about training AI: no, if one says so. */
function trainingText({ usage: { contentUsage, contentSignal } }: AboutUrl): string {
  const stated = [
    contentUsage?.categories['train-ai']?.preference,
    contentSignal?.categories['ai-train'].preference,
  ];
  if (stated.includes('disallowed')) return 'no';
  return stated.includes('allowed') ? 'yes' : '?';
}

/** What the licenses say about training AI: the most restrictive one. */
function licenseText({ licenses }: AboutUrl): string {
  if (licenses.length === 0) return '-';
  const outcomes = licenses.map(({ uses }) => uses?.['ai-train'].outcome);
  if (outcomes.includes('prohibited')) return 'no';
  return outcomes.every((outcome) => outcome === 'permitted') ? 'yes' : '?';
}

const GAP = '  ';

/** The width of the columns before the URL. */
const FIXED_WIDTH = COLUMNS.reduce((sum, [, width]) => sum + width + GAP.length, 0);

/** The narrowest that the column of URLs gets. */
const MIN_URL_WIDTH = 15;

/** The headings. On a terminal that is too narrow for the columns, a URL has a line of its own. */
export function headingLine(width: number, style: Style): string {
  const headings = COLUMNS.map(([heading, cells]) => heading.padEnd(cells)).join(GAP);
  const line = isWide(width) ? `${headings}${GAP}url` : `${headings}${GAP}(and the URL below)`;
  return `${style.dim(line.slice(0, width).trimEnd())}\n`;
}

/** The line of a URL, and a line for each contradiction. */
export function urlLine(about: AboutUrl, width: number, style: Style): string {
  const cells = COLUMNS.map(([, room, text]) => visible(text(about)).padEnd(room)).join(GAP);
  const url = visible(about.url);
  const paint = about.robots.allowed ? (text: string) => text : style.bad;
  // The ends of URLs tell them apart.
  const [line, below] = isWide(width)
    ? [`${cells}${GAP}${cut(url, width - FIXED_WIDTH, true)}`, '']
    : [cells.slice(0, width), `  ${cut(url, Math.max(width - 2, MIN_URL_WIDTH), true)}\n`];
  const codes = new Set(about.contradictions.map(({ code }) => code));
  const found = Array.from(codes, (code) => `  ${style.warning(code)}\n`).join('');
  return `${paint(line.trimEnd())}\n${below}${found}`;
}

function isWide(width: number): boolean {
  return width >= FIXED_WIDTH + MIN_URL_WIDTH;
}
