/**
 * Marks of the lines that decide something: the octets that decide the chosen verdict, the chosen line, and in the gutter each line
 * that decides a verdict.
 */
import { type Extension, RangeSet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';

/** A part of the text, in positions. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** What to mark, in positions of the state after the transaction. */
export interface TextMarks {
  /** The parts that decide the chosen verdict, in order. Each is within one line. */
  readonly parts: readonly TextPart[];
  /** Where the lines start that decide some verdict, in order. */
  readonly decidingLines: readonly number[];
  /** Where the chosen line starts; null if none is chosen. */
  readonly chosenLine: number | null;
}

export const setTextMarks = StateEffect.define<TextMarks>();

const PART = Decoration.mark({ class: 'robots-deciding-part' });
const PART_LINE = Decoration.line({ class: 'robots-deciding-line' });
const CHOSEN_LINE = Decoration.line({ class: 'robots-chosen-line' });

const decorations = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let decorated = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setTextMarks)) continue;
      const { parts, chosenLine } = effect.value;
      const lines = new Set(parts.map(({ from }) => newDoc.lineAt(from).from));
      decorated = Decoration.set(
        [
          ...[...lines].map((line) => PART_LINE.range(line)),
          ...(chosenLine === null ? [] : [CHOSEN_LINE.range(chosenLine)]),
          ...parts.filter(({ from, to }) => from < to).map(({ from, to }) => PART.range(from, to)),
        ],
        true,
      );
    }
    return decorated;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class DecidingMarker extends GutterMarker {
  override toDOM(): Node {
    const dot = document.createElement('span');
    dot.className = 'robots-deciding-dot';
    dot.title = 'This line decides a verdict';
    return dot;
  }
}

const DECIDING = new DecidingMarker();

const deciding = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(value, { changes, effects }) {
    let markers = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setTextMarks)) continue;
      const builder = new RangeSetBuilder<GutterMarker>();
      for (const line of effect.value.decidingLines) builder.add(line, line, DECIDING);
      markers = builder.finish();
    }
    return markers;
  },
});

/** Shows what `setTextMarks` says. */
export function textMarks(): Extension {
  return [
    decorations,
    deciding,
    gutter({
      class: 'robots-deciding-gutter',
      markers: (view) => view.state.field(deciding),
      initialSpacer: () => DECIDING,
    }),
  ];
}
