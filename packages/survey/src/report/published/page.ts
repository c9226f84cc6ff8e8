/**
 * Published figures again, as a page and as CSV.
 */
import { csvLine } from '../../output/text-writers.js';
import { counted, escaped, htmlPage, number, percent } from '../page.js';
import type { Figure, FigureCause, FigureCount, Figures } from './figures.js';
import { CAUSES, PUBLISHED, type Question, type Study, type StudyName } from './studies.js';

/** All figures of all months: a record for each figure and cause of its difference, or one without a cause. */
export function figuresCsv({ figures }: Figures): string {
  const names = [
    'month',
    'question',
    'detail',
    'agent',
    'theirs',
    'theirs_of',
    'ours',
    'ours_of',
    'difference',
    'points',
  ];
  const lines = [csvLine([...names, 'cause', 'more', 'fewer', 'url', 'line'])];
  for (const figure of figures) {
    const { month, question, detail, agent, theirs, ours, causes } = figure;
    const cells = [
      month || null,
      question,
      detail || null,
      agent || null,
      theirs.count,
      theirs.of,
      ours.count,
      ours.of,
      theirs.count - ours.count,
      pointsBetween(figure),
    ];
    const rows = causes.map(({ cause, more, fewer, url, line }) => [cause, more, fewer, url, line || null]);
    for (const row of rows.length === 0 ? [[null, null, null, null, null]] : rows)
      lines.push(csvLine([...cells, ...row]));
  }
  return lines.join('');
}

/** The difference of the shares in percentage points, with two digits after the point. */
function pointsBetween({ theirs, ours }: Figure): number {
  return Math.round(10_000 * (shareOf(theirs) - shareOf(ours))) / 100;
}

function shareOf({ count, of }: FigureCount): number {
  return of === 0 ? 0 : count / of;
}

/** The figures of the last month, with the definitions and the causes. All texts from the tables are escaped. */
export function figuresPage(name: StudyName, found: Figures): string {
  const study = PUBLISHED[name];
  const { figures, files } = found;
  const month = figures.at(-1)?.month ?? '';
  const months = new Set(figures.map((figure) => figure.month)).size;
  const when = month === '' ? '' : ` of ${month}`;
  const more = months > 1 ? ` The figures of all ${number(months)} months are in the CSV file.` : '';
  const content = `<h1>${escaped(study.title)}, again</h1>
<p class="lead">Its definitions, applied to the captures of this survey${when}, beside the same questions as this package answers them, and why they differ. ${counted(files, 'distinct file')}.${more}</p>
<p>${escaped(study.unit)} To this package, a site is a host without www., and its last capture of the month counts that says what crawlers may fetch.</p>
${readingsSection(found)}
${Object.entries(study.questions)
  .map(([key, question]) =>
    questionSection(
      question,
      figures.filter((figure) => figure.month === month && figure.question === key),
    ),
  )
  .join('')}
${sourcesSection(study)}`;
  return htmlPage({ title: `${study.title}, again`, content, style: STYLE });
}

function readingsSection({ files, crawlers, differingReadings, differing }: Figures): string {
  const rows = differing.map(
    (row) =>
      `<tr><th scope="row">${row.cause}</th><td>${escaped(CAUSES[row.cause])}</td><td class="share">${number(row.readings)}</td><td class="share">${number(row.files)}</td></tr>`,
  );
  return `<section>
<h2>How files are read</h2>
<p>${counted(files, 'file')}, each read for ${counted(crawlers, 'crawler')}: of ${number(files * crawlers)} readings, ${number(differingReadings)} differ, some for several causes.</p>
${rows.length === 0 ? '' : table('<th scope="col">Cause</th><th scope="col">What differs</th><th scope="col">Readings</th><th scope="col">Files</th>', rows)}
</section>`;
}

function questionSection({ title, theirs, ours }: Question, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { detail, agent, causes } = figure;
    const difference = figure.theirs.count - figure.ours.count;
    return `<tr><th scope="row">${escaped([agent, detail].filter(Boolean).join(' ') || 'all')}</th>${countCell(figure.theirs)}${countCell(figure.ours)}<td class="share">${signed(difference)}<br>${signed(pointsBetween(figure))} pp</td><td>${causes.map(causeText).join('<br>')}</td></tr>`;
  });
  const found =
    rows.length === 0
      ? '<p>None.</p>'
      : table(
          '<th></th><th scope="col">Theirs</th><th scope="col">Ours</th><th scope="col">Difference</th><th scope="col">Causes</th>',
          rows,
        );
  return `<section>
<h2>${escaped(title)}</h2>
<p><b>Theirs:</b> ${escaped(theirs)}<br><b>Ours:</b> ${escaped(ours)}</p>
${found}
</section>`;
}

function table(head: string, rows: readonly string[]): string {
  return `<div class="wide"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`;
}

function countCell({ count, of }: FigureCount): string {
  return `<td class="share">${number(count)} of ${number(of)}<br>${percent(count, of)}</td>`;
}

function causeText({ cause, more, fewer, url, line }: FigureCause): string {
  const counts = [more > 0 ? `+${number(more)}` : '', fewer > 0 ? `\u2212${number(fewer)}` : '']
    .filter(Boolean)
    .join(' ');
  return `<span title="${escaped(CAUSES[cause])}">${counts} ${cause}</span>, such as ${escaped(url)}${line > 0 ? ` line ${line}` : ''}`;
}

function signed(value: number): string {
  if (value === 0) return '0';
  return value > 0 ? `+${number(value)}` : `\u2212${number(-value)}`;
}

function sourcesSection({ sources, notRead }: Study): string {
  const items = sources.map(
    ({ title, url, read }) => `<li><a href="${escaped(url)}">${escaped(title)}</a>, read on ${read}</li>`,
  );
  return `<section>
<h2>Sources</h2>
<ul>
${items.join('\n')}
</ul>
<p>Not read:</p>
<ul>
${notRead.map((text) => `<li>${escaped(text)}</li>`).join('\n')}
</ul>
</section>`;
}

const STYLE = `
.wide { overflow-x: auto; }
.wide td { vertical-align: top; padding-left: .75rem; overflow-wrap: anywhere; }
ul { color: var(--quiet); overflow-wrap: anywhere; }
a { color: inherit; }
@media (max-width: 40rem) { .wide td { grid-column: span 1; } .wide td:last-child { grid-column: 1 / -1; } }
`;
