/**
 * The editor of a robots.txt: octets in, octets out. CodeMirror shows text in between.
 */
import { history } from '@codemirror/commands';
import {
  Annotation,
  type ChangeSet,
  EditorState,
  type Extension,
  Text,
  type TransactionSpec,
} from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  type KeyBinding,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import type { Finding } from 'robotstream/lint';
import { PARSING_LIMIT_OCTETS, type Span } from 'robotstream/web';
import { clipboard } from './clipboard.js';
import { colours, showFirstUnread } from './colours.js';
import { FileMoment } from './file-moment.js';
import { findings as findingsShown } from './findings.js';
import { goToLine, goToLineKey, lineChooser } from './go-to-line.js';
import { textKeys } from './keys.js';
import { chosenLineOf, setChosenLine, setTextMarks, textMarks } from './marks.js';
import { decodeLines } from './octet-text.js';
import { setPlacedFindings } from './placed-findings.js';
import { search, searchKeys } from './search.js';
import { fileChange, octetChange, snapshotOf } from './snapshot.js';
import { boxes } from './special-characters.js';
import { terminators } from './terminators.js';
import { theme } from './theme.js';
import { typingOver } from './typing-over.js';

export interface EditorOptions {
  /** The file to show first. */
  readonly octets: Uint8Array;
  /** The editor's name for screen readers. */
  readonly label: string;
  /** Called with the whole file soon after a person has changed it. `isReplaced` says that another text has taken the place of the whole text. */
  onChange(octets: Uint8Array, isReplaced: boolean): void;
  /** Called when a person chooses a line: by its number, or by Ctrl+Enter (Cmd+Enter on a Mac) in it. */
  onLineChosen(line: number): void;
  /** Called with a file that a person drops on the editor or pastes into it. */
  onFile(file: File): void;
}

/** What to mark in the file that was last given to the editor or came from it. */
export interface EditorMarks {
  /** The parts that decide the chosen verdict, in octets from the start of the file. */
  readonly parts: readonly Span[];
  /** The lines that decide some verdict. Lines count from 1. */
  readonly decidingLines: Iterable<number>;
}

export interface Editor {
  /** Shows another version of the file. A person can undo that. */
  setOctets(octets: Uint8Array): void;
  /** Shows another file. Undo does not restore the previous one. */
  open(octets: Uint8Array): void;
  /** Shows the findings in the file that was last given to the editor or came from it. */
  setFindings(findings: readonly Finding[]): void;
  setMarks(marks: EditorMarks): void;
  /** The line that is marked as chosen. It stays the same line when lines are added or removed above it; null if none is chosen. */
  chosenLine: number | null;
  /** Scrolls the text, but not the page, to an octet of the file that was last given to the editor or came from it. */
  revealOctet(octet: number): void;
  /** Scrolls to a line and puts the cursor there. */
  goToLine(line: number): void;
  focus(): void;
  readonly hasFocus: boolean;
}

/** How long the editor waits for another key before it reports the file. */
const QUIET_MS = 80;
/** How long it waits at most while a person types. */
const MAX_WAIT_MS = 400;

/** How many characters a change of the page brings at most that is drawn as a change. */
const MAX_DRAWN_CHANGE = 20_000;

/** The keys that a person cannot guess. */
const KEYS = 'F8: next finding. Control or Command and Enter: what this line decides. Tab leaves the text.';

/** Marks a change that comes from the page, which has the file already. */
const fromPage = Annotation.define<true>();

/** Makes an editor inside an element. The element gets a shadow root, where the page's policy does not restrict style sheets. */
export function createEditor(parent: HTMLElement, options: EditorOptions): Editor {
  return new FileEditor(parent, options);
}

class FileEditor implements Editor {
  readonly #view: EditorView;
  readonly #options: EditorOptions;
  /** The file that was last given to the editor or came from it. Findings and marks are about this one. */
  #known: FileMoment;
  /** The file in which the findings were found that are shown. */
  #linted: FileMoment;
  /** The findings that are shown. */
  #findings: readonly Finding[] = [];
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince = 0;
  /** Whether the whole text has been replaced since the file was last given out. */
  #isReplaced = false;

