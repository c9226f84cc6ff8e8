/** A panel that goes to the line whose number a person types. */
import type { Extension } from '@codemirror/state';
import { EditorView, type KeyBinding, type PluginValue, ViewPlugin } from '@codemirror/view';
import { button } from '../element.js';
import { Panel, textField } from './panel.js';

class GoToLine implements PluginValue {
  readonly #view: EditorView;
  #panel: Panel | null = null;

  constructor(view: EditorView) {
    this.#view = view;
  }

  destroy(): void {
    this.#panel?.remove();
  }

  /** Opens the panel with the line of the cursor. */
  open(): void {
    if (this.#panel !== null) {
      this.#panel.focus();
      return;
    }
    const { doc, selection } = this.#view.state;
    const field = textField('Line', String(doc.lineAt(selection.main.head).number));
    field.inputMode = 'numeric';
    const go = (): void => this.#goTo(Number(field.value));
    this.#panel = new Panel(this.#view, {
      label: 'Go to line',
      rows: [[field, button('Go to line', go)]],
      mainField: field,
      onEnter: go,
      onClose: () => this.#close(),
    });
  }

  /** Goes to a line, or to the nearest that exists. */
  #goTo(line: number): void {
    if (!Number.isNaN(line)) {
      const { doc } = this.#view.state;
      const { from } = doc.line(Math.min(Math.max(Math.trunc(line), 1), doc.lines));
      this.#view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
    }
    this.#close();
  }

  #close(): void {
    this.#panel?.close();
    this.#panel = null;
  }
}

const plugin = ViewPlugin.fromClass(GoToLine);

export const goToLineKey: KeyBinding = {
  key: 'Mod-Alt-g',
  run: (view) => {
    view.plugin(plugin)?.open();
    return true;
  },
};

export function goToLine(): Extension {
  return plugin;
}
