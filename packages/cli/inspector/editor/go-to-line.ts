/** A panel that goes to the line whose number a person types. CodeMirror's own loses the focus in a shadow root. */
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, getPanel, type KeyBinding, type Panel, showPanel } from '@codemirror/view';
import { button, element } from './element.js';

const setOpen = StateEffect.define<boolean>();

const isOpen = StateField.define<boolean>({
  create: () => false,
  update: (value, { effects }) => effects.find((effect) => effect.is(setOpen))?.value ?? value,
  provide: (field) => showPanel.from(field, (open) => (open ? linePanel : null)),
});

/** A panel with the line of the cursor. */
function linePanel(view: EditorView): Panel {
  const { doc, selection } = view.state;
  const value = String(doc.lineAt(selection.main.head).number);
  const field = element('input', {
    class: 'cm-textfield',
    value,
    'aria-label': 'Line',
    inputmode: 'numeric',
  });
  const close = (): void => {
    view.dispatch({ effects: setOpen.of(false) });
    view.focus();
  };
  const submit = element('button', { class: 'cm-button' }, 'Go to line');
  const dom = element('form', { class: 'robots-go-to-line' }, field, submit, button('Close', close));
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    goToLine(view, Number(field.value));
    close();
  });
  dom.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  return { dom, top: true, mount: () => field.select() };
}

/** Goes to a line, or to the nearest that exists. */
export function goToLine(view: EditorView, line: number): void {
  if (Number.isNaN(line)) return;
  const { doc } = view.state;
  const position = doc.line(Math.min(Math.max(Math.trunc(line), 1), doc.lines)).from;
  view.dispatch({
    selection: { anchor: position },
    effects: EditorView.scrollIntoView(position, { y: 'center' }),
  });
}

export const goToLineKey: KeyBinding = {
  key: 'Mod-Alt-g',
  run: (view) => {
    view.dispatch({ effects: setOpen.of(true) });
    getPanel(view, linePanel)?.dom.querySelector('input')?.select();
    return true;
  },
};

/** Lets a person go to a line by its number. */
export function lineChooser(): Extension {
  return isOpen;
}
