/** What a person does in the editor, and what the page then keeps. */
import type { Locator, Page } from 'playwright';

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
  const buffer = Buffer.from(file);
  await page
    .getByLabel('Open a robots.txt')
    .setInputFiles({ name: 'given.txt', mimeType: 'text/plain', buffer });
  await page.getByRole('heading', { name: 'given.txt' }).waitFor();
}

/** Waits until the page keeps exactly these octets. */
export async function expectFile(page: Page, file: string | Uint8Array): Promise<void> {
  const expected = Buffer.from(file).toString('latin1');
  await page.waitForFunction((wanted) => {
    const { file: octets } = (history.state as { state: { file: Uint8Array } }).state;
    if (octets.length !== wanted.length) return false;
    return octets.every((octet, at) => octet === wanted.charCodeAt(at));
  }, expected);
}
