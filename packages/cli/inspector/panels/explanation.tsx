/** How the chosen verdict comes about, step by step. */
import type { CellExplanation } from '../engine/explanation.js';
import { usePage } from '../page/page.js';
import { readingTitle } from '../page/reading-title.js';
import { shortened, visible } from '../page/words.js';
import { AgentLineSteps, RuleSteps, UrlSteps } from './explanation-steps.js';
import { Fault, LineLink } from './parts.js';

export function ExplanationPanel() {
  const { explanation } = usePage();
  const { answer, fault } = explanation.value;
  if (answer === null) return <Fault fault={fault} />;
  return <Explained explanation={answer} />;
}

function Explained({ explanation }: { explanation: CellExplanation }) {
  const { allowed, sentence, url, crawler, profile, isOwnReading, notes, marks } = explanation;
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
        {visible(sentence.replace(/^(Allowed|Disallowed): /, '')).replace(/^./, (first) =>
          first.toUpperCase(),
        )}
      </p>
      {marks.length === 0 ? (
        <p class="marked">No line decides, {reading}.</p>
      ) : (
        <p class="marked">
          Decided by{' '}
          {marks.map(({ line }, i) => (
            <span key={line}>
              {i > 0 ? ' and ' : ''}
              <LineLink line={line} />
            </span>
          ))}
          , {reading}.
        </p>
      )}
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
