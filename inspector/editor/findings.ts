/**
 * Findings of the lint in the editor: underlined, signed in the gutter, and explained, with a button for each fix, where the pointer
 * rests or F8 leads.
 */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
} from '@codemirror/view';
import type { Finding } from 'robotstream/lint';
import { button, element } from './element.js';

/** A finding in positions of the editor's text. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly from: number;
  readonly to: number;
}

/** Applies a fix. It does nothing if the finding is no longer among those that are shown. */
export type FixApplier = (finding: Finding) => void;

/** Shows findings in place of those shown before. */
export const setPlacedFindings = StateEffect.define<readonly PlacedFinding[]>();

type Severity = Finding['severity'];

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const SIGNS: { readonly [severity in Severity]: string } = { error: '×', warning: '!', info: 'i' };

/** The findings, each as the decoration of its place. */
const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let decorations = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setPlacedFindings)) continue;
      decorations = Decoration.set(
        effect.value.map(({ finding, from, to }) => {
          const attributes = { class: `robots-finding-${finding.severity}`, finding };
          // What has no octets, such as a missing rule, is shown in the gutter of its line.
          return to > from
            ? Decoration.mark(attributes).range(from, to)
            : Decoration.line({ finding }).range(newDoc.lineAt(from).from);
        }),
        true,
      );
    }
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The findings that touch a part of the text, in order. */
function findingsBetween(state: EditorState, from: number, to: number): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  state.field(shown).between(from, to, (start, end, { spec }) => {
    found.push({ finding: spec.finding, from: start, to: end });
  });
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

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

/** What shows and fixes findings at a place. */
function explanation(found: readonly PlacedFinding[], applyFix: ApplyFix): Tooltip {
  return {
    pos: found[0].from,
    end: Math.max(...found.map(({ to }) => to)),
    create: (view) => {
      const elements = found.map(({ finding }) => findingElement(finding, () => applyFix(view, finding)));
      const attributes = { class: 'robots-findings', role: 'group', 'aria-label': 'Findings' };
      return { dom: element('div', attributes, ...elements) };
    },
  };
}

function findingElement({ severity, message, rule, fix }: Finding, apply: () => void): HTMLElement {
  return element(
    'div',
    { class: `robots-finding-text robots-finding-text-${severity}` },
    element('p', {}, message),
    element('code', {}, rule),
    ...(fix === null ? [] : [button('Fix', apply)]),
  );
}

const setExplained = StateEffect.define<Tooltip | null>();

/** What F8 has led to, until the cursor or the text moves. */
const explained = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { docChanged, selection, effects }) {
    for (const effect of effects) {
      if (effect.is(setExplained)) return effect.value;
      // The findings that it explains are no longer those that are shown.
      if (effect.is(setPlacedFindings)) return null;
    }
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

/** Applies the fix of a finding. */
type ApplyFix = (view: EditorView, finding: Finding) => void;

/** Goes to the next finding, or to the one before; from the last to the first. */
function goTo(step: 1 | -1, applyFix: ApplyFix): Command {
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
    view.dispatch({
      selection: { anchor: next.from },
      effects: [
        setExplained.of(explanation(here, applyFix)),
        EditorView.announce.of(
          here.map(({ finding }) => `Line ${finding.line}: ${finding.message}`).join(' '),
        ),
      ],
      scrollIntoView: true,
    });
    return true;
  };
}

function closeExplanation({ state, dispatch }: EditorView): boolean {
  if (state.field(explained) === null) return false;
  dispatch({ effects: setExplained.of(null) });
  return true;
}

/** Shows what `setPlacedFindings` says. F8 goes to the next finding, Shift+F8 to the one before, Escape closes its explanation. */
export function findings(onFix: FixApplier): Extension {
  const applyFix: ApplyFix = (view, finding) => {
    closeExplanation(view);
    onFix(finding);
  };
  return [
    shown,
    explained,
    gutter({
      class: 'robots-sign-gutter',
      lineMarker: signOf,
      lineMarkerChange: ({ startState, state }) => startState.field(shown) !== state.field(shown),
      initialSpacer: () => new Sign('info', ''),
    }),
    hoverTooltip(
      ({ state }, position) => {
        if (state.field(explained) !== null) return null;
        const found = findingsBetween(state, position, position).filter(({ from, to }) => from < to);
        return found.length === 0 ? null : explanation(found, applyFix);
      },
      { hideOnChange: true },
    ),
    keymap.of([
      { key: 'F8', run: goTo(1, applyFix), shift: goTo(-1, applyFix) },
      { key: 'Escape', run: closeExplanation },
    ]),
  ];
}
