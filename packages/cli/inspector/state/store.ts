/**
 * The state of the page over time: signals for the panels, and an entry in the browser's history for each choice.
 *
 * An entry holds the whole state, so back, forward and reload work for every file. Its address holds a link to the same state
 * as soon as that is compressed. Choosing something makes a new entry; typing replaces the current one at each pause.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { decodeLink, encodeLink } from './link-code.js';
import { changed, INITIAL_STATE, type InspectorState, type StateChange } from './state.js';
import { stateOf } from './state-fields.js';
import { forgetUnsaved, keepUnsaved, type TabStorage, takeUnsaved } from './unsaved.js';

/** The part of a window that the store uses. */
export interface BrowserPage extends TabStorage {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  readonly location: Pick<Location, 'hash'>;
  addEventListener(type: 'popstate' | 'beforeunload' | 'pagehide', listener: () => void): void;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** How long after the last key the entry is replaced. Browsers refuse to replace entries at every key. */
const PAUSE_MS = 400;

/** How long the browser may take to leave the page. After that, it has not left it: a person has clicked on Stop, for example. */
const LEAVING_MS = 10_000;

/** What an entry of the history holds. */
interface Entry {
  readonly id: number;
  readonly state: InspectorState;
  /** Whether its address has no link, because it shows what the page opens with. */
  readonly isPlain: boolean;
}

export class StateStore {
  readonly #page: BrowserPage;
  readonly #state = signal(INITIAL_STATE);
  readonly #notice = signal<string | null>(null);
  readonly #isTooLargeForLink = signal(false);
  #entryId = newId();
  /** Whether the current entry is a link that cannot be read. It stays as it is, so that nothing of it is lost. */
  #isEntryKept = false;
  #timer: number | undefined;
  /**
   * Whether the browser has begun to reload or to leave the page, which goes on until the server answers. Until then the entry stays as
   * it is, and what is typed is kept for the page's next time: an entry that changes meanwhile can be lost in Chromium.
   */
  #isLeaving = false;
  /** The last typed state of entries that the browser left before the pause ended. */
  readonly #typedLast = new Map<number, InspectorState>();
  /** Counts arrivals at entries, so that a link that is still being read does not replace a newer entry's state. */
  #arrivals = 0;

