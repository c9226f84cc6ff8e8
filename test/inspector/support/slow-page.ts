/** Pages that are slow at a moment that a test chooses. */
import type { Page } from 'playwright';

/**
 * Holds back what the page sends to its workers, so that they answer nothing new.
 *
 * @returns a function that sends what has been held back, and everything after it
 */
export async function holdWorkers(page: Page): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(() => {
    const send = Worker.prototype.postMessage;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function hold(this: Worker, message: unknown) {
      held.push(() => send.call(this, message));
    };
    return () => {
      Worker.prototype.postMessage = send;
      for (const sendHeld of held) sendHeld();
    };
  });
  return () => release.evaluate((run) => run());
}
