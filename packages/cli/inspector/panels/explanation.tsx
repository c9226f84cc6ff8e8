/** How the chosen verdict comes about, step by step. */
import type { CellExplanation } from '../engine/explanation.js';
import { usePage } from '../page/page.js';
import { readingTitle } from '../page/reading-title.js';
import { capitalized, shortened, visible } from '../page/words.js';
import { AgentLineSteps, RuleSteps, UrlSteps } from './explanation-steps.js';
import { Fault, LineLink } from './parts.js';

export function ExplanationPanel() {
  const { explanation } = usePage();
  const { answer, fault } = explanation.value;
  if (answer === null) return <Fault fault={fault} />;
  return <Explained explanation={answer} />;
}

function Explained({ explanation }: { explanation: CellExplanation }) {
  const { allowed, sentence, url, crawler, profile, isOwnReading, notes } = explanation;
  const title = readingTitle(profile);
  const reading = isOwnReading ? `as ${shortened(crawler)} reads it: ${title}` : `read as ${title}`;
  const word = allowed ? 'allowed' : 'disallowed';
  return (
    <div class="explanation">
      <h3>
        <span class={`verdict ${word}`}>{word}</span> <span class="whom">{shortened(crawler)}</span>{' '}
        <code class="where">{shortened(url)}</code>
      </h3>
      <p class="sentence">
        <Sentence text={sentence} />
      </p>
      <p class="hint">{capitalized(reading)}.</p>
      {notes.map((note) => (
        <p class="hint" key={note}>
          {visible(note)}
        </p>
      ))}
      <details class="folded">
        <summary>Step by step</summary>
        <ol class="steps">
          <li>
            <h4>Which group applies</h4>
            <AgentLineSteps explanation={explanation} />
          </li>
          <li>
            <h4>What is compared</h4>
            <UrlSteps explanation={explanation} />
          </li>
          <li>
            <h4>Which rules match</h4>
            <RuleSteps explanation={explanation} />
          </li>
          <li>
            <h4>What the content may be used for</h4>
            <UsageSteps explanation={explanation} />
          </li>
        </ol>
      </details>
    </div>
  );
}

/** The sentence of a verdict, with links to its lines. What follows “decides:” is text of the file. */
function Sentence({ text }: { text: string }) {
  const [, said = '', rule = ''] = /^(?:\w+: )?(.*?)( decides: .*)?$/s.exec(text) ?? [];
  return (
    <>
      {capitalized(said)
        .split(/\bline (\d+)/)
        .map((part, i) => (i % 2 === 0 ? visible(part) : <LineLink key={i} line={Number(part)} />))}
      {visible(rule)}
    </>
  );
}

function UsageSteps({ explanation: { allowed, usage } }: { explanation: CellExplanation }) {
  if (!allowed) return <p>The crawler may not fetch the URL, so no preference applies.</p>;
  if (usage.length === 0) return <p>The file says nothing about it to this crawler.</p>;
  return (
    <ul class="plain">
      {usage.map(({ field, category, preference, lines }) => (
        <li key={`${field} ${category}`}>
          <code>{category}</code> <span class={`word ${preference}`}>{preference}</span> by {field},{' '}
          {lines.map((line, i) => (
            <span key={line}>
              {i > 0 ? ', ' : ''}
              <LineLink line={line} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