  constructor(page: BrowserPage) {
    this.#page = page;
    page.addEventListener('popstate', () => {
      this.#setAside();
      void this.#arrive();
    });
    page.addEventListener('beforeunload', () => {
      this.#isLeaving = true;
      page.setTimeout(() => this.#stay(), LEAVING_MS);
    });
    page.addEventListener('pagehide', () => {
      if (this.#timer !== undefined) keepUnsaved(page, this.#entryId, this.#state.value);
    });
  }

  /** What the page shows. */
  get state(): ReadonlySignal<InspectorState> {
    return this.#state;
  }

  /** What went wrong with a link or with the history, as a sentence; null if nothing did. */
  get notice(): ReadonlySignal<string | null> {
    return this.#notice;
  }

  /** Whether the files are too large for a link. The page's address then holds none. */
  get isTooLargeForLink(): ReadonlySignal<boolean> {
    return this.#isTooLargeForLink;
  }

  /**
   * Shows what the current entry or the page's address says. Call it once, before anything else.
   *
   * @param otherwise what to show if they say nothing
   */
  start(otherwise: InspectorState = INITIAL_STATE): Promise<void> {
    return this.#arrive(otherwise);
  }

  /** Changes the state by a choice. Back undoes it. */
  choose(change: StateChange): void {
    const next = changed(this.#state.value, change);
    if (isEqual(next, this.#state.value)) return;
    this.#writePaused();
    this.#state.value = next;
    this.#write('pushState');
  }

  /** Changes the state by typing. Back undoes it together with the choice before it. */
  type(change: StateChange): void {
    const next = changed(this.#state.value, change);
    if (isEqual(next, this.#state.value)) return;
    this.#state.value = next;
    if (this.#isEntryKept) {
      this.#write('pushState');
      return;
    }
    this.#stopTimer();
    this.#timer = this.#page.setTimeout(() => {
      if (!this.#isLeaving) this.#writePaused();
    }, PAUSE_MS);
  }

  dismissNotice(): void {
    this.#notice.value = null;
  }

  /**
   * Shows the state of the current entry.
   *
   * @param otherwise the state for an address without a link; by default it stays as it is
   */
  async #arrive(otherwise: InspectorState = this.#state.value): Promise<void> {
    const arrival = ++this.#arrivals;
    this.#notice.value = null;
    this.#isEntryKept = false;
    const { hash } = this.#page.location;
    const entry = entryIn(this.#page.history.state);
    if (entry !== null) {
      this.#entryId = entry.id;
      const typed = this.#typedLast.get(entry.id) ?? takeUnsaved(this.#page, entry.id);
      this.#show(typed ?? entry.state);
      if (typed !== null) {
        this.#typedLast.delete(entry.id);
        this.#write('replaceState');
      } else {
        this.#completeLink();
      }
      return;
    }
    const link = await decodeLink(hash);
    if (arrival !== this.#arrivals) return;
    if (link.kind === 'problem') {
      this.#notice.value = link.problem;
      this.#isEntryKept = true;
      return;
    }
    this.#entryId = newId();
    this.#show(link.kind === 'state' ? link.state : otherwise);
    this.#write('replaceState', link.kind === 'nothing' && hash === '');
  }

  #show(state: InspectorState): void {
    this.#state.value = sharingFiles(state, this.#state.value);
  }

  /** Writes what was typed last, if it is not written yet. */
  #writePaused(): void {
    if (this.#timer === undefined) return;
    this.#stopTimer();
    this.#write('replaceState');
  }

  /** The browser has not left the page. */
  #stay(): void {
    this.#isLeaving = false;
    this.#writePaused();
    this.#completeLink();
  }

  /** Remembers what was typed last into the entry that the browser has left. */
  #setAside(): void {
    if (this.#timer === undefined) return;
    this.#stopTimer();
    this.#typedLast.set(this.#entryId, this.#state.value);
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#page.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #write(how: 'pushState' | 'replaceState', isPlain = false): void {
    if (how === 'pushState') this.#entryId = newId();
    this.#isEntryKept = false;
    const state = this.#state.value;
    const entry: Entry = { id: this.#entryId, state: withOwnBuffers(state), isPlain };
    try {
      this.#page.history[how](entry, '');
    } catch {
      // Firefox refuses entries above 16 MiB. The page goes on; only back and reload do not know this state.
      this.#notice.value =
        'This browser cannot keep files of this size in its history. Back and reload lose them.';
      return;
    }
    forgetUnsaved(this.#page);
    void this.#writeLink({ ...entry, state });
  }

  /** Writes the link of the current entry, which may have been left before its link was ready. */
  #completeLink(): void {
    const entry = entryIn(this.#page.history.state);
    if (entry !== null) void this.#writeLink({ ...entry, state: this.#state.value });
  }

  /** Puts the link into the address of an entry that is not plain, unless the state or the entry is another by then. */
  async #writeLink({ id, state, isPlain }: Entry): Promise<void> {
    const { hash, isTooLarge } = await encodeLink(state);
    if (state !== this.#state.value || id !== this.#entryId) return;
    this.#isTooLargeForLink.value = isTooLarge;
    if (!isPlain && !this.#isLeaving && hash !== this.#page.location.hash) {
      this.#page.history.replaceState(this.#page.history.state, '', hash);
    }
  }
}

/** The number of an entry. Entries of an earlier visit to the page remain in the history, so counting would repeat theirs. */
function newId(): number {
  return Math.random();
}

/** The entry that this page has put into the history; null for any other value. */
function entryIn(value: unknown): Entry | null {
  try {
    const { id, state, isPlain } = value as Entry;
    return typeof id === 'number' ? { id, state: stateOf(state), isPlain: isPlain === true } : null;
  } catch {
    return null;
  }
}

/** The state, with equal files replaced by those of another state, so that work on a file is not repeated. */
function sharingFiles(state: InspectorState, known: InspectorState): InspectorState {
  const file = hasSameOctets(state.file, known.file) ? known.file : state.file;
  const isSameOther =
    state.other !== null &&
    known.other !== null &&
    state.other.name === known.other.name &&
    hasSameOctets(state.other.octets, known.other.octets);
  return { ...state, file, other: isSameOther ? known.other : state.other };
}

/** Whether nothing has changed. Files count as changed if they are other objects. */
function isEqual(one: InspectorState, another: InspectorState): boolean {
  const keys = Object.keys(one) as (keyof InspectorState)[];
  return keys.every(
    (key) =>
      one[key] === another[key] ||
      ((key === 'chosen' || key === 'overview') && JSON.stringify(one[key]) === JSON.stringify(another[key])),
  );
}

function hasSameOctets(one: Uint8Array, another: Uint8Array): boolean {
  return (
    one === another || (one.length === another.length && one.every((octet, at) => octet === another[at]))
  );
}

/** The state with files in their own buffers, because the history copies whole buffers. */
function withOwnBuffers(state: InspectorState): InspectorState {
  const { file, other } = state;
  return {
    ...state,
    file: ownBuffer(file),
    other: other && { ...other, octets: ownBuffer(other.octets) },
  };
}

function ownBuffer(octets: Uint8Array): Uint8Array {
  return octets.length === octets.buffer.byteLength ? octets : octets.slice();
}
