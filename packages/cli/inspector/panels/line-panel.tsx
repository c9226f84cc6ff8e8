/** What the chosen line means: which crawlers it concerns, and which verdicts it decides. */
import type { GridRows } from '../engine/grid.js';
import type { LineKind, LineMeaning } from '../engine/line.js';
import { CELL } from '../engine/question.js';
import { useAnswer, usePage } from '../page/page.js';
import { count, listed, shortened } from '../page/words.js';
import { AskLink, LeftOut, LineLink } from './parts.js';

/** What a line is, as a sentence. */
const KINDS: Readonly<Record<LineKind, string>> = {
  'user-agent': 'It names crawlers.',
  allow: 'It allows what its pattern matches, unless another rule decides.',
  disallow: 'It disallows what its pattern matches, unless another rule decides.',
  sitemap: 'It says where a sitemap is. It belongs to no group and decides no verdict.',
  other: 'It is a record that decides no verdict.',
  comment: 'It is a comment, so it decides nothing.',
  blank: 'It is blank, so it decides nothing.',
  invalid: 'It is ignored, so it decides nothing.',
  unread: 'It is not read, so it decides nothing.',
};

export function LinePanel({ line }: { line: number }) {
  const { grid } = usePage();
  const { answer, progress, isPending } = useAnswer('line', ({ chosen, crawlers, profile }) =>
    chosen?.kind === 'line' ? { line: chosen.line, crawlers, profile } : null,
  ).value;
  const { answer: cells } = grid.value;
  const meaning = progress ?? answer;
  return (
    <div class="explanation">
      <h3>
        <LineLink line={line} />
      </h3>
      {meaning === null || meaning.line !== line ? null : (
        <>
          <Meaning meaning={meaning} isWhole={!isPending} />
          {meaning.kind === 'allow' || meaning.kind === 'disallow' ? <InWords line={line} /> : null}
          {cells === null ? null : <Decided meaning={meaning} grid={cells} />}
        </>
      )}
    </div>
  );
}

/** The pattern in words. Each path asks why. */
function InWords({ line }: { line: number }) {
  const { answer } = useAnswer('pattern', ({ chosen, profile }) =>
    chosen?.kind === 'line' ? { line: chosen.line, profile } : null,
  ).value;
  if (answer === null || answer.line !== line) return null;
  const { words, matching, near, crawler } = answer;
  return (
    <>
      <p class="sentence">
        It matches <strong>{shortened(words)}</strong>.
      </p>
      <Paths label="Matched" paths={matching} crawler={crawler} />
      <Paths label="Not matched" paths={near} crawler={crawler} />
    </>
  );
}

function Paths({
  label,
  paths,
  crawler,
}: {
  readonly label: string;
  readonly paths: readonly string[];
  readonly crawler: string;
}) {
  if (paths.length === 0) return null;
  return (
    <p>
      {label}:{' '}
      {paths.map((path, i) => (
        <span key={path}>
          {i > 0 ? ', ' : ''}
          <AskLink url={path} crawler={crawler} />
        </span>
      ))}
    </p>
  );
}

interface MeaningProps {
  readonly meaning: LineMeaning;
  /** Whether all crawlers are known. */
  readonly isWhole: boolean;
}

function Meaning({ meaning: { kind, group, crawlers, problems }, isWhole }: MeaningProps) {
  const obeying = crawlers.filter(({ obeys }) => obeys).map(({ crawler }) => shortened(crawler));
  return (
    <>
      <p>
        {KINDS[kind]}
        {group === null || kind === 'user-agent' ? null : (
          <>
            {' '}
            It is in the group of <LineLink line={group.line} />, for {listed(group.names.map(shortened))}.
          </>
        )}
      </p>
      {problems.map((problem) => (
        <p class="notice" key={problem}>
          {problem}
        </p>
      ))}
      {kind === 'user-agent' ? <ByMeaning crawlers={crawlers} /> : null}
      {group === null || kind === 'user-agent' || crawlers.length === 0 || !isWhole ? null : (
        <p>
          {obeying.length === 0
            ? 'None of the crawlers in question obeys this group.'
            : `Of the crawlers in question, ${listed(obeying)} ${obeying.length === 1 ? 'obeys' : 'obey'} this group.`}
        </p>
      )}
    </>
  );
}

/** What a user-agent line means, with the crawlers to which it means that. */
function ByMeaning({ crawlers }: Pick<LineMeaning, 'crawlers'>) {
  const meanings = new Map<string, { readonly obeys: boolean; readonly names: string[] }>();
  for (const { crawler, obeys, explanation } of crawlers) {
    const known = meanings.get(explanation ?? '');
    if (known === undefined) meanings.set(explanation ?? '', { obeys, names: [shortened(crawler)] });
    else known.names.push(shortened(crawler));
  }
  return (
    <ul class="lines">
      {Array.from(meanings, ([explanation, { obeys, names }]) => (
        <li key={explanation} class={obeys ? 'counts' : undefined}>
          For {listed(names)}: the line {shortened(explanation)}
        </li>
      ))}
    </ul>
  );
}

/** How many verdicts are listed. */
const MAX_CELLS = 50;

/** The verdicts that a rule decides. */
function Decided({ meaning: { kind, line }, grid }: { meaning: LineMeaning; grid: GridRows }) {
  const { store } = usePage();
  if (kind !== 'allow' && kind !== 'disallow') return null;
  const { urls, crawlers, cells, ruleLines } = grid;
  const decided = Array.from(ruleLines.keys()).filter((cell) => ruleLines[cell] === line);
  const judged = cells.reduce((sum, cell) => sum + (cell === CELL.unanswered ? 0 : 1), 0);
  if (decided.length === 0) {
    return <p>It decides none of {count(judged, 'verdict')}.</p>;
  }
  return (
    <>
      <p>
        It decides {decided.length.toLocaleString('en')} of {count(judged, 'verdict')}:
      </p>
      <ul class="lines">
        {decided.slice(0, MAX_CELLS).map((cell) => {
          const { url } = urls[Math.floor(cell / crawlers.length)] as { url: string };
          const { name } = crawlers[cell % crawlers.length] as { name: string };
          const word = cells[cell] === CELL.allowed ? 'allowed' : 'disallowed';
          return (
            <li key={cell}>
              <button
                type="button"
                class="line-link"
                onClick={() => store.choose({ chosen: { kind: 'cell', url, crawler: name } })}
              >
                {shortened(name)}, {shortened(url)}
              </button>{' '}
              <span class={`word ${word}`}>{word}</span>
            </li>
          );
        })}
      </ul>
      <LeftOut number={decided.length - MAX_CELLS} unit="verdict" />
    </>
  );
}
