/** What two sides judge differently: for which crawlers, which URLs, and by which lines. */
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import type { Comparison, CrawlerComparison, Side, Witness } from '../engine/differences.js';
import { count, listed, shortened } from '../page/words.js';
import { AskLink, LineLink } from './parts.js';

/** What the two sides are called, such as `RFC 9309` and `Google`. */
export interface SideNames {
  readonly before: string;
  readonly after: string;
  /** Which sides are the file in the editor, so that their lines can be shown there. */
  readonly inEditor: 'after' | 'both';
}

/** How many URLs are shown for a set of crawlers, in each direction: at first, and more with each click. */
const WITNESSES_AT_FIRST = 20;
const MORE_WITNESSES = 200;

/** How many names of crawlers are shown. */
const MAX_NAMES = 8;

export function ComparisonView({ comparison, names }: { comparison: Comparison; names: SideNames }) {
  const { differing, leftOut } = comparison;
  const shown = differing.filter(
    ({ opens, closes, isExhaustive }) => opens.length + closes.length > 0 || !isExhaustive,
  );
  const escaped = differing.reduce((sum, { escapedCount }) => sum + escapedCount, 0);
  const isExhaustive = differing.every((one) => one.isExhaustive);
  return (
    <>
      <p class="summary">{summaryOf(comparison)}</p>
      {isExhaustive ? null : (
        <p class="notice">
          These rules can match together in more ways than are tried here, so there may be more differences.
        </p>
      )}
      {leftOut > 0 ? (
        <p class="notice">
          {count(leftOut, 'crawler')} that the file names {leftOut === 1 ? 'is' : 'are'} left out, because
          comparing all of them takes too long.
        </p>
      ) : null}
      {shown.map((entry) => (
        <CrawlerSection key={entry.crawlers.join()} entry={entry} names={names} />
      ))}
      {escaped > 0 ? (
        <p class="hint">
          {count(escaped, shown.length > 0 ? 'more pair' : 'pair')} of lines{' '}
          {escaped === 1 ? 'differs' : 'differ'} only for URLs with percent-encoded characters, such as /%61
          in place of /a.
        </p>
      ) : null}
    </>
  );
}

function summaryOf({ differing, crawlerCount }: Comparison): string {
  const crawlers = new Set<string>();
  let [opens, closes] = [0, 0];
  for (const entry of differing) {
    if (entry.opens.length + entry.closes.length === 0) continue;
    for (const crawler of entry.crawlers) crawlers.add(crawler);
    opens += entry.opens.length;
    closes += entry.closes.length;
  }
  const isExhaustive = differing.every((entry) => entry.isExhaustive);
  if (crawlers.size === 0) {
    if (!isExhaustive) return 'No difference is found.';
    const isEscapedOnly = differing.some(({ escapedCount }) => escapedCount > 0);
    return `No URL${isEscapedOnly ? ' without percent-encoded characters' : ''} is judged differently.`;
  }
  const of = crawlerCount === 1 ? 'every crawler' : `${crawlers.size} of ${count(crawlerCount, 'crawler')}`;
  const parts = [
    ...(opens > 0 ? [count(opens, 'opening')] : []),
    ...(closes > 0 ? [count(closes, 'closing')] : []),
  ];
  return `Different for ${of}: ${listed(parts)}.`;
}

function CrawlerSection({ entry, names }: { entry: CrawlerComparison; names: SideNames }) {
  const { crawlers, opens, closes } = entry;
  const shown = crawlers
    .slice(0, MAX_NAMES)
    .map((name) => (name === '*' ? 'all others (*)' : shortened(name)));
  const left = crawlers.length - shown.length;
  return (
    <section class="differences">
      <h4>For {listed(left > 0 ? [...shown, count(left, 'other')] : shown)}</h4>
      {opens.length + closes.length === 0 ? <p class="hint">None is found.</p> : null}
      <Witnesses word="opens" witnesses={opens} crawler={crawlers[0]} names={names} />
      <Witnesses word="closes" witnesses={closes} crawler={crawlers[0]} names={names} />
    </section>
  );
}

interface WitnessesProps {
  readonly word: 'opens' | 'closes';
  readonly witnesses: readonly Witness[];
  readonly crawler: string;
  readonly names: SideNames;
}

function Witnesses({ word, witnesses, crawler, names }: WitnessesProps) {
  const shown = useSignal(WITNESSES_AT_FIRST);
  if (witnesses.length === 0) return null;
  const left = witnesses.length - shown.value;
  return (
    <>
      <ul class="witnesses">
        {witnesses.slice(0, shown.value).map(({ path, before, after }) => (
          <li key={`${before.line} ${after.line}`}>
            <p>
              <span class={`word ${word === 'opens' ? 'allowed' : 'disallowed'}`}>{word}</span>{' '}
              <AskLink url={path} crawler={crawler} />
            </p>
            <dl>
              <dt>{names.before}</dt>
              <dd>
                <Decision side={before} isInEditor={names.inEditor === 'both'} />
              </dd>
              <dt>{names.after}</dt>
              <dd>
                <Decision side={after} isInEditor={true} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <button
          type="button"
          class="more"
          onClick={() => {
            shown.value += MORE_WITNESSES;
          }}
        >
          Show {count(Math.min(left, MORE_WITNESSES), 'more difference')}
          {left > MORE_WITNESSES ? ` of ${left.toLocaleString('en')}` : ''}
        </button>
      ) : null}
    </>
  );
}

/** How many lines with an equal rule are shown. */
const MAX_LINES = 4;

function Decision({ side, isInEditor }: { side: Side; isInEditor: boolean }) {
  const { allowed, line, otherLines, rule } = side;
  const word = (
    <span class={`word ${allowed ? 'allowed' : 'disallowed'}`}>{allowed ? 'allowed' : 'disallowed'}</span>
  );
  if (line === 0) return <>{word}: no rule matches</>;
  return (
    <>
      {word} by{' '}
      {[line, ...otherLines].slice(0, MAX_LINES).map((one, i) => (
        <Fragment key={one}>
          {i === 0 ? null : ', '}
          {isInEditor ? <LineLink line={one} /> : `line ${one}`}
        </Fragment>
      ))}
      {otherLines.length >= MAX_LINES ? ` and ${otherLines.length + 1 - MAX_LINES} more` : null}:{' '}
      <code>{shortened(rule ?? '')}</code>
    </>
  );
}
