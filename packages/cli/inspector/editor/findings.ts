/**
 * Findings of the lint in the editor: underlined, marked in the gutter, and explained in a tooltip with a button for each fix, when
 * the pointer rests on them or F8 goes to them.
 */
import type { Extension } from '@codemirror/state';
import { activateHover, type Command, EditorView, GutterMarker, gutter, keymap } from '@codemirror/view';
import type { Finding } from 'robotstream/lint';
import { element } from './element.js';
import { closeDetails, type FindingDetails, type FixApplier, findingDetails } from './finding-details.js';
import { findingsBetween, placedFindings } from './placed-findings.js';

type Severity = Finding['severity'];

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const SIGNS: { readonly [severity in Severity]: string } = { error: '×', warning: '!', info: 'i' };

class Sign extends GutterMarker {
  constructor(
    readonly severity: Severity,
    readonly messages: string,
  ) {
    super();
  }

  override eq(other: Sign): boolean {
    return other.severity === this.severity && other.messages === this.messages;
  }

  override toDOM(): Node {
    const attributes = { class: `robots-sign robots-sign-${this.severity}`, title: this.messages };
    return element('span', attributes, SIGNS[this.severity]);
  }
}

/** The sign of a line: that of its most serious finding. */
function signOf({ state }: EditorView, { from, to }: { from: number; to: number }): GutterMarker | null {
  const findings = findingsBetween(state, from, to).filter((one) => one.from >= from);
  const severity = SEVERITIES.find((wanted) => findings.some(({ finding }) => finding.severity === wanted));
  if (severity === undefined) return null;
  return new Sign(severity, findings.map(({ finding }) => finding.message).join('\n'));
}

/** Goes to the next finding, or to the one before; from the last to the first. */
function goTo(step: 1 | -1, details: FindingDetails): Command {
  return (view) => {
    const { state } = view;
    const all = findingsBetween(state, 0, state.doc.length);
    const { from } = state.selection.main;
    const next =
      step === 1
        ? (all.find((one) => one.from > from) ?? all[0])
        : (all.filter((one) => one.from < from).at(-1) ?? all.at(-1));
    if (next === undefined) return false;
    const here = all.filter((one) => one.from === next.from);
    const lines = here.map(({ finding }) => `Line ${finding.line}: ${finding.message}`);
    view.dispatch({
      selection: { anchor: next.from },
      effects: EditorView.announce.of(lines.join(' ')),
      scrollIntoView: true,
    });
    activateHover(view, next.from, 1, { tooltip: details });
    return true;
  };
}

/** Shows what `setPlacedFindings` says. F8 goes to the next finding, Shift+F8 to the one before, Escape closes its details. */
export function findings(onFix: FixApplier): Extension {
  const details = findingDetails(onFix);
  return [
    placedFindings,
    details,
    gutter({
      class: 'robots-sign-gutter',
      lineMarker: signOf,
      lineMarkerChange: ({ startState, state }) =>
        startState.field(placedFindings) !== state.field(placedFindings),
      initialSpacer: () => new Sign('info', ''),
    }),
    keymap.of([
      { key: 'F8', run: goTo(1, details), shift: goTo(-1, details) },
      { key: 'Escape', run: closeDetails },
    ]),
  ];
}
