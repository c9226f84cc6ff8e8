/** A source that is being read. `test/streams` reads every kind of source. */
import { expect, test, vi } from 'vitest';
import { streamOf } from '../../test/support/web-streams.js';
import { SourceChunks } from './source.js';

const reason = new Error('enough');

test('an abort between two reads cancels the source at once, with the reason', async () => {
  for (const readsBefore of [0, 1]) {
    const cancelled = vi.fn();
    const controller = new AbortController();
    const chunks = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
    const opened = new SourceChunks(streamOf(chunks, cancelled), { signal: controller.signal });
    for (let read = 0; read < readsBefore; read++) await opened.read();
    controller.abort(reason);
    expect(cancelled.mock.calls.map(([given]) => given)).toEqual([reason]);
    expect(() => opened.read()).toThrow(reason);
    await opened.close();
    opened.stop();
    expect(cancelled).toHaveBeenCalledOnce();
  }
});

test('a source that is closed is at its end', async () => {
  const opened = new SourceChunks([Uint8Array.of(1), Uint8Array.of(2)]);
  expect(opened.read()).toEqual({ done: false, value: Uint8Array.of(1) });
  await opened.close();
  expect(opened.read()).toEqual({ done: true, value: undefined });
});

test('a response without a body has no octets', () => {
  expect(new SourceChunks(new Response(null)).read()).toEqual({ done: true, value: undefined });
});
