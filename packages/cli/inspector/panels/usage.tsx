/** What the file says its content may be used for, apart from access. */
import { useSignal } from '@preact/signals';
import type { UsageAnswer, UsageRow, UsageStatement } from '../engine/usage.js';
import { useAnswer, usePage } from '../page/page.js';
import { Scroller } from '../page/scroller.js';
import { shortened } from '../page/words.js';
import { Choice, wantedOf } from './choice.js';
import { AboutQuestion, AskLink, Fault, LeftOut, LineLink } from './parts.js';
import { PreferenceWord } from './preferences.js';

/** The URL to ask about if the question has none. */
const ROOT = '/';

export function UsagePanel() {
  const { grid } = usePage();
  const chosen = useSignal<string | null>(null);
  /** Each URL of the question that can be judged. */
  const judged = () => [
    ...new Set(grid.value.answer?.urls.flatMap(({ url, fault }) => (fault === null ? [url] : []))),
  ];
  const urls = judged();
  const { answer, fault, isPending } = useAnswer('usage', ({ crawlers, profile }) => ({
    url: wantedOf(judged(), chosen.value, ROOT),
    crawlers,
    profile,
  })).value;
  return (
    <>
      <p>
        robots.txt can also say what content may be used for, apart from who may fetch it: by Content-Usage
        and by Content-Signal. What is not stated is neither yes nor no.
      </p>
      <AboutQuestion />
      <Choice
        id="usage-url"
        label="URL"
        unit="URL"
        options={urls}
        wanted={wantedOf(urls, chosen.value, ROOT)}
        choose={(url) => {
          chosen.value = url;
        }}
      />
      <Fault fault={fault ?? answer?.fault ?? null} />
      {answer === null ? (
        <p class="hint">{isPending ? 'Looking…' : null}</p>
      ) : (
        <>
          <UsageTable answer={answer} />
          <Statements statements={answer.statements} omitted={answer.omitted} />
        </>
      )}
    </>
  );
}

function UsageTable({ answer: { url, rows } }: { answer: UsageAnswer }) {
  const categories = rows.find(({ preferences }) => preferences !== null)?.preferences ?? [];
  if (rows.length === 0) return null;
  const width = Math.max(1, categories.length);
  const vocabularies = [...new Set(categories.map(({ vocabulary }) => vocabulary))];
  return (
    <Scroller label="Usage preferences">
      <table class="data">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Crawler
            </th>
            <th scope="col" rowSpan={2}>
              Access
            </th>
            {vocabularies.map((name) => (
              <th
                scope="colgroup"
                key={name}
                colSpan={categories.filter(({ vocabulary }) => vocabulary === name).length}
              >
                {name}
              </th>
            ))}
          </tr>
          <tr>
            {categories.map(({ vocabulary, category }) => (
              <th scope="col" key={`${vocabulary} ${category}`}>
                {category}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <UsageTableRow key={row.crawler} row={row} url={url} width={width} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function UsageTableRow({ row, url, width }: { row: UsageRow; url: string; width: number }) {
  const { crawler, fault, allowed, explanation, preferences } = row;
  return (
    <tr>
      <th scope="row">{shortened(crawler)}</th>
      <td title={explanation}>
        {fault !== null ? (
          '–'
        ) : (
          <span class={`word ${allowed ? 'allowed' : 'disallowed'}`}>
            {allowed ? 'allowed' : 'disallowed'}
          </span>
        )}
      </td>
      {preferences === null ? (
        <td colSpan={width} class="hint">
          {fault ?? (
            <>
              Nothing applies, because it may not fetch <AskLink url={url} crawler={crawler} />
            </>
          )}
        </td>
      ) : (
        preferences.map(({ vocabulary, category, value, lines, omittedLines }) => (
          <td key={`${vocabulary} ${category}`}>
            <PreferenceWord value={value} />
            {lines.map((line) => (
              <span key={line} class="by-line">
                <LineLink line={line} />
              </span>
            ))}
            {omittedLines > 0 ? (
              <span class="by-line">and {omittedLines.toLocaleString('en')} more</span>
            ) : null}
          </td>
        ))
      )}
    </tr>
  );
}

function Statements({ statements, omitted }: { statements: readonly UsageStatement[]; omitted: number }) {
  return (
    <section class="statements" aria-labelledby="statements-heading">
      <h3 id="statements-heading">Lines about usage</h3>
      {statements.length === 0 ? <p>The file has none.</p> : null}
      <ul class="lines">
        {statements.map(({ line, field, value, isEvaluated, problems }) => (
          <li key={line} class={isEvaluated ? 'counts' : undefined}>
            <LineLink line={line} />{' '}
            <code>
              {shortened(field)}: {shortened(value)}
            </code>
            {isEvaluated ? null : <span class="hint"> is not evaluated</span>}
            {problems.map((problem) => (
              <p class="notice" key={problem}>
                {problem}
              </p>
            ))}
          </li>
        ))}
      </ul>
      <LeftOut number={omitted} unit="line" />
    </section>
  );
}
