/** How specifications, programs and services judge the URL in question, and why: those that judge otherwise first. */
import type { ReaderReading } from '../engine/readers.js';
import { useAnswer, usePage } from '../page/page.js';
import { count, shortened, visible } from '../page/words.js';
import type { ReadingName } from '../state/state.js';
import { Fault, LineLink } from './parts.js';

export function ReadingsPanel() {
  const { grid, store } = usePage();
  const { answer, fault, isPending } = useAnswer('readers', ({ chosen }) => {
    if (chosen?.kind === 'cell') return { url: chosen.url, crawler: chosen.crawler };
    const { urls = [], crawlers = [] } = grid.value.answer ?? {};
    const url = urls.find((one) => one.fault === null)?.url ?? '/';
    return { url, crawler: crawlers.find((one) => one.fault === null)?.name ?? '*' };
  }).value;
  const readings = answer?.readings ?? [];
  const differing = readings.filter(({ differs }) => differs);
  const others = readings.filter(({ differs }) => !differs);
  const { profile } = store.state.value;
  return (
    <div class="readings" aria-busy={isPending}>
      <Fault fault={fault ?? answer?.fault ?? null} />
      {answer === null || answer.fault !== null ? null : (
        <>
          <p>
            {summaryOf(readings)} Asked about <code>{shortened(answer.url)}</code> for{' '}
            {answer.crawler === '*' ? 'crawlers that no group names' : shortened(answer.crawler)}. Choose a
            name to read the file as it does.
          </p>
          <ReaderList readings={differing} />
          <details class="folded">
            <summary>{count(others.length, 'reader')} that judge as RFC 9309 does</summary>
            <ReaderList readings={others} />
          </details>
        </>
      )}
      {profile === undefined ? null : (
        <button type="button" class="more" onClick={() => store.choose({ profile: undefined })}>
          Read as each crawler does
        </button>
      )}
      {isPending ? <p class="hint">Asking every reader…</p> : null}
    </div>
  );
}

function ReaderList({ readings }: { readings: readonly ReaderReading[] }) {
  return (
    <ul class="witnesses">
      {readings.map((reading) => (
        <li key={reading.reader} class={reading.differs ? 'differs' : undefined}>
          <p>
            <ReaderLink reading={reading} />{' '}
            <span class={`word ${reading.allowed ? 'allowed' : 'disallowed'}`}>
              {reading.allowed ? 'allowed' : 'disallowed'}
            </span>
            {reading.line === 0 ? (
              ': no rule decides'
            ) : (
              <>
                {' '}
                by <LineLink line={reading.line} />
              </>
            )}
          </p>
          {reading.because === null ? null : <p class="hint">It {visible(reading.because)}.</p>}
        </li>
      ))}
    </ul>
  );
}

function summaryOf(readings: readonly ReaderReading[]): string {
  const differing = readings.filter(({ differs }) => differs).length;
  if (differing === 0) return `All ${count(readings.length, 'reader')} agree.`;
  const judge = differing === 1 ? 'judges' : 'judge';
  return `${differing} of ${count(readings.length, 'reader')} ${judge} otherwise than RFC 9309.`;
}

function ReaderLink({ reading: { reader, title } }: { reading: ReaderReading }) {
  const { store } = usePage();
  const isChosen = store.state.value.profile === reader;
  return (
    <button
      type="button"
      class="line-link"
      aria-pressed={isChosen}
      title={`Read the file as ${title}`}
      onClick={() => store.choose({ profile: reader as ReadingName })}
    >
      {title}
    </button>
  );
}
