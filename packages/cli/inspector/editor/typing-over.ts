/** Typing over a selection. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection by what is typed over it. Browsers give such text the style of the text before, as an inline style, which the
 * page's policy refuses with an error in the console.
 */
export function typingOver(): Extension {
  return EditorView.domEventHandlers({
    beforeinput: ({ inputType, data }, view) => {
      const { state } = view;
      if (inputType !== 'insertText' || data === null || view.composing || state.selection.main.empty) {
        return false;
      }
      view.dispatch(state.replaceSelection(data), { scrollIntoView: true, userEvent: 'input.type' });
      return true;
    },
  });
}
