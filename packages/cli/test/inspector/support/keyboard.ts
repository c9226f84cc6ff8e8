/** What a person does who has a keyboard alone. */
import type { Locator, Page } from 'playwright';

/** More stops than the page has before any of its parts. */
const MAX_STOPS = 60;

/**
 * Presses Tab until an element has the focus.
 *
 * @throws {Error} if Tab does not reach it
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press(key);
    if (await target.first().evaluate((element) => element.matches(':focus'))) return;
  }
  throw new Error(`${key} does not reach ${target}`);
}

/** Replaces the text of the field that has the focus. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}
