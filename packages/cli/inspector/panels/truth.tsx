/** The page's first sentence: how much of the site is open to search, AI training and AI answers, and who is the exception. */
import { Fragment } from 'preact';
import type { Openness } from '../engine/openness.js';
import type { PurposeOpenness, Purposes } from '../engine/purposes.js';
import { usePage } from '../page/page.js';
import { capitalized, count, listed, visible } from '../page/words.js';
import { INITIAL_STATE } from '../state/state.js';
import { FileKindNotice } from './file-kind.js';
import { Fault } from './parts.js';
import { purposeTitle } from './purpose-title.js';

export function Truth() {
  const { answer, fault, isPending } = usePage().purposes.value;
  return (
    <section class="truth" aria-labelledby="truth-heading" aria-busy={isPending}>
      <h2 id="truth-heading" class="visually-hidden">
        Who may use this site?
      </h2>
      <FileKindNotice />
      <Fault fault={fault} />
      {answer === null ? <p class="hint">Asking the crawlers…</p> : <Sentences purposes={answer} />}
    </section>
  );
}

/** Colours say what the words mean. All that is not named here is neither good nor bad. */
const TONES: { readonly [openness in Openness]?: string } = {
  everything: 'allowed',
  'a few paths only': 'partial',
  nothing: 'disallowed',
};

function Sentences({ purposes: { purposes, exceptions } }: { purposes: Purposes }) {
  const { store } = usePage();
  const asked = purposes.filter(({ isAskedNot }) => isAskedNot).map(({ purpose }) => purposeTitle(purpose));
  return (
    <>
      <p class="headline">
        {clausesOf(purposes).map(({ openness, titles, isAskedNot }, i) => (
          <Fragment key={openness}>
            {i === 0 ? capitalized(listed(titles)) : `, ${listed(titles)}`} {i === 0 ? 'may use ' : ''}
            <Open openness={openness} isAskedNot={isAskedNot} />
          </Fragment>
        ))}
        {asked.length === 0 ? '.' : <>, but the file asks {listed(asked)} not to.</>}
      </p>
      <p class="exceptions">
        {exceptions.map(({ openness, names }) => (
          <Fragment key={openness}>
            Except for {whoIs(names)}: <Open openness={openness} isAskedNot={false} />.{' '}
          </Fragment>
        ))}
        <button
          type="button"
          class="line-link"
          onClick={() => {
            store.choose({ panel: 'crawlers', overview: INITIAL_STATE.overview });
            document.getElementById('panel-crawlers')?.scrollIntoView();
          }}
        >
          See each crawler
        </button>
      </p>
    </>
  );
}

function Open({ openness, isAskedNot }: { openness: Openness; isAskedNot: boolean }) {
  return <strong class={`word ${isAskedNot ? '' : (TONES[openness] ?? '')}`}>{openness}</strong>;
}

/** The purposes for which the same part of the site is open, together. */
function clausesOf(purposes: readonly PurposeOpenness[]) {
  return [...new Set(purposes.map(({ openness }) => openness))].map((openness) => {
    const same = purposes.filter((one) => one.openness === openness);
    return {
      openness,
      titles: same.map(({ purpose }) => purposeTitle(purpose)),
      isAskedNot: same.some(({ isAskedNot }) => isAskedNot),
    };
  });
}

/** How many exceptions are named. */
const MAX_NAMES = 4;

function whoIs(names: readonly string[]): string {
  const left = names.length - MAX_NAMES;
  const shown = (left > 1 ? names.slice(0, MAX_NAMES) : names).map(visible);
  return listed(left > 1 ? [...shown, count(left, 'other')] : shown);
}
