/** How profiles, programs and services judge one URL of the question for one of its crawlers, and why. */
import { useSignal } from '@preact/signals';
import type { ProfileName } from 'robotstream/web';
import type { ReadingName } from '../engine/question.js';
import type { ReaderReading } from '../engine/readers.js';
import { useAnswer, usePage } from '../page/page.js';
import { PROFILE_TITLES } from '../page/readings.js';
import { count, shortened, visible } from '../page/words.js';
import { Choice, wantedOf } from './choice.js';
import { AboutQuestion, AskLink, Fault, LineLink } from './parts.js';

const KINDS = [
  { kind: 'profile', title: 'Specifications' },
  { kind: 'program', title: 'Programs' },
  { kind: 'service', title: 'Services' },
] as const;

export function ReadersSection() {
  const { grid } = usePage();
  const chosenUrl = useSignal<string | null>(null);
  const chosenCrawler = useSignal<string | null>(null);
  const asked = () => {
    const { urls = [], crawlers = [] } = grid.value.answer ?? {};
    const choice = {
      urls: [...new Set(urls.flatMap(({ url, fault }) => (fault === null ? [url] : [])))],
      crawlers: crawlers.flatMap(({ name, fault }) => (fault === null ? [name] : [])),
    };
    const url = wantedOf(choice.urls, chosenUrl.value, '/');
    return { ...choice, url, crawler: wantedOf(choice.crawlers, chosenCrawler.value, '*') };
  };
  const { answer, fault, isPending } = useAnswer('readers', () => {
    const { url, crawler } = asked();
    return { url, crawler };
  }).value;
  const { urls, crawlers, url, crawler } = asked();
  return (
    <section class="readers" aria-labelledby="readers-heading">
      <h3 id="readers-heading">Every reader</h3>
      <AboutQuestion />
      <Choice
        id="readers-url"
        label="URL"
        unit="URL"
        options={urls}
        wanted={url}
        choose={(option) => {
          chosenUrl.value = option;
        }}
      />
      <Choice
        id="readers-crawler"
        label="Crawler"
        unit="crawler"
        options={crawlers}
        wanted={crawler}
        choose={(option) => {
          chosenCrawler.value = option;
        }}
      />
      <Fault fault={fault ?? answer?.fault ?? null} />
      {answer !== null && answer.fault === null ? (
        <>
          <p class="summary">
            {summaryOf(answer.readings)} Asked about <AskLink url={answer.url} crawler={answer.crawler} /> for{' '}
            {answer.crawler === '*' ? 'crawlers that no group names' : shortened(answer.crawler)}.
          </p>
          {KINDS.map(({ kind, title }) => (
            <section key={kind} aria-labelledby={`readers-${kind}`}>
              <h4 id={`readers-${kind}`}>{title}</h4>
              <ul class="witnesses">
                {answer.readings.map((reading) =>
                  reading.kind === kind ? <Reader key={reading.reader} reading={reading} /> : null,
                )}
              </ul>
            </section>
          ))}
        </>
      ) : null}
      {isPending ? <p class="hint">Asking every reader…</p> : null}
    </section>
  );
}

function summaryOf(readings: readonly ReaderReading[]): string {
  const differing = readings.filter(({ differs }) => differs).length;
  if (differing === 0) return `All ${count(readings.length, 'reader')} agree.`;
  const judge = differing === 1 ? 'judges' : 'judge';
  return `${differing} of ${count(readings.length, 'reader')} ${judge} otherwise than RFC 9309.`;
}

function Reader({ reading }: { reading: ReaderReading }) {
  const { reader, kind, allowed, line, differs, because } = reading;
  const { store } = usePage();
  const isOther = kind !== 'profile' && store.state.value.profile !== reader;
  const { title } = kind === 'profile' ? PROFILE_TITLES[reader as ProfileName] : reading;
  return (
    <li class={differs ? 'differs' : undefined}>
      <p>
        <strong>{title}</strong>{' '}
        <span class={`word ${allowed ? 'allowed' : 'disallowed'}`}>{allowed ? 'allowed' : 'disallowed'}</span>
        {line === 0 ? (
          ': no rule decides'
        ) : (
          <>
            {' '}
            by <LineLink line={line} />
          </>
        )}
        {isOther ? (
          <>
            {' '}
            <button type="button" onClick={() => store.choose({ profile: reader as ReadingName })}>
              Read as {title}
            </button>
          </>
        ) : null}
      </p>
      {because === null ? null : <p>It {visible(because)}.</p>}
    </li>
  );
}
