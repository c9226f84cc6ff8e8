/** What a person does in the editor, and what the page then keeps. */
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright';
import { openFile } from './actions.js';

/** The whole editor, with its gutters and what it shows over the text. */
export function editor(page: Page): Locator {
  return page.locator('.cm-editor');
}

/** The text of the file, where a person types. */
export function content(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Text of the file' });
}

/** Opens a file by the page's button and waits until the editor shows it. */
export async function openInEditor(page: Page, file: string | Uint8Array): Promise<void> {
  await content(page).waitFor();
  await openFile(page, file, 'given.txt');
}

/** Waits until the page keeps exactly these octets. */
export async function expectFile(page: Page, file: string | Uint8Array): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { file: octets } = (history.state as { state: { file: Uint8Array } }).state;
    return octets.length === wanted.length && octets.every((octet, at) => octet === wanted.charCodeAt(at));
  }, Buffer.from(file).toString('latin1'));
}

/** Waits until the page shows what is expected, however busy the machine is. */
export async function eventually<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  while (!isDeepStrictEqual(await read(), expected));
}
