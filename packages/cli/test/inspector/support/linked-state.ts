/** What tests read of links. */
import type { Page } from 'playwright';
import { decodeLink } from '../../../inspector/state/link-code.js';
import type { InspectorState } from '../../../inspector/state/state.js';

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
