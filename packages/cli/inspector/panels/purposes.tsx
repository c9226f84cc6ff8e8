/** Who may train, who may search, who may answer: a line for each purpose, before any table of names. */
import type { CrawlerPurpose } from 'robotstream/crawlers';
import type { PurposeSummary } from '../engine/purposes.js';
import { usePage } from '../page/page.js';
import { count, listed } from '../page/words.js';
import { Fault } from './parts.js';

/** Each purpose as a few words. */
const TITLES: { readonly [purpose in CrawlerPurpose]: string } = {
  'train-ai': 'AI training',
  search: 'search',
  'ai-input': 'AI answers',
  'user-triggered': 'for users',
  archive: 'archive',
  ads: 'advertising',
  seo: 'SEO',
  other: 'other',
};

export function purposeTitle(purpose: CrawlerPurpose): string {
  return TITLES[purpose];
}

/** The purposes that the first screen shows. The panel of the crawlers has all. */
const FIRST: readonly CrawlerPurpose[] = ['train-ai', 'search', 'ai-input'];

/** How many names of refused crawlers are shown. */
const MAX_NAMES = 3;

export function FirstPurposes() {
  const { purposes } = usePage();
  const { answer, fault, isPending } = purposes.value;
  return (
    <section aria-labelledby="purposes-heading">
      <h2 id="purposes-heading">Who may use this site?</h2>
      <Fault fault={fault} />
      <ul class="purposes first-purposes" aria-busy={isPending}>
        {answer === null ? <li class="hint">Asking the crawlers…</li> : rowsOf(answer)}
      </ul>
    </section>
  );
}

function rowsOf(purposes: readonly PurposeSummary[]) {
  return purposes
    .filter(({ purpose }) => FIRST.includes(purpose))
    .map((summary) => <Purpose key={summary.purpose} summary={summary} />);
}

/** `Train AI models: 40 of 42 crawlers may`. */
export function purposeInShort({ does, crawlerCount, refused, unknown }: PurposeSummary): string {
  return `${capitalized(does)}: ${headlineOf(crawlerCount - refused.length - unknown, crawlerCount)}`;
}

function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

function Purpose({ summary }: { summary: PurposeSummary }) {
  const { store } = usePage();
  const { purpose, does, crawlerCount, refused, unknown } = summary;
  const may = crawlerCount - refused.length - unknown;
  const word = may === crawlerCount ? 'allowed' : may === 0 && unknown === 0 ? 'disallowed' : '';
  const details = detailsOf(summary, may);
  return (
    <li>
      <button
        type="button"
        class="line-link"
        title="Show these crawlers"
        onClick={() => {
          const { overview } = store.state.peek();
          store.choose({ panel: 'crawlers', overview: { ...overview, set: purpose } });
        }}
      >
        {capitalized(does)}
      </button>
      <span class={`word ${word}`}>{headlineOf(may, crawlerCount)}</span>
      {details.length === 0 ? null : <span class="hint">{details.join('; ')}</span>}
    </li>
  );
}

function headlineOf(may: number, crawlerCount: number): string {
  if (may === crawlerCount) return `all ${count(crawlerCount, 'crawler')} may`;
  if (may === 0) return `none of ${count(crawlerCount, 'crawler')} may`;
  return `${may} of ${count(crawlerCount, 'crawler')} may`;
}

/** What the headline does not say. */
function detailsOf({ refused, something, unknown, askedNot }: PurposeSummary, may: number): string[] {
  const shown = refused.slice(0, MAX_NAMES);
  const left = refused.length - shown.length;
  return [
    ...(may === 0 || refused.length === 0
      ? []
      : [`not ${listed(left > 0 ? [...shown, count(left, 'other')] : shown)}`]),
    ...(something === 0
      ? []
      : [
          `${something < may ? something : refused.length > 0 && may > 0 ? 'the others' : ''} only part of the site`.trim(),
        ]),
    ...(askedNot === 0
      ? []
      : [askedNot === may ? 'but the file asks them not to' : `the file asks ${askedNot} of them not to`]),
    ...(unknown === 0 ? [] : [`${unknown} cannot be decided`]),
  ];
}
