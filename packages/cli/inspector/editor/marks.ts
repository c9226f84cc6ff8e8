/**
 * Marks of the lines that decide something: the octets that decide the chosen verdict, the chosen line, and in the gutter each line
 * that decides a verdict.
 */
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';
import { element } from './element.js';

const PART = Decoration.mark({ class: 'robots-deciding-part' });
const PART_LINE = Decoration.line({ class: 'robots-deciding-line' });
const CHOSEN_LINE = Decoration.line({ class: 'robots-chosen-line' });

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
}

export const setTextMarks = StateEffect.define<TextMarks>();

/** Says where the chosen line starts; null if none is chosen. */
export const setChosenLine = StateEffect.define<number | null>();

const chosenLine = StateField.define<number | null>({
  create: () => null,
  update(value, { changes, effects }) {
    let position = value === null ? null : changes.mapPos(value, 1);
    for (const effect of effects) if (effect.is(setChosenLine)) position = effect.value;
    return position;
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => {
      const position = state.field(field);
      return position === null
        ? Decoration.none
        : Decoration.set(CHOSEN_LINE.range(state.doc.lineAt(position).from));
    }),
});

/** The number of the chosen line, from 1; null if none is chosen. */
export function chosenLineOf(state: EditorState): number | null {
  const position = state.field(chosenLine);
  return position === null ? null : state.doc.lineAt(position).number;
}

const decorations = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let decorated = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setTextMarks)) continue;
      const { parts } = effect.value;
      const lines = new Set(parts.map(({ from }) => newDoc.lineAt(from).from));
      decorated = Decoration.set(
        [
          ...[...lines].map((line) => PART_LINE.range(line)),
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
    return element('span', { class: 'robots-deciding-dot', title: 'This line decides a verdict' });
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

/** Shows what `setTextMarks` and `setChosenLine` say. */
export function textMarks(): Extension {
  return [
    decorations,
    deciding,
    chosenLine,
    gutter({
      class: 'robots-deciding-gutter',
      markers: (view) => view.state.field(deciding),
      initialSpacer: () => DECIDING,
    }),
  ];
}
