import { expect, test } from 'vitest';
import { LatePort } from './late-port.js';
import type { FromWorker, ToWorker } from './protocol.js';
import type { TerminablePort } from './restarting-port.js';

/** A port, and the loads that the test lets end. */
function latePort() {
  const loads: { resolve(worker: TerminablePort): void; reject(reason: unknown): void }[] = [];
  const received: FromWorker[] = [];
  const port = new LatePort(() => {
    let resolve: (worker: TerminablePort) => void = () => {};
    let reject: (reason: unknown) => void = () => {};
    const promise = new Promise<TerminablePort>((ok, no) => {
      [resolve, reject] = [ok, no];
    });
    loads.push({ resolve, reject });
    return promise;
  });
  port.onmessage = ({ data }) => received.push(data);
  const got: ToWorker[] = [];
  const ended: string[] = [];
  const worker: TerminablePort = {
    onmessage: null,
    postMessage: (message) => void got.push(message),
    terminate: () => void ended.push('worker'),
  };
  return { port, loads, received, worker, got, ended };
}

/** After what waits for a load has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const FILE: ToWorker = { type: 'file', slot: 'file', octets: Uint8Array.of(1) };
const question = (id: number): ToWorker => ({
  type: 'question',
  id,
  kind: 'readers',
  question: { url: '/', crawler: '*' },
});

test('a file loads nothing, and questions load the worker once; it gets all messages in their order', async () => {
  const { port, loads, received, worker, got } = latePort();
  port.postMessage(FILE);
  expect(loads).toHaveLength(0);
  port.postMessage(question(1));
  port.postMessage(question(2));
  expect(loads).toHaveLength(1);
  loads[0]?.resolve(worker);
  await settled();
  port.postMessage(question(3));
  expect(got).toEqual([FILE, question(1), question(2), question(3)]);
  const failure: FromWorker = { type: 'failure', id: 3, message: 'no' };
  worker.onmessage?.({ data: failure } as MessageEvent<FromWorker>);
  expect(received).toEqual([failure]);
});

test('if it cannot be loaded, questions fail, and the next one tries again with the file', async () => {
  const { port, loads, received, worker, got } = latePort();
  port.postMessage(FILE);
  port.postMessage(question(1));
  loads[0]?.reject(new Error('x.js cannot be loaded.'));
  await settled();
  expect(received).toEqual([{ type: 'failure', id: 1, message: 'x.js cannot be loaded.' }]);
  port.postMessage(question(2));
  loads[1]?.resolve(worker);
  await settled();
  expect(got).toEqual([FILE, question(2)]);
});

test('a worker that is there only after the end is ended, and gets nothing', async () => {
  const { port, loads, worker, got, ended } = latePort();
  port.postMessage(question(1));
  port.terminate();
  loads[0]?.resolve(worker);
  await settled();
  expect([got, ended]).toEqual([[], ['worker']]);
});
