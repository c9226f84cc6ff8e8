/** What tests do with files and links, as a person does. */
import type { Page } from 'playwright';
import { decodeLink } from '../../../inspector/state/link-code.js';
import type { InspectorState } from '../../../inspector/state/state.js';

/** Opens a file by the button of the header, and waits until it is shown. */
export async function openFile(page: Page, file: string | Uint8Array, name = 'robots.txt'): Promise<void> {
  const buffer = Buffer.from(file);
  await page.getByLabel('Open a robots.txt').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByText(octetsText(buffer.length)).waitFor();
}

/** The size of a file, as the page writes it. */
export function octetsText(octets: number): string {
  return `${octets.toLocaleString('en')} octets`;
}

/** Waits until the link in the page's address has a state as described. */
export async function linkedState(
  page: Page,
  holds: (state: InspectorState) => boolean,
): Promise<InspectorState> {
  for (;;) {
    const hash = await page.evaluate(() => location.hash);
    const link = await decodeLink(hash);
    if (link.kind === 'state' && holds(link.state)) return link.state;
    await page.waitForFunction((earlier) => location.hash !== earlier, hash);
  }
}
