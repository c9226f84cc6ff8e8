/** Pages that are slow: always, or at a moment that a test chooses. */
import type { BrowserContext, Page } from 'playwright';

/** Delays each message to a worker, in all pages that are opened after this call. */
export async function delayWorkers(context: BrowserContext, ms: number): Promise<void> {
  await context.addInitScript((delay) => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function sendLater(this: Worker, message: unknown) {
      window.setTimeout(() => send.call(this, message), delay);
    };
  }, ms);
}

/** The first worker of each page that is opened after this call does nothing, as if it were busy for ever. */
export async function stickFirstWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const RealWorker = Worker;
    let isFirst = true;
    window.Worker = class extends RealWorker {
      constructor(url: string | URL) {
        super(url);
        if (!isFirst) return;
        isFirst = false;
        this.postMessage = () => {};
        this.terminate = () => {
          (window as { stuckWorkerIsTerminated?: boolean }).stuckWorkerIsTerminated = true;
          super.terminate();
        };
      }
    };
  });
}

/**
 * Makes the page wait when it reads a file of this name.
 *
 * @returns a function that lets the page read the file, and resolves after the next frame
 */
export async function holdFile(page: Page, name: string): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle((held) => {
    const read = File.prototype.arrayBuffer;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    File.prototype.arrayBuffer = async function () {
      if (this.name === held) await opened;
      return read.call(this);
    };
    return async () => {
      open();
      // A file that is read later than the one that was held.
      await new File(['x'], held).arrayBuffer();
      await new Promise(requestAnimationFrame);
    };
  }, name);
  return () => release.evaluate((run) => run());
}
