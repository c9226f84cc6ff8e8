import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from './protocol.js';
import { RestartingPort, type TerminablePort } from './restarting-port.js';

/** A port whose workers do what the test says, and whose clock is the test's. */
function watchedPort() {
  const workers: { readonly got: ToWorker[]; isTerminated: boolean; readonly port: TerminablePort }[] = [];
  const timers: (() => void)[] = [];
  const received: FromWorker[] = [];
  const port = new RestartingPort(
    () => {
      const got: ToWorker[] = [];
      const worker = {
        got,
        isTerminated: false,
        port: {
          onmessage: null,
          postMessage: (message: ToWorker) => got.push(message),
          terminate: () => {
            worker.isTerminated = true;
          },
        } as TerminablePort,
      };
      workers.push(worker);
      return worker.port;
    },
    (callback) => timers.push(callback),
  );
  port.onmessage = ({ data }) => received.push(data);
  return {
    workers,
    received,
    send: (...messages: ToWorker[]) => {
      for (const message of messages) port.postMessage(message);
    },
    reply: (data: FromWorker, worker = workers.at(-1)) => worker?.port.onmessage?.({ data } as MessageEvent),
    /** The worker has been silent for as long as the port is patient. */
    waitInVain: () => {
      for (const timer of timers.splice(0)) timer();
    },
  };
}

const file = (octets: number): ToWorker => ({ type: 'file', slot: 'file', octets: Uint8Array.of(octets) });
const findings = (id: number): ToWorker => ({ type: 'question', id, kind: 'findings', question: {} });
const readings = (id: number): ToWorker => ({
  type: 'question',
  id,
  kind: 'comparison',
  question: { profile: 'rfc9309' },
});
const answer = (id: number) => ({ type: 'answer', id, answer: null }) as FromWorker;

test('a worker that is silent about an old file is replaced; the new one gets the files and the question', () => {
  const { workers, received, send, reply, waitInVain } = watchedPort();
  send(file(1), findings(1), file(2), findings(2));
  waitInVain();
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(workers[1]?.got).toEqual([file(2), findings(2)]);
  reply(answer(2));
  expect(received).toEqual([answer(2)]);
});

test('messages of a terminated worker are ignored', () => {
  const { workers, received, send, reply, waitInVain } = watchedPort();
  send(findings(1), findings(2));
  waitInVain();
  reply(answer(1), workers[0]);
  expect(received).toEqual([]);
});

test('a worker is kept while its work is still wanted, or while it sends messages', () => {
  const { workers, send, reply, waitInVain } = watchedPort();
  send(file(1), findings(1));
  waitInVain();
  send(file(2), findings(2));
  reply({ type: 'progress', id: 2, progress: [] });
  waitInVain();
  expect(workers).toHaveLength(1);
});

test('a worker that is stuck in cancelled work is replaced when there is another question', () => {
  const { workers, send, waitInVain } = watchedPort();
  send(file(1), findings(1), { type: 'cancel', id: 1 });
  waitInVain();
  expect(workers).toHaveLength(1);
  send(readings(2));
  waitInVain();
  expect(workers).toHaveLength(2);
  expect(workers[1]?.got).toEqual([file(1), readings(2)]);
});

test('questions of other kinds survive a restart, and answered ones are not asked again', () => {
  const { workers, send, reply, waitInVain } = watchedPort();
  send(findings(1), readings(2));
  reply(answer(2));
  send(readings(3), findings(4));
  waitInVain();
  expect(workers[1]?.got).toEqual([readings(3), findings(4)]);
  waitInVain();
  expect(workers).toHaveLength(2);
});
