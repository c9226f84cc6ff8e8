/** What a person does on the page, for tests. Every function waits until the page has reacted, however long it takes. */
import type { Locator, Page } from 'playwright';
import { count } from '../../../inspector/page/words.js';

/** Opens a file by the page's button. */
export async function openFile(page: Page, content: string | Uint8Array, name = 'robots.txt'): Promise<void> {
  const buffer = Buffer.from(content);
  await page.getByLabel('Open a robots.txt').setInputFiles({ name, mimeType: 'text/plain', buffer });
  // The whole number, of which an earlier file may have a part.
  const facts = page.locator('.facts', { hasText: new RegExp(`^${count(buffer.length, 'byte')}`) });
  await page.locator('.pane-heading', { hasText: name, has: facts }).waitFor();
}

export interface Question {
  readonly urls?: readonly string[];
  readonly crawlers?: string;
}

/** Writes the question into its fields, and waits for its {@link answered answers}. */
export async function ask(page: Page, { urls, crawlers }: Question): Promise<void> {
  if (urls !== undefined) await urlField(page).fill(urls.join('\n'));
  if (crawlers !== undefined) await crawlerField(page).fill(crawlers);
  await answered(page);
}

/** Waits until the sentence, the findings and the verdicts are those of the file and the question: until then, the page may change its height. */
export async function answered(page: Page): Promise<void> {
  for (const answer of ['.summary', '.truth', '.findings'])
    await page.locator(`${answer}[aria-busy=false]`).waitFor();
}

export function urlField(page: Page): Locator {
  return page.getByLabel('URLs', { exact: true });
}

export function crawlerField(page: Page): Locator {
  return page.getByLabel('Crawlers', { exact: true }).first();
}

/** A cell of the grid by its whole name, such as `disallowed, line 2: GPTBot, /`. */
export function cell(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** What a screen reader says. It is on the page, but no one sees it. */
export function status(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

/** The section with the reason of the chosen verdict, or with what the chosen line means. */
export function explanation(page: Page): Locator {
  return page.getByRole('region', { name: 'Answer', exact: true });
}

/** How the file is read. */
export function readAs(page: Page): Locator {
  return page.getByLabel('Read as', { exact: true });
}

/** The names of the parts that are folded at first. */
export function panelTitles(page: Page): Promise<string[]> {
  return page.locator('.fold').allTextContents();
}

/** A part of the page that is folded at first. */
export function panelOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title });
}

/** Unfolds a part of the page, with its answer. */
export async function showPanel(page: Page, title: string): Promise<void> {
  const fold = page.getByRole('button', { name: title, exact: true });
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  const content = panelOf(page, title).locator('.fold-content');
  await content.waitFor();
  for (const hint of ['Looking…', 'Comparing…', 'Asking every reader…'])
    await content.getByText(hint, { exact: true }).waitFor({ state: 'detached' });
}

/** Unfolds the steps of an explanation. */
export async function showSteps(page: Page): Promise<void> {
  await explanation(page).getByText('Step by step').click();
}
