/** A worker whose code has to be loaded first. Messages wait until it is there. */
import type { Port } from './client.js';
import type { FromWorker, ToWorker } from './protocol.js';
import type { TerminablePort } from './restarting-port.js';

export class LatePort implements TerminablePort {
  onmessage: Port['onmessage'] = null;
  readonly #load: () => Promise<TerminablePort>;
  #worker: TerminablePort | null = null;
  /** What the worker gets when it is there. */
  #held: ToWorker[] = [];
  #isLoading = false;
  #isTerminated = false;

  /** @param load loads and starts a worker; if it fails, the next question calls it again */
  constructor(load: () => Promise<TerminablePort>) {
    this.#load = load;
  }

  postMessage(message: ToWorker): void {
    if (this.#worker !== null) {
      this.#worker.postMessage(message);
      return;
    }
    this.#held.push(message);
    if (message.type === 'question' && !this.#isLoading) void this.#start();
  }

  terminate(): void {
    this.#isTerminated = true;
    this.#worker?.terminate();
  }

  async #start(): Promise<void> {
    this.#isLoading = true;
    try {
      const worker = await this.#load();
      if (this.#isTerminated) worker.terminate();
      else this.#connect(worker);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.#isLoading = false;
    }
  }

  #connect(worker: TerminablePort): void {
    this.#worker = worker;
    worker.onmessage = (event) => this.onmessage?.(event);
    for (const message of this.#held) worker.postMessage(message);
    this.#held = [];
  }

  /** The questions have no answer. The files wait for the next question. */
  #fail(message: string): void {
    const held = this.#held;
    this.#held = held.filter(({ type }) => type === 'file');
    for (const asked of held) {
      if (asked.type !== 'question') continue;
      const data: FromWorker = { type: 'failure', id: asked.id, message };
      this.onmessage?.({ data } as MessageEvent<FromWorker>);
    }
  }
}
