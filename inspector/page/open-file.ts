/** Opens files that a person chooses or drops, as octets. */

import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { opened } from '../state/state.js';
import type { Page } from './page.js';
import { count } from './words.js';

/** How large a file the page reads. Crawlers read 500 KiB; the rest only has to be shown. */
export const MAX_FILE_OCTETS = 8 * 1024 * 1024;

/** Shows a file in place of the current one. A file that cannot be read leaves the page as it is. */
export async function openFile(page: Page, file: File): Promise<void> {
  if (file.size > MAX_FILE_OCTETS) {
    page.announce(
      `${file.name} has ${count(file.size, 'octet')}. The page opens files of at most ${count(MAX_FILE_OCTETS, 'octet')}.`,
    );
    return;
  }
  let octets: Uint8Array;
  try {
    octets = new Uint8Array(await file.arrayBuffer());
  } catch {
    page.announce(`${file.name} cannot be read. A folder cannot be opened.`);
    return;
  }
  page.store.choose(opened({ octets, name: file.name }));
  page.announce(`${file.name} is open.`);
}

/**
 * Opens a file that is dropped anywhere on the page, unless the place where it is dropped has a use for it and says so by
 * `preventDefault`.
 *
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(page: Page): ReadonlySignal<boolean> {
  const isDragged = useSignal(false);
  useEffect(() => {
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const listeners = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void): void =>
      window.addEventListener(type, listener, { signal: listeners.signal });
    listen('dragover', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      isDragged.value = true;
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) isDragged.value = false;
    });
    listen('drop', (event) => {
      isDragged.value = false;
      if (event.defaultPrevented || !hasFile(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void openFile(page, file);
    });
    return () => listeners.abort();
  }, [page, isDragged]);
  return isDragged;
}
