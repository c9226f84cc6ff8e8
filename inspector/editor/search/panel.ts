/** A panel with fields above the text. */
import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { button, element } from '../element.js';

/** Keys that are bound to this scope of CodeMirror work in panels. */
export const PANEL_SCOPE = 'panel';

export interface PanelOptions {
  /** Its name for screen readers. */
  readonly label: string;
  /** Its rows of elements. */
  readonly rows: readonly (readonly Node[])[];
  /** The field that takes the focus. */
  readonly mainField: HTMLInputElement;
  /** Called when Enter is pressed in a field. */
  onEnter(field: EventTarget | null, hasShift: boolean): void;
  /** Called when a person closes the panel. */
  onClose(): void;
}

/** A panel that is open. */
export class Panel {
  readonly #view: EditorView;
  readonly #element: HTMLElement;
  readonly #mainField: HTMLInputElement;

  /** Opens a panel and puts the focus on its main field. */
  constructor(view: EditorView, { label, rows, mainField, onEnter, onClose }: PanelOptions) {
    this.#view = view;
    this.#mainField = mainField;
    const close = button('Close', onClose);
    this.#element = element(
      'div',
      { class: 'robots-panel', role: 'group', 'aria-label': label },
      ...rows.map((row, index) =>
        element('div', { class: 'robots-panel-row' }, ...row, ...(index === 0 ? [close] : [])),
      ),
    );
    this.#element.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      const isField = event.target instanceof HTMLInputElement;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Enter' && isField) onEnter(event.target, event.shiftKey);
      else if (!runScopeHandlers(view, event, PANEL_SCOPE)) return;
      event.preventDefault();
    });
    view.dom.prepend(this.#element);
    this.focus();
  }

  /** Puts the focus on the main field, and selects its text. */
  focus(): void {
    this.#mainField.focus();
    this.#mainField.select();
  }

  /** Closes the panel. The text gets the focus if the panel has it. */
  close(): void {
    const hadFocus = this.#element.matches(':focus-within');
    this.remove();
    if (hadFocus) this.#view.focus();
  }

  /** Removes the panel when the view gets another state. */
  remove(): void {
    this.#element.remove();
  }
}

/** A text field with a name. */
export function textField(label: string, value: string): HTMLInputElement {
  return element('input', {
    value,
    'aria-label': label,
    placeholder: label,
    autocomplete: 'off',
    spellcheck: 'false',
  });
}
