/**
 * Listening to a signal that many parts of this package may wait on at once, such as the one signal of a crawler. Node warns about a
 * leak if a signal has more than ten listeners. The limit belongs to the program, so it is not raised: a signal gets one
 * listener of this package, which calls all others.
 */

const listenersOf = new WeakMap<AbortSignal, ReturnType<typeof listenTo>>();

/**
 * Calls a function when a signal aborts. The signal must not have aborted yet.
 *
 * @param listener called once at most; it must not throw
 * @returns a function that stops listening. Calling it again has no effect
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? listenTo(signal);
  // One function may listen several times.
  const call = (): void => listener();
  listeners.all.add(call);
  return () => {
    if (!listeners.all.delete(call) || listeners.all.size > 0) return;
    signal.removeEventListener('abort', listeners.callAll);
    if (listenersOf.get(signal) === listeners) listenersOf.delete(signal);
  };
}

function listenTo(signal: AbortSignal) {
  const all = new Set<() => void>();
  const callAll = (): void => {
    listenersOf.delete(signal);
    for (const call of all) call();
  };
  const listeners = { all, callAll };
  listenersOf.set(signal, listeners);
  signal.addEventListener('abort', callAll, { once: true });
  return listeners;
}

/** The reason of an aborted signal as an error. A program may abort with anything. */
export function abortError({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
