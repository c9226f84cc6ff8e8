/** Opens files that a person chooses or drops, as octets. */

import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { RobotsFile } from '../state/state.js';
import type { Page } from './page.js';
import { count } from './words.js';

/** How large a file the page reads. Crawlers read 500 KiB; the rest only has to be shown. */
const MAX_FILE_OCTETS = 8 * 1024 * 1024;

/** A file that a person chose or dropped; a sentence if it cannot be read. */
async function readFile(file: File): Promise<RobotsFile | string> {
  const { name, size } = file;
  if (size > MAX_FILE_OCTETS) {
    return `${name} has ${count(size, 'byte')}. The page opens files of at most ${count(MAX_FILE_OCTETS, 'byte')}.`;
  }
  try {
    return { octets: new Uint8Array(await file.arrayBuffer()), name };
  } catch {
    return `${name} cannot be read. A folder cannot be opened.`;
  }
}

/**
 * Reads the files that a person chooses for one field, as {@link readFile} does.
 *
 * @returns null if another file has been chosen for the field since
 */
export function readerOfLatest(): (file: File) => Promise<RobotsFile | string | null> {
  let latest: File;
  return async (file) => {
    latest = file;
    const read = await readFile(file);
    return latest === file ? read : null;
  };
}

const readCurrent = readerOfLatest();

/**
 * Shows a file in place of the current one. A file that cannot be read leaves the page as it is, and so does one that is read only
 * after another has been chosen.
 */
export async function openFile(page: Page, file: File): Promise<void> {
  const read = await readCurrent(file);
  if (read === null) return;
  if (typeof read === 'string') {
    page.refusal.value = read;
    return;
  }
  page.refusal.value = null;
  page.sampleUrls.open(read);
  page.announce(`${read.name} is open.`);
}

/**
 * Opens a file that is dropped anywhere on the page, unless the drop target handles it and calls `preventDefault`.
 *
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(page: Page): ReadonlySignal<boolean> {
  const isDragged = useSignal(false);
  // Before the first frame: without these listeners, a dropped file would replace the page.
  useLayoutEffect(() => {
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
