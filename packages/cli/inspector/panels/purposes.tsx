/** How much of the site is open: a headline for the file, and a line for those who train, search and answer, before any table of names. */
import type { CrawlerPurpose } from 'robotstream/crawlers';
import type { PurposeSummary, Purposes } from '../engine/purposes.js';
import { usePage } from '../page/page.js';
import { headlineOf } from './openness.js';
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

export function FirstPurposes() {
  const { purposes } = usePage();
  const { answer, fault, isPending } = purposes.value;
  return (
    <section class="first-purposes" aria-labelledby="purposes-heading" aria-busy={isPending}>
      <h2 id="purposes-heading">Who may use this site?</h2>
      <Fault fault={fault} />
      {answer === null ? <p class="hint">Asking the crawlers…</p> : <Openness purposes={answer} />}
    </section>
  );
}

function Openness({ purposes: { all, each } }: { purposes: Purposes }) {
  const { share, words, tone, others } = headlineOf(all);
  return (
    <>
      <p class="headline">
        {capitalized(share)} crawlers may fetch <strong class={`word ${tone}`}>{words}</strong>
      </p>
      {others.length === 0 ? null : <p class="hint">{others.join('; ')}</p>}
      <ul class="purposes">
        {each
          .filter(({ purpose }) => FIRST.includes(purpose))
          .map((summary) => (
            <Purpose key={summary.purpose} summary={summary} />
          ))}
      </ul>
    </>
  );
}

/** `Train AI models: 40 of 42, all but a few paths`. */
export function purposeInShort({ does, open }: PurposeSummary): string {
  const { share, words } = headlineOf(open);
  return `${capitalized(does)}: ${share}, ${words}`;
}

function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

function Purpose({ summary: { purpose, does, open, askedNot } }: { summary: PurposeSummary }) {
  const { store } = usePage();
  const { share, words, tone, others } = headlineOf(open);
  const crawlerCount = open.reduce((sum, { names }) => sum + names.length, 0);
  const areMostAskedNot = askedNot > crawlerCount / 2;
  const details =
    askedNot === 0 || areMostAskedNot ? others : [...others, `the file asks ${askedNot} of them not to`];
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
      <span>
        {share}:{' '}
        <span class={`word ${askedNot === 0 ? tone : ''}`}>
          {areMostAskedNot ? `${words}, but asked not to` : words}
        </span>
      </span>
      {details.length === 0 ? null : <span class="hint">{details.join('; ')}</span>}
    </li>
  );
}
