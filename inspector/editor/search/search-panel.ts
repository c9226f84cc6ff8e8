/** The fields and buttons of the search. */
import type { EditorView } from '@codemirror/view';
import { button, element } from '../element.js';
import { Panel, textField } from './panel.js';
import type { SearchQuery } from './query.js';

/** The actions of the panel. */
export interface SearchActions {
  /** Looks for something else. */
  setQuery(query: SearchQuery): void;
  /** Goes to the next match (1) or to the one before (-1). */
  step(direction: 1 | -1): void;
  /** Replaces the selected match, and goes to the next. */
  replace(): void;
  replaceAll(): void;
  /** @returns whether there was a panel to close */
  close(): boolean;
}

export class SearchPanel {
  readonly #panel: Panel;
  readonly #find: HTMLInputElement;
  readonly #status = element('span', { class: 'robots-panel-status', role: 'status' });

  constructor(view: EditorView, query: SearchQuery, actions: SearchActions) {
    const find = textField('Find', query.text);
    const replacement = textField('Replace with', query.replacement);
    const [matchesCase, caseLabel] = checkbox('Match case', query.matchesCase);
    const [isRegularExpression, expressionLabel] = checkbox('Regular expression', query.isRegularExpression);
    const [wholeWords, wordsLabel] = checkbox('Whole words', query.wholeWords);
    const commit = (): void => {
      actions.setQuery({
        text: find.value,
        replacement: replacement.value,
        matchesCase: matchesCase.checked,
        isRegularExpression: isRegularExpression.checked,
        wholeWords: wholeWords.checked,
      });
    };
    for (const field of [find, replacement, matchesCase, isRegularExpression, wholeWords]) {
      field.addEventListener('input', commit);
    }
    this.#find = find;
    this.#panel = new Panel(view, {
      label: 'Search',
      rows: [
        [find, button('Next', () => actions.step(1)), button('Previous', () => actions.step(-1))],
        [caseLabel, expressionLabel, wordsLabel, this.#status],
        [
          replacement,
          button('Replace', () => actions.replace()),
          button('Replace all', () => actions.replaceAll()),
        ],
      ],
      mainField: find,
      onEnter: (field, hasShift) => {
        if (field === replacement) actions.replace();
        else actions.step(hasShift ? -1 : 1);
      },
      onClose: () => actions.close(),
    });
  }

  focus(): void {
    this.#panel.focus();
  }

  /** Shows other text to find. */
  setText(text: string): void {
    this.#find.value = text;
  }

  /** Announces the result of an action, such as that there is no match. */
  say(text: string): void {
    this.#status.textContent = text;
  }

  close(): void {
    this.#panel.close();
  }

  remove(): void {
    this.#panel.remove();
  }
}

function checkbox(label: string, isChecked: boolean): [box: HTMLInputElement, label: HTMLElement] {
  const box = element('input', { type: 'checkbox' });
  box.checked = isChecked;
  return [box, element('label', {}, box, label)];
}
