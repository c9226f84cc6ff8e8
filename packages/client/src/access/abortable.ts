/**
 * Waiting for something that cannot be aborted itself.
 */
import { onAbort } from 'robotstream/internal';

/**
 * Waits for a promise, or until a signal aborts. If the signal aborts first, the promise's result is ignored.
 *
 * @throws what the promise rejects with (rejects); the signal's reason if it aborts first
 */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    const stopListening = signal.aborted ? () => {} : onAbort(signal, giveUp);
    promise.then(resolve, reject).finally(stopListening);
  });
}
