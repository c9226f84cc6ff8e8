/** Web streams for tests that also run in a browser. */

/** A stream that gives a chunk at each read. */
export function streamOf(
  chunks: Iterable<Uint8Array>,
  cancel: (reason: unknown) => void = () => {},
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}

/** Reads a stream to its end. Not every browser can iterate streams. */
export async function readAll<T>(stream: ReadableStream<T>): Promise<T[]> {
  const reader = stream.getReader();
  const all: T[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all;
    all.push(value);
  }
}
