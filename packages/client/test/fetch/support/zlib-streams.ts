/** The zlib streams that a test sees at work. */
import { Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { onTestFinished, vi } from 'vitest';

/** A zlib stream of Node. */
export type ZlibStream = Transform & { readonly bytesWritten: number };

/** The zlib streams of this process that something is written to from now on, until the test ends. */
export function zlibStreams(): ReadonlySet<ZlibStream> {
  const streams = new Set<ZlibStream>();
  const base = ownerOf(createInflateRaw(), '_transform') as Transform;
  const { _transform } = base;
  const spy = vi.spyOn(base, '_transform').mockImplementation(function (this: Transform, ...args) {
    streams.add(this as ZlibStream);
    Reflect.apply(_transform, this, args);
  });
  onTestFinished(() => spy.mockRestore());
  return streams;
}

/** The prototype that all zlib streams have the method from. */
function ownerOf(stream: Transform, method: string): object {
  for (let owner: object = stream; owner !== Transform.prototype; owner = Object.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, method)) return owner;
  }
  throw new Error(`no zlib stream has ${method}`);
}
