/** What the file lets the crawlers of the registry do, at a glance. */
import type { CrawlerRow, CrawlerTable } from '../engine/crawler-table.js';
import { useAnswer, usePage } from '../page/page.js';
import { Scroller } from '../page/scroller.js';
import { count, listed, titlesOf, visible } from '../page/words.js';
import { type CrawlerColumn, OVERVIEW_SETS, type OverviewSet, withCell } from '../state/state.js';
import { Fault, LineLink } from './parts.js';
import { Preferences } from './preferences.js';
import { OtherPurposes } from './purposes.js';
import { sortedRows } from './sort-crawlers.js';

const SET_TITLES: { readonly [set in OverviewSet]: string } = {
  ai: 'AI',
  search: 'Search engines',
  seo: 'SEO',
  all: 'All',
  'train-ai': 'AI: training',
  'ai-input': 'AI: answers',
  'user-triggered': 'What users ask for',
  archive: 'Archives',
  ads: 'Advertising',
  other: 'Other purposes',
};

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
      <OtherPurposes />
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
            {OVERVIEW_SETS.map((set) => (
              <option key={set} value={set}>
                {SET_TITLES[set]}
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

function Table({ table: { rows } }: { table: CrawlerTable }) {
  const { overview } = usePage().store.state.value;
  if (rows.length === 0) return null;
  const hasDelay = rows.some(({ delay }) => delay !== '');
  const hasReadings = new Set(rows.map(({ profile }) => profile)).size > 1;
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
              {hasReadings ? <th scope="col">Read as</th> : null}
              {hasDelay ? <th scope="col">Delay</th> : null}
              {hasUsage ? <th scope="col">May be used for</th> : null}
            </tr>
          </thead>
          <tbody>
            {sortedRows(rows, overview).map((row) => (
              <Row key={row.crawler} row={row} columns={{ hasReadings, hasDelay, hasUsage }} />
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

const EXTENTS = ['everything', 'something', 'nothing', 'unknown'] as const;

/** `32 crawlers: 20 may fetch everything, 10 something and 2 nothing.` */
function summaryOf(rows: readonly CrawlerRow[]): string {
  const parts = EXTENTS.flatMap((extent) => {
    const number = rows.filter((row) => row.extent === extent).length;
    return number === 0 ? [] : [{ number, extent }];
  });
  const texts = parts.map(({ number, extent }, i) =>
    extent === 'unknown'
      ? `${number} cannot be decided`
      : `${number} ${i === 0 ? 'may fetch ' : ''}${extent}`,
  );
  return `${count(rows.length, 'crawler')}: ${listed(texts)}.`;
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
  readonly columns: { readonly hasReadings: boolean; readonly hasDelay: boolean; readonly hasUsage: boolean };
}

function Row({ row, columns: { hasReadings, hasDelay, hasUsage } }: RowProps) {
  const { store } = usePage();
  const { crawler, operator, purposes, marks, allowed, ruleLine, explanation, extent, preferences } = row;
  const word = allowed ? 'allowed' : 'disallowed';
  const by = ruleLine === 0 ? 'no rule' : `line ${ruleLine}`;
  return (
    <tr>
      <th scope="row">
        {crawler === '*' ? '* (any other)' : visible(crawler)}
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
          }}
        >
          <span class={`word ${word}`}>{word}</span>
        </button>
      </td>
      <td>{extent}</td>
      <td class="group">
        <Group row={row} />
      </td>
      <td>{operator ?? '–'}</td>
      <td>{purposes.join(', ') || '–'}</td>
      {hasReadings ? <td>{titlesOf(row.profile).title}</td> : null}
      {hasDelay ? <td>{row.delay}</td> : null}
      {hasUsage ? (
        <td>
          <Preferences preferences={preferences} />
        </td>
      ) : null}
    </tr>
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
