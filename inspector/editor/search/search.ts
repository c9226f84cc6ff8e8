/** Search and replace: the marks of the matches, and the commands. */
import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  type KeyBinding,
  type PluginValue,
  ViewPlugin,
} from '@codemirror/view';
import { PANEL_SCOPE } from './panel.js';
import {
  expressionOf,
  matchAfter,
  matchBefore,
  matchesFrom,
  NO_QUERY,
  replacementOf,
  type SearchQuery,
} from './query.js';
import { type SearchActions, SearchPanel } from './search-panel.js';

const MATCH = Decoration.mark({ class: 'robots-match' });
const SELECTED_MATCH = Decoration.mark({ class: 'robots-match robots-match-selected' });

/** How much text around the visible text is searched, so that a match that is partly visible is marked. */
const MARGIN_UNITS = 250;

/** How much text before and after a match a screen reader reads. */
const ANNOUNCED_UNITS = 30;

/** The longest selection that becomes what is searched for. */
const MAX_SELECTION_UNITS = 100;

class Search implements PluginValue, SearchActions {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  #panel: SearchPanel | null = null;
  #query = NO_QUERY;
  #expression: RegExp | null = null;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update(): void {
    this.decorations = this.#visibleMatches();
  }

  destroy(): void {
    this.#panel?.remove();
  }

  /** Opens the panel. What is selected becomes what is searched for. */
  open(): void {
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const selected = to - from <= MAX_SELECTION_UNITS ? state.sliceDoc(from, to) : '';
    if (selected !== '' && !selected.includes('\n') && !this.#query.isRegularExpression) {
      this.#panel?.setText(selected);
      this.setQuery({ ...this.#query, text: selected });
    }
    if (this.#panel === null) this.#panel = new SearchPanel(this.#view, this.#query, this);
    else this.#panel.focus();
    this.#view.dispatch({});
  }

  close(): boolean {
    if (this.#panel === null) return false;
    this.#panel.close();
    this.#panel = null;
    this.#view.dispatch({});
    return true;
  }

  setQuery(query: SearchQuery): void {
    this.#query = query;
    this.#expression = expressionOf(query);
    const isWrong = query.text !== '' && this.#expression === null;
    this.#panel?.say(isWrong ? 'This is not a regular expression.' : '');
    this.#view.dispatch({});
  }

  step(direction: 1 | -1): void {
    if (this.#expression === null) {
      if (this.#query.text === '') this.open();
      return;
    }
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const match =
      direction === 1
        ? matchAfter(this.#expression, state.sliceDoc(), to)
        : matchBefore(this.#expression, state.sliceDoc(), from);
    this.#panel?.say(match === null ? 'No match.' : '');
    if (match !== null) this.#select(match.index, match.index + match[0].length);
  }

  replace(): void {
    const { state } = this.#view;
    const { from, to } = state.selection.main;
    const match = this.#expression && matchAfter(this.#expression, state.sliceDoc(), from);
    if (match?.index === from && match[0].length === to - from) {
      const insert = state.toText(replacementOf(this.#query, match));
      this.#view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.replace',
      });
    }
    this.step(1);
  }

  replaceAll(): void {
    if (this.#expression === null) return;
    const { state } = this.#view;
    const changes = [...matchesFrom(this.#expression, state.sliceDoc(), 0)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      insert: state.toText(replacementOf(this.#query, match)),
    }));
    this.#panel?.say(changes.length === 1 ? '1 match replaced.' : `${changes.length} matches replaced.`);
    this.#view.dispatch({ changes, userEvent: 'input.replace.all' });
  }

  #select(from: number, to: number): void {
    const { doc } = this.#view.state;
    const line = doc.lineAt(from);
    const text = doc.sliceString(
      Math.max(line.from, from - ANNOUNCED_UNITS),
      Math.min(line.to, to + ANNOUNCED_UNITS),
    );
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.announce.of(`Line ${line.number}: ${text}`),
      scrollIntoView: true,
      userEvent: 'select.search',
    });
  }

  #visibleMatches(): DecorationSet {
    if (this.#panel === null || this.#expression === null) return Decoration.none;
    const { state, visibleRanges } = this.#view;
    const selected = state.selection.main;
    const builder = new RangeSetBuilder<Decoration>();
    let marked = 0;
    for (const { from, to } of visibleRanges) {
      const start = Math.max(marked, from - MARGIN_UNITS);
      const text = state.sliceDoc(start, to + MARGIN_UNITS);
      for (const { index, 0: found } of matchesFrom(this.#expression, text, 0)) {
        const at = start + index;
        marked = at + found.length;
        const isSelected = at === selected.from && marked === selected.to;
        builder.add(at, marked, isSelected ? SELECTED_MATCH : MATCH);
      }
    }
    return builder.finish();
  }
}

const searches = ViewPlugin.fromClass(Search, { decorations: ({ decorations }) => decorations });

/** A command that needs the search of a view. */
function command(run: (search: Search) => unknown): Command {
  return (view) => {
    const search = view.plugin(searches);
    return search !== null && run(search) !== false;
  };
}

const step = {
  run: command((search) => search.step(1)),
  shift: command((search) => search.step(-1)),
  scope: `editor ${PANEL_SCOPE}`,
  preventDefault: true,
};

/** The keys of the search. */
export const searchKeys: readonly KeyBinding[] = [
  { key: 'Mod-f', run: command((search) => search.open()), scope: step.scope },
  { key: 'F3', ...step },
  { key: 'Mod-g', ...step },
  { key: 'Escape', run: command((search) => search.close()) },
];

/** Search and replace within the text. Marks of matches are around other marks, so that those do not divide them. */
export function search(): Extension {
  return Prec.low(searches);
}
