/** A tooltip that explains findings, with a button for each fix. */
import {
  type Command,
  EditorView,
  type PluginValue,
  type Rect,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Finding } from 'robotstream/lint';
import { button, element } from './element.js';
import {
  FINDING_ATTRIBUTE,
  findingsBetween,
  type PlacedFinding,
  setPlacedFindings,
} from './placed-findings.js';

/** Applies a fix. It does nothing if the finding is no longer among those that are shown. */
export type FixApplier = (finding: Finding) => void;

/** How long the pointer must rest on a finding before its details open, and how long they stay after it leaves. */
const POINTER_MS = 300;

/** The plugin of the details, and the command that closes them. */
export interface FindingDetailsPlugin {
  readonly plugin: ViewPlugin<FindingDetails>;
  readonly close: Command;
}

/** Opens details where the pointer rests. They close when the text or the cursor changes, or a finding is gone. */
export function findingDetails(onFix: FixApplier): FindingDetailsPlugin {
  const plugin = ViewPlugin.define((view) => new FindingDetails(view, onFix), {
    eventHandlers: {
      mouseover(event) {
        this.pointAt(event);
      },
      mouseleave() {
        this.closeSoon();
      },
    },
  });
  return { plugin, close: (view) => view.plugin(plugin)?.close() ?? false };
}

export class FindingDetails implements PluginValue {
  readonly #view: EditorView;
  readonly #onFix: FixApplier;
  readonly #onScroll = (): void => this.#place();
  #box: HTMLElement | null = null;
  /** What the tooltip explains. */
  #explained: readonly PlacedFinding[] = [];
  /** Where the explained text begins. */
  #position = 0;
  #isByPointer = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, onFix: FixApplier) {
    this.#view = view;
    this.#onFix = onFix;
    // Scroll events of the editor do not leave its shadow root.
    for (const target of [view.scrollDOM, window]) target.addEventListener('scroll', this.#onScroll, true);
  }

  update({ docChanged, selectionSet, transactions, geometryChanged }: ViewUpdate): void {
    const areReplaced = transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(setPlacedFindings)),
    );
    const isGone = areReplaced && this.#explained.some((one) => this.#current(one) === undefined);
    if (docChanged || selectionSet || isGone) this.close();
    else if (geometryChanged) this.#place();
  }

  destroy(): void {
    for (const target of [this.#view.scrollDOM, window]) {
      target.removeEventListener('scroll', this.#onScroll, true);
    }
    this.close();
  }

  /** Opens the details of findings that begin at one position. */
  open(found: readonly PlacedFinding[], isByPointer = false): void {
    this.close();
    this.#explained = found;
    this.#position = found[0].from;
    this.#isByPointer = isByPointer;
    this.#box = element(
      'div',
      { class: 'robots-findings', role: 'group', 'aria-label': 'Findings' },
      ...found.map((one) => this.#elementOf(one)),
    );
    this.#box.addEventListener('mouseenter', () => clearTimeout(this.#timer));
    this.#box.addEventListener('mouseleave', () => this.closeSoon());
    this.#box.addEventListener('focusin', () => this.#scrollToText());
    this.#box.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
    });
    this.#view.dom.append(this.#box);
    this.#place();
  }

  /**
   * Closes the details. The text gets the focus if they have it.
   *
   * @returns whether details were open
   */
  close(): boolean {
    clearTimeout(this.#timer);
    const box = this.#box;
    this.#box = null;
    // The view cannot take the focus during its update.
    if (box?.matches(':focus-within')) queueMicrotask(() => this.#view.focus());
    box?.remove();
    return box !== null;
  }

  /** The same finding among those that were found last; undefined if it is gone. */
  #current({ from, to, finding: { rule } }: PlacedFinding): PlacedFinding | undefined {
    return findingsBetween(this.#view.state, from, to).find(
      (one) => one.from === from && one.to === to && one.finding.rule === rule,
    );
  }

  /** The pointer is on a part of the text. */
  pointAt({ target, buttons }: MouseEvent): void {
    if (this.#box !== null && !this.#isByPointer) return;
    const mark = (target as Element).closest(`[${FINDING_ATTRIBUTE}]`);
    if (mark === null) this.closeSoon();
    else if (buttons === 0) this.#later(() => this.#openAt(mark));
  }

  /** Closes details that the pointer has opened, unless it comes back. */
  closeSoon(): void {
    if (this.#box === null || this.#isByPointer) this.#later(() => this.close());
  }

  #later(run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, POINTER_MS);
  }

  #openAt(mark: Element): void {
    if (!mark.isConnected) return;
    const position = this.#view.posAtDOM(mark);
    const found = findingsBetween(this.#view.state, position, position);
    const around = found.filter(({ from, to }) => from <= position && position < to);
    if (around.length > 0) this.open(around, true);
  }

  #elementOf(placed: PlacedFinding): HTMLElement {
    const { severity, message, rule, fix } = placed.finding;
    const apply = (): void => {
      this.close();
      this.#onFix((this.#current(placed) ?? placed).finding);
    };
    return element(
      'div',
      { class: `robots-finding-text robots-finding-text-${severity}` },
      element('p', {}, message),
      element('code', {}, rule),
      ...(fix === null ? [] : [button('Fix', apply)]),
    );
  }

  #scrollToText(): void {
    this.#view.dispatch({ effects: EditorView.scrollIntoView(this.#position) });
  }

  /**
   * Puts the tooltip below the explained text, or above it if there is no space below. While the text is scrolled away, the tooltip
   * is transparent; it can still be focused, because a person may press Tab before the text has scrolled to what F8 goes to.
   */
  #place(): void {
    const box = this.#box;
    if (box === null) return;
    this.#view.requestMeasure({
      key: this,
      read: (view) => {
        const text = view.coordsAtPos(this.#position);
        const frame = view.scrollDOM.getBoundingClientRect();
        const isVisible = text !== null && text.bottom > frame.top && text.top < frame.bottom;
        return isVisible ? cornerOf(box.getBoundingClientRect(), text) : null;
      },
      write: (corner) => {
        box.classList.toggle('robots-findings-away', corner === null);
        if (corner !== null) Object.assign(box.style, { left: `${corner.left}px`, top: `${corner.top}px` });
      },
    });
  }
}

/** The upper left corner of a tooltip for a text, in window coordinates. */
function cornerOf({ width, height }: DOMRect, text: Rect): { left: number; top: number } {
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = text.bottom + height <= clientHeight || text.top < height;
  return {
    left: Math.max(0, Math.min(text.left, clientWidth - width)),
    top: fitsBelow ? text.bottom : text.top - height,
  };
}
