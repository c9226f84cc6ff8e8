/** Where the findings of the lint are in the text, as it is edited. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { Finding } from 'robotstream/lint';

/** A finding in positions of the editor's text. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly from: number;
  readonly to: number;
}

/** Shows findings in place of those shown before. */
export const setPlacedFindings = StateEffect.define<readonly PlacedFinding[]>();

/** The findings, each as the decoration of its place. */
export const placedFindings = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let decorations = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setPlacedFindings)) continue;
      decorations = Decoration.set(
        effect.value.map(({ finding, from, to }) => {
          // What has no octets, such as a missing rule, is shown in the gutter of its line.
          return to > from
            ? Decoration.mark({ class: `robots-finding-${finding.severity}`, finding }).range(from, to)
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
export function findingsBetween(state: EditorState, from: number, to: number): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  state.field(placedFindings).between(from, to, (start, end, { spec }) => {
    found.push({ finding: spec.finding, from: start, to: end });
  });
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}
