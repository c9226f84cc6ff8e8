/** What is wrong with the file: errors, then warnings, each with its fix; notes are folded. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { Finding } from 'robotstream/lint';
import type { FileFindings } from '../engine/findings.js';
import { useAnswer, usePage } from '../page/page.js';
import { usePrinting } from '../page/printing.js';
import { count, listed, visible } from '../page/words.js';
import { Fault, LineLink } from './parts.js';
import { replaced } from './replaced.js';

/** How many errors and warnings, and how many notes, are shown before the person asks for more. */
const FIRST_PROBLEMS = 3;
const FIRST_NOTES = 20;
const MORE_FINDINGS = 100;

export function Findings() {
  const { answer, fault, isPending } = usePage().findings.value;
  return (
    <section
      class="findings"
      aria-labelledby="findings-heading"
      aria-busy={isPending}
      id="findings"
      tabIndex={-1}
    >
      <div class="section-heading">
        <h2 id="findings-heading">{answer === null ? 'Looking for mistakes…' : summaryOf(answer)}</h2>
        {answer === null ? null : <FixAll findings={answer} />}
      </div>
      <Fault fault={fault} />
      {answer === null ? null : <Found findings={answer} />}
    </section>
  );
}

function Found({ findings: answer }: { findings: FileFindings }) {
  const { findings, whys, omitted, isComplete } = answer;
  const isPrinted = usePrinting();
  const areNotesOpen = useSignal(false);
  const ofSeverity = (wanted: Finding['severity']) => findings.filter(({ severity }) => severity === wanted);
  const notes = ofSeverity('info');
  return (
    <>
      <FindingList
        findings={[...ofSeverity('error'), ...ofSeverity('warning')]}
        whys={whys}
        first={FIRST_PROBLEMS}
      />
      {isComplete ? null : (
        <p class="notice">
          Comparing all rules takes too much work, so findings about rules that decide nothing may be missing.
        </p>
      )}
      {notes.length === 0 ? null : (
        <details
          class="folded"
          open={areNotesOpen.value || isPrinted.value}
          onToggle={({ currentTarget }) => {
            if (!isPrinted.value) areNotesOpen.value = currentTarget.open;
          }}
        >
          <summary>{count(notes.length, 'note')}</summary>
          <FindingList findings={notes} whys={whys} first={FIRST_NOTES} />
        </details>
      )}
      {omitted.map(([rule, number]) => (
        <p class="hint" key={rule}>
          and {count(number, 'more finding')} of {rule}
        </p>
      ))}
    </>
  );
}

function summaryOf({ findings }: FileFindings): string {
  const counts = (['error', 'warning'] as const).flatMap((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? [] : [count(number, severity)];
  });
  return counts.length === 0 ? 'No errors or warnings' : listed(counts);
}

interface ListProps {
  readonly findings: readonly Finding[];
  readonly whys: FileFindings['whys'];
  /** How many are shown at first. */
  readonly first: number;
}

function FindingList({ findings, whys, first }: ListProps) {
  const isPrinted = usePrinting();
  const more = useSignal(0);
  if (findings.length === 0) return null;
  const shown = isPrinted.value ? findings.length : first + more.value;
  return (
    <>
      <ul>
        {findings.slice(0, shown).map((finding) => (
          <FindingItem
            key={`${finding.rule} ${finding.line} ${finding.column}`}
            finding={finding}
            why={whys[finding.rule] ?? ''}
          />
        ))}
      </ul>
      {findings.length > shown ? (
        <button
          type="button"
          class="more"
          onClick={() => {
            more.value += MORE_FINDINGS;
          }}
        >
          Show {Math.min(findings.length - shown, MORE_FINDINGS)} more
        </button>
      ) : null}
    </>
  );
}

function FindingItem({ finding, why }: { finding: Finding; why: string }) {
  const { store, findings, report } = usePage();
  const { rule, severity, message, line, fix } = finding;
  return (
    <li class={`finding ${severity}`}>
      <p>
        <span class="severity">{severity === 'info' ? 'note' : severity}</span> <LineLink line={line} />{' '}
        {visible(message)}
      </p>
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
      <details>
        <summary>Why it matters</summary>
        <p>
          {why} <code>{rule}</code>
        </p>
      </details>
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
      {fixable < 2 ? null : (
        <button
          type="button"
          onClick={() => {
            isWanted.value = true;
          }}
        >
          Fix all {fixable.toLocaleString('en')} that can be fixed
        </button>
      )}
      <Fault fault={refusal.value} />
    </>
  );
}
