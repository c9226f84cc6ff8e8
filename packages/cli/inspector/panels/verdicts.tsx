/** The question, its verdicts, and what the chosen cell or line means. */
import type { GridRows } from '../engine/grid.js';
import { CELL } from '../engine/question.js';
import { usePage } from '../page/page.js';
import { count, visible } from '../page/words.js';
import { completed } from './completed-grid.js';
import { ExplanationPanel } from './explanation.js';
import { GridPanel } from './grid.js';
import { LinePanel } from './line-panel.js';
import { NameNotes } from './name-notes.js';
import { ANSWER_ID, Fault } from './parts.js';
import { Question } from './question.js';

export function Verdicts() {
  const { grid, store } = usePage();
  const { answer, progress, fault, isPending } = grid.value;
  const shown = progress === null ? answer : completed(progress, answer);
  const { chosen } = store.state.value;
  return (
    <section class="verdicts" aria-labelledby="question-heading" tabIndex={-1}>
      <Question />
      <Fault fault={fault} />
      {shown === null ? null : <Grid grid={shown} isPending={isPending} />}
      <section id={ANSWER_ID} class="answer" aria-label="Answer" tabIndex={-1}>
        {chosen === null && shown !== null && shown.cells.length > 0 ? (
          <p class="hint">
            A number is the line that decides; a dot means that no rule does. Choose a verdict to see why, or
            the number of a line to see what it decides.
          </p>
        ) : null}
        {chosen?.kind === 'cell' ? <ExplanationPanel /> : null}
        {chosen?.kind === 'line' ? <LinePanel line={chosen.line} /> : null}
      </section>
    </section>
  );
}

function Grid({ grid, isPending }: { grid: GridRows; isPending: boolean }) {
  const { urls, crawlers } = grid;
  const faults = crawlers.filter(({ fault }) => fault !== null);
  return (
    <>
      <p class="summary" role="status" aria-busy={isPending}>
        {summaryOf(grid)}
      </p>
      {faults.map(({ name, fault }) => (
        <p class="notice" key={name}>
          {visible(fault ?? '')}
        </p>
      ))}
      <NameNotes crawlers={crawlers} />
      {urls.length === 0 || crawlers.length === 0 ? null : <GridPanel grid={grid} />}
    </>
  );
}

/** `3 URLs`, or `3 URLs and 2 that cannot be judged`. */
function sizeOf(all: readonly { readonly fault: string | null }[], unit: string): string {
  const faults = all.filter(({ fault }) => fault !== null).length;
  const judged = count(all.length - faults, unit);
  return faults === 0 ? judged : `${judged} and ${faults.toLocaleString('en')} that cannot be judged`;
}

function summaryOf({ urls, crawlers, cells, rowsDone }: GridRows): string {
  if (urls.length === 0) return 'Write a URL to see who may fetch it.';
  if (crawlers.length === 0) return 'Write the name of a crawler to see what it may fetch.';
  let [allowed, disallowed] = [0, 0];
  for (const cell of cells) {
    if (cell === CELL.allowed) allowed++;
    if (cell === CELL.disallowed) disallowed++;
  }
  const size = `${sizeOf(urls, 'URL')}, ${sizeOf(crawlers, 'crawler')}`;
  const verdicts = `${allowed.toLocaleString('en')} allowed, ${disallowed.toLocaleString('en')} disallowed`;
  const rest = rowsDone < urls.length ? ` so far (${count(rowsDone, 'URL')} judged)` : '';
  return `${size}: ${verdicts}${rest}.`;
}
