/**
 * The chart of a crawler: a column for each day, with what was allowed at the bottom.
 */
import { counted, escaped, number, round } from 'robotstream/internal';
import type { AuditDay, CrawlerAudit } from '../verdict/report.js';

/** The size of a chart, in its own units. */
const WIDTH = 320;
const HEIGHT = 80;

/** How many columns a chart has at most: days are put together until they fit. */
const MAX_COLUMNS = 80;

/** What part of its place a column fills. */
const FILL = 0.8;

const DAY_MS = 86_400_000;

type Counts = Omit<AuditDay, 'day'>;

export function chart({ crawler, days, disallowed, requests }: CrawlerAudit): string {
  const columns = columnsOf(days);
  const highest = Math.max(1, ...columns.map(totalOf));
  const step = WIDTH / columns.length;
  const paths = (['allowed', 'excused', 'disallowed'] as const).map((kind) => {
    const rectangles = columns.map((counts, i) => rectangle(counts, kind, i * step, step, highest));
    return `<path class="${kind}" d="${rectangles.join('')}"/>`;
  });
  const text = `${days[0].day} to ${days[days.length - 1].day}: ${counted(requests, 'request')}, ${number(disallowed)} of them forbidden`;
  return `<figure>
<figcaption>${escaped(crawler)}</figcaption>
<svg viewBox="-4 -4 ${WIDTH + 8} ${HEIGHT + 8}" role="img" aria-label="${escaped(text)}"><path d="M0 ${HEIGHT}H${WIDTH}"/>${paths.join('')}</svg>
<p>${escaped(text)}; at most ${number(highest)} in a column.</p>
</figure>`;
}

/** Columns of equal spans of time. A day without requests has its place. */
function columnsOf(days: readonly AuditDay[]): Counts[] {
  const dayOf = ({ day }: AuditDay): number => Math.round(Date.parse(day) / DAY_MS);
  const first = dayOf(days[0]);
  const count = dayOf(days[days.length - 1]) - first + 1;
  const perColumn = Math.ceil(count / MAX_COLUMNS);
  const columns = Array.from({ length: Math.ceil(count / perColumn) }, () => ({
    allowed: 0,
    disallowed: 0,
    excused: 0,
  }));
  for (const day of days) {
    const column = columns[Math.floor((dayOf(day) - first) / perColumn)];
    column.allowed += day.allowed;
    column.disallowed += day.disallowed;
    column.excused += day.excused;
  }
  return columns;
}

function totalOf({ allowed, disallowed, excused }: Counts): number {
  return allowed + disallowed + excused;
}

/** The part of a column, above the parts before it; empty if it has no requests. */
function rectangle(counts: Counts, kind: keyof Counts, x: number, step: number, highest: number): string {
  if (counts[kind] === 0) return '';
  const below = kind === 'allowed' ? 0 : counts.allowed + (kind === 'disallowed' ? counts.excused : 0);
  const top = HEIGHT * (1 - (below + counts[kind]) / highest);
  const height = (HEIGHT * counts[kind]) / highest;
  return `M${round(x)} ${round(top)}h${round(step * FILL)}v${round(height)}h${round(-step * FILL)}z`;
}
