/**
 * Colours of the lines that are visible, and of those past the parsing limit, which nothing reads.
 */
import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { COLOURS, type Colour, LineColours } from './line-colours.js';

const COLOURED = Object.fromEntries(
  COLOURS.map((colour) => [colour, Decoration.mark({ class: `robots-${colour}` })]),
) as { readonly [colour in Colour]: Decoration };

const UNREAD_LINE = Decoration.line({ class: 'robots-unread-line' });

const setFirstUnread = StateEffect.define<number | null>();

const firstUnread = StateField.define<number | null>({
  create: () => null,
  update(value, { effects, changes }) {
    let position = value === null ? null : changes.mapPos(value, 1);
    for (const effect of effects) if (effect.is(setFirstUnread)) position = effect.value;
    return position;
  },
});

class VisibleColours {
  decorations: DecorationSet;
  readonly #lines = new LineColours();

  constructor(view: EditorView) {
    this.decorations = this.#decorate(view);
  }

  update(update: ViewUpdate): void {
    const { view, startState, state } = update;
    const limitMoved = startState.field(firstUnread) !== state.field(firstUnread);
    if (update.docChanged || update.viewportChanged || limitMoved) this.decorations = this.#decorate(view);
  }

  #decorate(view: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    const { doc } = view.state;
    const unreadFrom = view.state.field(firstUnread) ?? doc.length + 1;
    const first = doc.lineAt(view.viewport.from).number;
    const last = doc.lineAt(view.viewport.to).number;
    const lines = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index));
    const parts = this.#lines.of(
      lines.map(({ text }) => text),
      first === 1,
    );
    for (const [index, { from: lineFrom, to: lineTo }] of lines.entries()) {
      if (lineFrom >= unreadFrom) {
        builder.add(lineFrom, lineFrom, UNREAD_LINE);
        continue;
      }
      const visible = view.visibleRanges.filter(({ from, to }) => from <= lineTo && to >= lineFrom);
      for (const { from, to, colour } of parts[index]) {
        for (const range of visible) {
          const start = Math.max(lineFrom + from, range.from);
          const end = Math.min(lineFrom + to, range.to);
          if (start < end) builder.add(start, end, COLOURED[colour]);
        }
      }
    }
    return builder.finish();
  }
}

/**
 * Greys the lines past the parsing limit.
 *
 * @param position where the first of them starts; null if all lines are read
 */
export function showFirstUnread(view: EditorView, position: number | null): void {
  if (view.state.field(firstUnread) !== position) view.dispatch({ effects: setFirstUnread.of(position) });
}

/** Colours the lines that are visible. */
export function colours(): Extension {
  return [
    firstUnread,
    ViewPlugin.fromClass(VisibleColours, { decorations: ({ decorations }) => decorations }),
  ];
}
