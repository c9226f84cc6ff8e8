/** What the file lets the crawlers of the registry do, at a glance. */
import { useSignal } from '@preact/signals';
import { CRAWLER_SETS, CRAWLERS, type CrawlerPurpose, crawlersOf, PURPOSE_WORDS } from 'robotstream/crawlers';
import type { CrawlerRow, CrawlerTable } from '../engine/crawler-table.js';
import { byOpenness } from '../engine/openness.js';
import { useAnswer, usePage } from '../page/page.js';
import { Scroller } from '../page/scroller.js';
import { capitalized, count, listed, visible } from '../page/words.js';
import { type CrawlerColumn, OVERVIEW_SETS, withCell } from '../state/state.js';
import { CrawlerClaimsView } from './crawler-claims.js';
import { Fault, LineLink, showAnswer } from './parts.js';
import { Preferences } from './preferences.js';
import { purposeTitle } from './purpose-title.js';
import { sortedRows } from './sort-crawlers.js';

/** At least as many as the table has. */
const MAX_COLUMNS = 8;

export function CrawlersPanel() {
  const { store } = usePage();
  const { overview } = store.state.value;
  const { answer, fault, isPending } = useAnswer('crawlers', ({ overview: { set, path }, profile }) => ({
    set,
    path,
    profile,
  })).value;
  return (
    <>
      <div class="overview">
        <div class="field">
          <label for="overview-set">Crawlers</label>
          <select
            id="overview-set"
            value={overview.set}
            onChange={({ currentTarget }) => {
              const set = OVERVIEW_SETS.find((name) => name === currentTarget.value);
              if (set !== undefined) store.choose({ overview: { ...overview, set } });
            }}
          >
            {SET_TITLES.map(({ set, title }) => (
              <option key={set} value={set}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="overview-path">Path</label>
          <input
            id="overview-path"
            type="text"
            spellcheck={false}
            autocapitalize="none"
            value={overview.path}
            onInput={({ currentTarget }) =>
              store.type({ overview: { ...overview, path: currentTarget.value } })
            }
          />
        </div>
      </div>
      <Fault fault={fault ?? answer?.fault ?? null} />
      {answer === null ? <p class="hint">{isPending ? 'Looking…' : null}</p> : <Table table={answer} />}
    </>
  );
}

/** Every set and every purpose, with how many crawlers it has. */
const SET_TITLES = OVERVIEW_SETS.map((set) => {
  const named = CRAWLER_SETS.find((name) => name === set);
  const size = (
    named === undefined
      ? CRAWLERS.filter(({ purposes }) => purposes.includes(set as CrawlerPurpose))
      : crawlersOf(named)
  ).length;
  const words =
    set === 'all' ? 'every purpose' : set === 'ai' ? 'train or answer with AI' : PURPOSE_WORDS[set].does;
  return { set, title: `${capitalized(words)}: ${count(size, 'crawler')}` };
});

function Table({ table: { rows } }: { table: CrawlerTable }) {
  const { overview } = usePage().store.state.value;
  const opened = useSignal<string | null>(null);
  if (rows.length === 0) return null;
  const hasDelay = rows.some(({ delay }) => delay !== '');
  const hasUsage = rows.some(({ preferences }) => preferences?.some(({ value }) => value !== 'unknown'));
  const marks = rows.flatMap((row) => (row.delayMark === null ? row.marks : [...row.marks, row.delayMark]));
  const meanings = new Map(marks.map(({ sign, meaning }) => [sign, meaning]));
  return (
    <>
      <p class="summary">{summaryOf(rows)}</p>
      <Scroller label="Crawlers at a glance">
        <table class="data">
          <thead>
            <tr>
              <SortHeading column="crawler" title="Crawler" />
              <SortHeading column="verdict" title="Verdict" />
              <th scope="col">May fetch</th>
              <th scope="col">Obeys</th>
              <SortHeading column="operator" title="Operator" />
              <SortHeading column="purpose" title="Purpose" />
              {hasDelay ? <th scope="col">Delay</th> : null}
              {hasUsage ? <th scope="col">May be used for</th> : null}
            </tr>
          </thead>
          <tbody>
            {sortedRows(rows, overview).map((row) => (
              <Row
                key={row.crawler}
                row={row}
                columns={{ hasDelay, hasUsage }}
                isOpen={opened.value === row.crawler}
                toggle={() => {
                  opened.value = opened.peek() === row.crawler ? null : row.crawler;
                }}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
      {[...meanings].sort().map(([sign, meaning]) => (
        <p class="hint" key={sign}>
          {sign} {meaning}
        </p>
      ))}
    </>
  );
}

/** `32 crawlers: 30 may fetch all but a few paths and 2 nothing.` */
function summaryOf(all: readonly CrawlerRow[]): string {
  const rows = all.filter(({ crawler }) => crawler !== '*');
  const unknown = rows.filter(({ known }) => known === null).length;
  const note = unknown === 0 ? '' : `, ${unknown.toLocaleString('en')} of which only the file names`;
  return `${count(rows.length, 'crawler')}${note}: ${openCounts(rows)}.`;
}

/** `38 may fetch all but a few paths and 4 nothing`. */
function openCounts(rows: readonly CrawlerRow[]): string {
  const open = byOpenness(rows.map(({ crawler, openness }) => ({ name: crawler, openness })));
  return listed(
    open.map(({ openness, names }, i) => `${names.length}${i === 0 ? ' may fetch' : ''} ${openness}`),
  );
}

function SortHeading({ column, title }: { column: CrawlerColumn; title: string }) {
  const { store } = usePage();
  const { overview } = store.state.value;
  const isSorted = overview.sortedBy === column;
  const descending = isSorted && !overview.descending;
  return (
    <th scope="col" aria-sort={isSorted ? (overview.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        class="sort"
        onClick={() => store.choose({ overview: { ...overview, sortedBy: column, descending } })}
      >
        {title}
        <span aria-hidden="true">{isSorted ? (overview.descending ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: CrawlerRow;
  /** The columns that a table may lack. */
  readonly columns: { readonly hasDelay: boolean; readonly hasUsage: boolean };
  /** Whether the claims about the crawler are shown under the row. */
  readonly isOpen: boolean;
  toggle(): void;
}

function Row({ row, columns: { hasDelay, hasUsage }, isOpen, toggle }: RowProps) {
  const { store } = usePage();
  const { crawler, operator, purposes, marks, allowed, ruleLine, explanation, openness, preferences } = row;
  const word = allowed ? 'allowed' : 'disallowed';
  const by = ruleLine === 0 ? 'no rule' : `line ${ruleLine}`;
  return (
    <>
      <tr>
        <th scope="row">
          {crawler === '*' ? (
            '* (any other)'
          ) : (
            <button
              type="button"
              class="line-link"
              aria-expanded={isOpen}
              title="What is known about it, and where that was read"
              onClick={toggle}
            >
              {visible(crawler)}
            </button>
          )}
          {marks.map(({ sign, meaning }) => (
            <span key={sign} title={meaning}>
              {sign}
            </span>
          ))}
        </th>
        <td>
          <button
            type="button"
            class="line-link"
            title={explanation}
            aria-label={`${word} by ${by}: ask why, for ${visible(crawler)}`}
            onClick={() => {
              const state = store.state.peek();
              store.choose(withCell(state, state.overview.path, crawler));
              showAnswer();
            }}
          >
            <span class={`word ${word}`}>{word}</span>
          </button>
        </td>
        <td>{openness}</td>
        <td class="group">
          <Group row={row} />
        </td>
        <td>{operator ?? '–'}</td>
        <td class="purpose">{purposes.map(purposeTitle).join(', ') || '–'}</td>
        {hasDelay ? <td>{row.delay}</td> : null}
        {hasUsage ? (
          <td>
            <Preferences preferences={preferences} />
          </td>
        ) : null}
      </tr>
      {isOpen ? (
        <tr class="claims-row">
          <td colSpan={MAX_COLUMNS}>
            <CrawlerClaimsView row={row} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** The line by which the crawler obeys its group, and the name in it if that is not its own. */
function Group({ row: { crawler, selectedBy, agent, groupLine } }: { row: CrawlerRow }) {
  if (selectedBy === 'nothing') return <>no group</>;
  const isOwn = agent?.toLowerCase() === crawler.toLowerCase();
  return (
    <>
      {selectedBy === 'wildcard' ? '* ' : isOwn ? '' : `${visible(agent ?? '')} `}
      <LineLink line={groupLine} />
    </>
  );
}
