/**
 * Text typed just before the page closes. It is too late for another history entry then, but the browser keeps what a page
 * puts into the session storage of its tab.
 */
import { fromBase64Url, toBase64Url } from './base64.js';
import type { InspectorState } from './state.js';
import { stateOf } from './state-fields.js';

/** The part of a window with the session storage of the tab. Reading it throws if storage is turned off. */
export interface TabStorage {
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const KEY = 'robotstream-inspector-unsaved';

/** Puts the state of an entry into the storage of the tab. A state that does not fit is lost. */
export function keepUnsaved(window: TabStorage, entryId: number, state: InspectorState): void {
  const { file, other, ...fields } = state;
  const texts = {
    file: toBase64Url(file),
    other: other && { name: other.name, octets: toBase64Url(other.octets) },
  };
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ entryId, fields, ...texts }));
  } catch {
    // The storage is full or turned off.
  }
}

/** Removes what {@link keepUnsaved} has put into the storage: the browser may show the page again without loading it. */
export function forgetUnsaved(window: TabStorage): void {
  try {
    window.sessionStorage.removeItem(KEY);
  } catch {
    // The storage is turned off.
  }
}

/** Takes the state of an entry out of the storage of the tab; null if it holds none. */
export function takeUnsaved(window: TabStorage, entryId: number): InspectorState | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null');
    forgetUnsaved(window);
    if (kept?.entryId !== entryId) return null;
    const { fields, file, other } = kept;
    return stateOf({
      ...fields,
      file: fromBase64Url(file),
      other: other && { name: other.name, octets: fromBase64Url(other.octets) },
    });
  } catch {
    // The storage is turned off, or holds something else.
    return null;
  }
}
