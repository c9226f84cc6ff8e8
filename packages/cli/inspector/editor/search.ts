/** Search and replace, and going to a line: CodeMirror's, with this page's words, and what the search did not find. */
import { getSearchQuery, search as panel, searchKeymap, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { type KeyBinding, type Panel, showPanel, type ViewUpdate } from '@codemirror/view';
import { element } from './element.js';

const WORDS = EditorState.phrases.of({
  'Go to line': 'Line',
  go: 'Go to line',
  Replace: 'Replace with',
  next: 'Next',
  previous: 'Previous',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
});

/** Keys that are left to the browser, and the one that needs several cursors. */
const LEFT_OUT = ['Mod-d', 'Mod-Shift-l'];

/** The keys of the search. */
export const searchKeys: readonly KeyBinding[] = searchKeymap.filter(
  ({ key = '' }) => !LEFT_OUT.includes(key),
);

/** What the search says of its query; empty if there is a match. */
function statusOf(state: EditorState): string {
  const query = getSearchQuery(state);
  if (!searchPanelOpen(state) || query.search === '') return '';
  if (!query.valid) return 'This is not a regular expression.';
  return query.getCursor(state).next().done ? 'No match.' : '';
}

/** Announces what a new query does not find, until the text changes. */
function statusPanel(): Panel {
  const dom = element('div', { class: 'robots-search-status', role: 'status' });
  return {
    dom,
    top: true,
    update({ startState, state, docChanged }: ViewUpdate) {
      const isNew =
        getSearchQuery(startState) !== getSearchQuery(state) ||
        searchPanelOpen(startState) !== searchPanelOpen(state);
      if (isNew) dom.textContent = statusOf(state);
      else if (docChanged) dom.textContent = '';
    },
  };
}

/** Search and replace within the text. */
export function search(): Extension {
  return [WORDS, panel({ top: true }), Prec.lowest(showPanel.of(statusPanel))];
}
