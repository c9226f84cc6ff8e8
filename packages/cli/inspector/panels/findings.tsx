/** What the lint finds, line by line, with fixes. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { Finding } from 'robotstream/lint';
import type { FileFindings } from '../engine/findings.js';
import { useAnswer, usePage } from '../page/page.js';
import { count, listed, visible } from '../page/words.js';
import { Fault, LineLink } from './parts.js';
import { replaced } from './replaced.js';

/** How many findings are shown before the person asks for more. */
const FINDINGS_AT_FIRST = 100;

const SEVERITIES = ['error', 'warning', 'info'] as const;

export function FindingsPanel() {
  const { findings: asked } = usePage();
  const { answer, fault, isPending } = asked.value;
  const shown = useSignal(FINDINGS_AT_FIRST);
  return (
    <>
      <Fault fault={fault} />
      {answer === null ? (
        <p class="hint">{isPending ? 'Looking…' : null}</p>
      ) : (
        <>
          <div class="section-heading">
            <p class="summary">{summaryOf(answer)}</p>
            <FixAll findings={answer} />
          </div>
          {answer.isComplete ? null : (
            <p class="notice">
              Comparing all rules takes too much work, so findings about rules that decide nothing may be
              missing.
            </p>
          )}
          <ul class="findings">
            {answer.findings.slice(0, shown.value).map((finding) => (
              <FindingItem
                key={`${finding.rule} ${finding.line} ${finding.column}`}
                finding={finding}
                why={answer.whys[finding.rule] ?? ''}
              />
            ))}
          </ul>
          {answer.findings.length > shown.value ? (
            <button
              type="button"
              class="more"
              onClick={() => {
                shown.value += FINDINGS_AT_FIRST;
              }}
            >
              Show more of {count(answer.findings.length, 'finding')}
            </button>
          ) : null}
          {answer.omitted.map(([rule, number]) => (
            <p class="hint" key={rule}>
              and {count(number, 'more finding')} of {rule}
            </p>
          ))}
        </>
      )}
    </>
  );
}

function summaryOf({ findings, omitted }: FileFindings): string {
  if (findings.length === 0) return 'No findings.';
  const counts = SEVERITIES.flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    if (number === 0) return [];
    return [severity === 'info' ? count(number, 'note') : count(number, severity)];
  });
  const more = omitted.reduce((sum, [, number]) => sum + number, 0);
  return more === 0
    ? `${listed(counts)}.`
    : `${listed(counts)}; ${more.toLocaleString('en')} more like them.`;
}

function FindingItem({ finding, why }: { finding: Finding; why: string }) {
  const { store, findings, report } = usePage();
  const { rule, severity, message, line, fix } = finding;
  return (
    <li class={`finding ${severity}`}>
      <p>
        <span class="severity">{severity === 'info' ? 'note' : severity}</span> <LineLink line={line} />{' '}
        <code class="rule">{rule}</code>
      </p>
      <p>{visible(message)}</p>
      <div class="finding-actions">
        <details>
          <summary>Why it matters</summary>
          <p>{why}</p>
        </details>
        {fix === null ? null : (
          <button
            type="button"
            aria-label={`Fix line ${line}: ${rule}`}
            // Until the next answer, the findings are those of the file before.
            aria-disabled={findings.value.isPending}
            onClick={() => {
              if (findings.value.isPending) return;
              store.choose({ file: replaced(store.state.peek().file, fix), chosen: null });
              report(`Line ${line} is fixed. Back undoes it.`);
            }}
          >
            Fix
          </button>
        )}
      </div>
    </li>
  );
}

function FixAll({ findings: { findings } }: { findings: FileFindings }) {
  const { store, report } = usePage();
  const isWanted = useSignal(false);
  const fixes = useAnswer('fixes', () => (isWanted.value ? {} : null));
  const refusal = useSignal<string | null>(null);
  useSignalEffect(() => {
    const { answer, isPending } = fixes.value;
    if (!isWanted.value || isPending || answer === null) return;
    isWanted.value = false;
    refusal.value = answer.refusal === null ? null : `Not fixed: ${answer.refusal}.`;
    if (answer.octets === null) return;
    store.choose({ file: answer.octets, chosen: null });
    report(`${count(answer.fixCount, 'finding')} fixed. Back undoes it.`);
  });
  const fixable = findings.filter(({ fix }) => fix !== null).length;
  return (
    <>
      {fixable === 0 ? null : (
        <button
          type="button"
          onClick={() => {
            isWanted.value = true;
          }}
        >
          {fixable === 1
            ? 'Fix what can be fixed'
            : `Fix all ${fixable.toLocaleString('en')} that can be fixed`}
        </button>
      )}
      <Fault fault={refusal.value} />
    </>
  );
}
