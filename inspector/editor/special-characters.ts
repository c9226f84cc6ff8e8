/**
 * Shows what has no glyph: octets that are not UTF-8, control characters, characters that are invisible or turn the direction of the
 * text, and line terminators that are unusual in the file.
 */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
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
    const box = document.createElement('span');
    box.className = `robots-box robots-box-${this.kind}`;
    box.textContent = this.label;
    box.title = this.meaning;
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', this.meaning);
    return box;
  }
}

/** Controls but HTAB, and characters without a glyph of their own. A lone surrogate is an octet that is not UTF-8. */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters.
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu;

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

const specialCharacters = new MatchDecorator({
  regexp: SPECIAL,
  decoration: ([character]) => Decoration.replace({ widget: boxOf(character) }),
});

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
  return [
    ViewPlugin.define(
      (view) => ({
        decorations: specialCharacters.createDeco(view),
        update(update: ViewUpdate) {
          this.decorations = specialCharacters.updateDeco(update, this.decorations);
        },
      }),
      { decorations: ({ decorations }) => decorations },
    ),
    ViewPlugin.define(
      (view) => ({
        decorations: terminatorBoxes(view),
        update({ docChanged, viewportChanged, view: updated }: ViewUpdate) {
          if (docChanged || viewportChanged) this.decorations = terminatorBoxes(updated);
        },
      }),
      { decorations: ({ decorations }) => decorations },
    ),
  ];
}
