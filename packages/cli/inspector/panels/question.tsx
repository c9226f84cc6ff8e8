/** The question: which URLs, and for which crawlers. */
import { CRAWLER_SETS, CRAWLERS, crawlersOf } from 'robotstream/crawlers';
import { usePage } from '../page/page.js';
import { URLS_ID } from '../page/sample-urls.js';
import { ReadAs } from './read-as.js';
import { UrlSources } from './url-sources.js';

export function Question() {
  return (
    <>
      <div class="section-heading">
        <h2 id="question-heading">Ask about a URL</h2>
        <ReadAs />
      </div>
      <div class="question">
        <Urls />
        <Crawlers />
      </div>
    </>
  );
}

/** How many lines the field of URLs shows at most. */
const MAX_ROWS = 8;
const MIN_ROWS = 2;

function Urls() {
  const { store, sampleUrls } = usePage();
  const { urls } = store.state.value;
  const rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, urls.split('\n').length));
  return (
    <div class="field">
      <label for={URLS_ID}>URLs</label>
      <textarea
        id={URLS_ID}
        rows={rows}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        aria-describedby="urls-hint"
        value={urls}
        onInput={({ currentTarget }) => store.type({ urls: currentTarget.value })}
      />
      <p class="hint" id="urls-hint">
        {sampleUrls.areMade.value
          ? 'These paths are made from the rules of the file. Write your own, one on each line.'
          : 'One URL or path on each line.'}
      </p>
      <UrlSources />
    </div>
  );
}

const SETS = CRAWLER_SETS.map((name) => ({ name, members: crawlersOf(name) }));

function Crawlers() {
  const { store } = usePage();
  const { crawlers } = store.state.value;
  return (
    <div class="field">
      <label for="crawlers">Crawlers</label>
      <input
        id="crawlers"
        type="text"
        list="crawler-names"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        aria-describedby="crawlers-hint"
        value={crawlers}
        onInput={({ currentTarget }) => store.type({ crawlers: currentTarget.value })}
      />
      <datalist id="crawler-names">
        {completions(crawlers).map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
      <fieldset class="sets">
        <legend class="visually-hidden">Sets of crawlers</legend>
        {SETS.map(({ name, members }) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={words(crawlers.toLowerCase()).includes(`@${name}`)}
            title={`${members.length} crawlers: ${members.map(({ token }) => token).join(', ')}`}
            onClick={() => store.choose({ crawlers: toggled(crawlers, `@${name}`) })}
          >
            @{name} <span class="chip-count">{members.length}</span>
          </button>
        ))}
      </fieldset>
      <p class="hint" id="crawlers-hint">
        Names separated by commas, and sets. <code>*</code> is any crawler that the file does not name.
      </p>
    </div>
  );
}

/** How many names are suggested at once. */
const MAX_COMPLETIONS = 30;

/** The text with its last word completed, for each known crawler that the word begins. */
function completions(text: string): readonly { readonly value: string; readonly label: string }[] {
  const begun = text.split(/[\s,;]/).at(-1) ?? '';
  if (begun === '') return [];
  const before = text.slice(0, text.length - begun.length);
  return CRAWLERS.filter(
    ({ token }) => token.toLowerCase().startsWith(begun.toLowerCase()) && token !== begun,
  )
    .slice(0, MAX_COMPLETIONS)
    .map(({ token, operator }) => ({ value: before + token, label: `${token} (${operator})` }));
}

function words(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}

/** The list without the name of a set, or with it at the end. */
function toggled(text: string, set: string): string {
  const all = words(text);
  const others = all.filter((word) => word.toLowerCase() !== set);
  return (others.length < all.length ? others : [...all, set]).join(', ');
}