  constructor(parent: HTMLElement, options: EditorOptions) {
    this.#options = options;
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const state = this.#stateOf(options.octets);
    this.#view = new EditorView({ state, root, parent: root });
    this.#known = new FileMoment(snapshotOf(state, options.octets));
    this.#linted = this.#known;
    this.#showLimit();
    // Before `pagehide`, when the page keeps its state for the next time.
    window.addEventListener('beforeunload', this.#giveOut);
  }

  get hasFocus(): boolean {
    return this.#view.hasFocus;
  }

  focus(): void {
    this.#view.focus();
  }

  open(octets: Uint8Array): void {
    if (octets === this.#known.snapshot.octets) return;
    this.#stopWaiting();
    this.#view.setState(this.#stateOf(octets));
    this.#knows(octets);
    this.#findings = [];
  }

  setOctets(octets: Uint8Array): void {
    if (octets === this.#known.snapshot.octets) return;
    this.#stopWaiting();
    const change = fileChange(this.#view.state, octets);
    if (change !== null) this.#change(change);
    this.#knows(octets);
  }

  /**
   * Makes a change that comes from the page. A large one replaces the state of the view: while the editor is scrolled out of the window,
   * CodeMirror would draw every line that the change brings, which takes minutes for a file of 500 KiB.
   */
  #change(change: TransactionSpec): void {
    const { state } = this.#view;
    const transaction = state.update(change, { annotations: fromPage.of(true) });
    const { changes } = transaction;
    if (insertedLength(changes) <= MAX_DRAWN_CHANGE) {
      this.#view.dispatch(transaction);
      return;
    }
    this.#follow(changes);
    this.#view.setState(transaction.state);
  }

  setFindings(found: readonly Finding[]): void {
    this.#linted = this.#known;
    this.#findings = found;
    const positions = this.#linted.positionsOf(found.flatMap(({ span }) => [span.start, span.end]));
    const placed = found.map((finding, index) => ({
      finding,
      from: positions[2 * index],
      to: positions[2 * index + 1],
    }));
    this.#view.dispatch({ effects: setPlacedFindings.of(placed) });
  }

  setMarks({ parts, decidingLines }: EditorMarks): void {
    const { doc } = this.#view.state;
    const startOf = (line: number): number[] => {
      const position = this.#known.positionOfLine(line);
      return position === null ? [] : [doc.lineAt(position).from];
    };
    const positions = this.#known.positionsOf(parts.flatMap(({ start, end }) => [start, end]));
    const lineStarts = new Set([...decidingLines].flatMap(startOf));
    const marks = {
      parts: parts.map((_, index) => ({ from: positions[2 * index], to: positions[2 * index + 1] })),
      decidingLines: [...lineStarts].sort((a, b) => a - b),
    };
    this.#view.dispatch({ effects: setTextMarks.of(marks) });
  }

  get chosenLine(): number | null {
    return chosenLineOf(this.#view.state);
  }

  set chosenLine(line: number | null) {
    const position = line === null ? null : this.#known.positionOfLine(line);
    this.#view.dispatch({ effects: setChosenLine.of(position) });
  }

  revealOctet(octet: number): void {
    const { scrollDOM } = this.#view;
    const [position] = this.#known.positionsOf([octet]);
    const { top, height } = this.#view.lineBlockAt(position);
    const isVisible =
      top >= scrollDOM.scrollTop && top + height <= scrollDOM.scrollTop + scrollDOM.clientHeight;
    if (!isVisible) scrollDOM.scrollTop = top - (scrollDOM.clientHeight - height) / 2;
  }

  goToLine(line: number): void {
    goToLine(this.#view, line);
  }

  /** The state that a file starts with. */
  #stateOf(octets: Uint8Array): EditorState {
    const file = decodeLines(octets);
    return EditorState.create({
      doc: Text.of(file.lines),
      extensions: [terminators(file), this.#extensions()],
    });
  }

  #extensions(): Extension {
    const { label, onFile } = this.#options;
    return [
      findingsShown((finding) => this.#applyFix(finding)),
      textMarks(),
      lineNumbers({
        domEventHandlers: {
          click: (view, { from }) => {
            this.#chooseLine(view, from);
            return true;
          },
        },
      }),
      history(),
      search(),
      lineChooser(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      colours(),
      boxes(),
      clipboard(),
      typingOver(),
      theme,
      keymap.of([...this.#ownKeys(), goToLineKey, ...searchKeys, ...textKeys]),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': KEYS, tabindex: '0' }),
      EditorView.domEventHandlers({
        drop: ({ dataTransfer }) => takeFile(dataTransfer, onFile),
        paste: ({ clipboardData }) => takeFile(clipboardData, onFile),
        blur: this.#giveOut,
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ];
  }

  #ownKeys(): KeyBinding[] {
    return [
      {
        key: 'Mod-Enter',
        run: (view) => {
          this.#chooseLine(view, view.state.selection.main.head);
          return true;
        },
      },
    ];
  }

  /** Reports the file first, because the number of the line is that in the text as it is now. */
  #chooseLine({ state }: EditorView, position: number): void {
    this.#giveOut();
    this.#options.onLineChosen(state.doc.lineAt(position).number);
  }

  #updated({ docChanged, changes, transactions }: ViewUpdate): void {
    if (!docChanged) return;
    if (isWholeText(changes)) this.#isReplaced = true;
    this.#follow(changes);
    if (transactions.some((transaction) => transaction.annotation(fromPage))) return;
    const now = performance.now();
    if (this.#quietTimer === undefined) this.#waitingSince = now;
    clearTimeout(this.#quietTimer);
    const wait = Math.min(QUIET_MS, Math.max(0, this.#waitingSince + MAX_WAIT_MS - now));
    this.#quietTimer = setTimeout(this.#giveOut, wait);
  }

  #follow({ desc }: ChangeSet): void {
    this.#known.follow(desc);
    if (this.#linted !== this.#known) this.#linted.follow(desc);
  }

  /** Reports the file if a person has changed it. */
  readonly #giveOut = (): void => {
    if (this.#quietTimer === undefined) return;
    this.#stopWaiting();
    this.#knows();
    const isReplaced = this.#isReplaced;
    this.#isReplaced = false;
    this.#options.onChange(this.#known.snapshot.octets, isReplaced);
  };

  #stopWaiting(): void {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = undefined;
  }

  /** Makes the current file the known one, with its octets if the page has them already. */
  #knows(octets?: Uint8Array): void {
    this.#known = new FileMoment(snapshotOf(this.#view.state, octets));
    this.#showLimit();
  }

  #showLimit(): void {
    const { snapshot } = this.#known;
    const line = snapshot.firstUnreadLine(PARSING_LIMIT_OCTETS);
    showFirstUnread(this.#view, line === null ? null : snapshot.text.line(line).from);
  }

  #applyFix(finding: Finding): void {
    // The places of findings are those in the file that was linted last.
    if (finding.fix === null || !this.#findings.includes(finding)) return;
    const { span, text } = finding.fix;
    const present = snapshotOf(this.#view.state);
    const change = this.#linted.moved({ ...span, octets: new TextEncoder().encode(text) }, present);
    if (change === null) return;
    this.#view.dispatch(octetChange(present, change), { userEvent: 'input.fix' });
    this.#view.focus();
  }
}

function insertedLength(changes: ChangeSet): number {
  let length = 0;
  changes.iterChanges((_from, _to, start, end) => {
    length += end - start;
  });
  return length;
}

/** Whether a change replaces the whole text by another one. */
function isWholeText(changes: ChangeSet): boolean {
  let isWhole = false;
  changes.iterChangedRanges((from, to) => {
    isWhole = from === 0 && to === changes.length;
  });
  return isWhole && changes.length > 0 && changes.newLength > 0;
}

/** Takes a file that is dropped or pasted, unless text comes with it: spreadsheets add a picture of the copied cells. */
function takeFile(data: DataTransfer | null, onFile: (file: File) => void): boolean {
  const file = data?.files[0];
  if (file === undefined || data?.types.includes('text/plain')) return false;
  onFile(file);
  return true;
}
