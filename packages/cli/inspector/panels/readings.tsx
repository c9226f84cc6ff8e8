/** How every reader judges a URL, and where the other profiles differ from the chosen one. */
import type { Reading } from '../engine/differences.js';
import type { ReadingName } from '../engine/question.js';
import { useAnswer, usePage } from '../page/page.js';
import { OWN_READING, titlesOf } from '../page/readings.js';
import { count, shortened } from '../page/words.js';
import { ComparisonView } from './comparison-view.js';
import { AskLink, Fault, LeftOut } from './parts.js';
import { ReadersSection } from './readers.js';

export function ReadingsPanel() {
  const { profile } = usePage().store.state.value;
  const { answer, progress, fault, isPending } = useAnswer('readings', ({ urls, crawlers, profile }) => ({
    urls,
    crawlers,
    profile,
  })).value;
  const readings = (isPending ? progress : answer) ?? [];
  const reading =
    profile === undefined
      ? 'Each crawler reads the file by its own profile, as far as that is documented, or else as RFC 9309.'
      : `The file is read as ${titlesOf(profile).title}: ${titlesOf(profile).about}.`;
  return (
    <>
      <ReadersSection />
      <p>{reading} This is what other readings would change, decided for all URLs of a site.</p>
      <Fault fault={fault} />
      {readings.map((reading) => (
        <ReadingSection key={reading.profile} reading={reading} current={profile} />
      ))}
      {isPending ? <p class="hint">Comparing…</p> : null}
    </>
  );
}

function ReadingSection({ reading, current }: { reading: Reading; current: ReadingName | undefined }) {
  const { store } = usePage();
  const { profile, comparison } = reading;
  const { title, about } = titlesOf(profile);
  const heading = `reading-${profile}`;
  return (
    <section class="reading" aria-labelledby={heading}>
      <div class="section-heading">
        <h3 id={heading}>
          {title} <span class="about">{about}</span>
        </h3>
        <button type="button" onClick={() => store.choose({ profile })}>
          Read as {title}
        </button>
      </div>
      <Turned reading={reading} />
      <ComparisonView
        comparison={comparison}
        names={{
          before: (current === undefined ? OWN_READING : titlesOf(current)).title,
          after: title,
          inEditor: 'both',
        }}
      />
    </section>
  );
}

/** How many verdicts are listed. */
const MAX_TURNED = 20;

/** The verdicts of the question that are the opposite under the profile. */
function Turned({ reading: { turned, verdictCount, areAllCompared } }: { reading: Reading }) {
  const verdicts = `your ${areAllCompared ? '' : 'first '}${count(verdictCount, 'verdict')}`;
  if (verdictCount === 0) return null;
  if (turned.length === 0) return <p>None of {verdicts} would change.</p>;
  return (
    <>
      <p>
        {turned.length.toLocaleString('en')} of {verdicts} would change:
      </p>
      <ul class="lines">
        {turned.slice(0, MAX_TURNED).map(({ url, crawler, allowed }) => (
          <li key={`${crawler} ${url}`}>
            {shortened(crawler)} <AskLink url={url} crawler={crawler} /> would be{' '}
            <span class={`word ${allowed ? 'allowed' : 'disallowed'}`}>
              {allowed ? 'allowed' : 'disallowed'}
            </span>
          </li>
        ))}
      </ul>
      <LeftOut number={turned.length - MAX_TURNED} unit="verdict" />
    </>
  );
}
