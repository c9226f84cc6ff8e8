/**
 * Ending early, as Ctrl+C asks: what is under way is given up and closed, then the process ends by the signal.
 */

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** How long closing may take, in milliseconds: an output that nobody reads would take for ever. */
const PATIENCE_MS = 1000;

/** The process was asked to end. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
    this.signal = signal;
  }
}

/**
 * Does work that can be ended early.
 *
 * @param work is to reject once its signal aborts; how is no matter
 * @throws {Interrupted} (rejects) once work that was interrupted has ended
 */
export async function untilInterrupted<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      stopListening(); // the next one ends the process at once
      controller.abort(new Interrupted(name));
      setTimeout(() => endBy(name), PATIENCE_MS).unref();
    };
    return [name, listener] as const;
  });
  const stopListening = (): void => {
    for (const [name, listener] of listeners) process.removeListener(name, listener);
  };
  for (const [name, listener] of listeners) process.on(name, listener);
  try {
    const value = await work(controller.signal);
    controller.signal.throwIfAborted();
    return value;
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    stopListening();
  }
}

/** Ends the process as the signal would have, so that whoever started it sees by what it ended. */
export function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}
