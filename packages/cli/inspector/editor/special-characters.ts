/**
 * Shows what has no glyph: octets that are not UTF-8, control characters, characters that are invisible or turn the direction of the
 * text, and line terminators that are unusual in the file.
 */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { element } from './element.js';
import { type LineBreak, strayOctet } from './octet-text.js';
import { unusualTerminators } from './terminators.js';

/** A small box with a label in place of a character, or after a line. */
class Box extends WidgetType {
  constructor(
    readonly label: string,
    readonly meaning: string,
    readonly kind: 'octet' | 'character' | 'terminator',
  ) {
    super();
  }

  override eq(other: Box): boolean {
    return other.label === this.label && other.kind === this.kind;
  }

  override toDOM(): HTMLElement {
    const attributes = {
      class: `robots-box robots-box-${this.kind}`,
      title: this.meaning,
      role: 'img',
      'aria-label': this.meaning,
    };
    return element('span', attributes, this.label);
  }
}

/** Controls but HTAB, and characters without a glyph of their own. A lone surrogate is an octet that is not UTF-8. */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters.
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]+/gu;

/** How many boxes a run of such characters has. One more box counts the rest of the run. */
const MAX_BOXES_OF_RUN = 16;
/** The most boxes that are visible. Binary files would have more, which would slow down the browser. */
const MAX_BOXES = 500;

const BYTE_ORDER_MARK = 0xfeff;

function boxOf(character: string): Box {
  const codePoint = character.codePointAt(0) as number;
  const octet = strayOctet(codePoint);
  if (octet !== null) return new Box(hex(octet, 2), `octet ${hex(octet, 2)}, not UTF-8`, 'octet');
  if (codePoint < 0x80) return new Box(hex(codePoint, 2), `control octet ${hex(codePoint, 2)}`, 'octet');
  if (codePoint === BYTE_ORDER_MARK) return new Box('BOM', 'byte order mark, U+FEFF', 'character');
  return new Box(`U+${hex(codePoint, 4)}`, `character U+${hex(codePoint, 4)}`, 'character');
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** The boxes of the characters that are visible. */
function characterBoxes({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let count = 0;
  for (const { from, to } of visibleRanges) {
    for (const { index, 0: run } of state.sliceDoc(from, to).matchAll(SPECIAL)) {
      const shown = run.slice(0, run.length > MAX_BOXES_OF_RUN + 1 ? MAX_BOXES_OF_RUN : run.length);
      const start = from + index;
      for (const [place, character] of [...shown].entries()) {
        builder.add(start + place, start + place + 1, Decoration.replace({ widget: boxOf(character) }));
      }
      if (shown.length < run.length) {
        const rest = new Box(
          `+${run.length - shown.length}`,
          `${run.length - shown.length} more such characters`,
          'octet',
        );
        builder.add(start + shown.length, start + run.length, Decoration.replace({ widget: rest }));
      }
      count += shown.length;
      if (count > MAX_BOXES) return builder.finish();
    }
  }
  return builder.finish();
}

const TERMINATOR_BOXES: { readonly [terminator in LineBreak]: Decoration } = {
  '\n': terminatorBox('LF'),
  '\r': terminatorBox('CR'),
  '\r\n': terminatorBox('CRLF'),
};

function terminatorBox(label: string): Decoration {
  return Decoration.widget({ widget: new Box(label, `this line ends with ${label}`, 'terminator'), side: 1 });
}

function terminatorBoxes(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from, to } = view.viewport;
  for (const { position, terminator } of unusualTerminators(view.state, from, to + 1)) {
    builder.add(position, position, TERMINATOR_BOXES[terminator]);
  }
  return builder.finish();
}

/** Shows characters without a glyph, and terminators that are not the file's usual one, as boxes. */
export function boxes(): Extension {
  return [whileVisible(characterBoxes), whileVisible(terminatorBoxes)];
}

/** Decorations that are made again when the text or what is visible of it changes. */
function whileVisible(decorationsOf: (view: EditorView) => DecorationSet): Extension {
  return ViewPlugin.define(
    (view) => ({
      decorations: decorationsOf(view),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.decorations = decorationsOf(update.view);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
}
