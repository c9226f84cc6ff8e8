/**
 * Findings of the lint in the editor: underlined, in the gutter, and with their fixes as buttons where the pointer rests on them or
 * F8 leads to them.
 */
import {
  type Diagnostic,
  linter,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import type { EditorState, Extension, TransactionSpec } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';
import type { Finding, Fix } from 'robotstream/lint';

/** A finding in positions of the editor's text. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly from: number;
  readonly to: number;
}

/**
 * What shows findings in place of those shown before.
 *
 * @param applyFix is called when a person chooses a fix
 */
export function showFindings(
  state: EditorState,
  findings: readonly PlacedFinding[],
  applyFix: (view: EditorView, fix: Fix) => void,
): TransactionSpec {
  return setDiagnostics(
    state,
    findings.map(({ finding, from, to }): Diagnostic => {
      const { fix } = finding;
      return {
        from,
        to,
        severity: finding.severity,
        source: finding.rule,
        message: finding.message,
        actions: fix === null ? [] : [{ name: 'Fix', apply: (view) => applyFix(view, fix) }],
      };
    }),
  );
}

/** The keys of findings. */
export const FINDING_KEYS: readonly { readonly key: string; readonly run: Command }[] = [
  { key: 'F8', run: nextDiagnostic },
  { key: 'Shift-F8', run: previousDiagnostic },
];

/** Findings in the gutter and in the text. */
export function findings(): Extension {
  return [linter(null), lintGutter(), keymap.of(FINDING_KEYS)];
}
