import { expect, test } from 'vitest';
import { EngineClient, type Port } from './client.js';
import type { FromWorker, QuestionKind, ToWorker } from './protocol.js';

/** A client whose workers do what the test says, and whose clock is the test's. */
function watchedClient() {
  const workers: { readonly got: string[]; isTerminated: boolean; readonly port: Port }[] = [];
  const timers: (() => void)[] = [];
  const received: string[] = [];
  const ids = new Map<QuestionKind, number>();
  let lastId = 0;
  const textOf = (message: ToWorker): string =>
    message.type === 'file'
      ? `file ${message.octets}`
      : message.type === 'question'
        ? message.kind
        : message.type;
  const client = new EngineClient(
    () => {
      const worker = {
        got: [] as string[],
        isTerminated: false,
        port: {
          onmessage: null,
          postMessage: (message: ToWorker) => worker.got.push(textOf(message)),
          terminate: () => {
            worker.isTerminated = true;
          },
        } as Port,
      };
      workers.push(worker);
      return worker.port;
    },
    (callback) => timers.push(callback),
  );
  return {
    workers,
    received,
    file: (octet: number) => client.setFile('file', Uint8Array.of(octet)),
    ask: (kind: QuestionKind) => {
      ids.set(kind, ++lastId);
      return client.ask(kind, {} as never, {
        answer: () => received.push(kind),
        failure: (message) => received.push(message),
      });
    },
    /** The worker answers the last question of a kind. */
    reply: (kind: QuestionKind, type: 'answer' | 'progress' = 'answer', worker = workers.at(-1)) => {
      const data = { type, id: ids.get(kind), answer: null, progress: null } as unknown as FromWorker;
      worker?.port.onmessage?.({ data } as MessageEvent);
    },
    /** The worker has been silent for as long as the client is patient. */
    waitInVain: () => {
      for (const timer of timers.splice(0)) timer();
    },
  };
}

test('a worker that is silent about an old file is replaced; the new one gets the files and the question', () => {
  const { workers, received, file, ask, reply, waitInVain } = watchedClient();
  file(1);
  ask('findings');
  file(2);
  ask('findings');
  waitInVain();
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(workers[1]?.got).toEqual(['file 2', 'findings']);
  reply('findings', 'answer', workers[0]);
  expect(received).toEqual([]);
  reply('findings');
  expect(received).toEqual(['findings']);
});

test('verdicts do not wait for the lint of the same file, which the new worker gets, too', () => {
  const { workers, file, ask, waitInVain } = watchedClient();
  file(1);
  ask('verdicts');
  ask('findings');
  waitInVain();
  expect(workers).toHaveLength(1);
  ask('explanation');
  waitInVain();
  expect(workers[1]?.got).toEqual(['file 1', 'verdicts', 'findings', 'explanation']);
  waitInVain();
  expect(workers).toHaveLength(2);
});

test('a worker is kept while its work is wanted and nothing urgent waits, or while it sends messages', () => {
  const { workers, file, ask, reply, waitInVain } = watchedClient();
  file(1);
  ask('verdicts');
  ask('explanation');
  ask('findings');
  ask('readers');
  waitInVain();
  file(2);
  ask('verdicts');
  reply('verdicts', 'progress');
  waitInVain();
  expect(workers).toHaveLength(1);
});

test('a worker that is stuck in cancelled work is replaced when there is another question', () => {
  const { workers, file, ask, waitInVain } = watchedClient();
  file(1);
  ask('findings')();
  waitInVain();
  expect(workers).toHaveLength(1);
  ask('comparison');
  waitInVain();
  expect(workers[1]?.got).toEqual(['file 1', 'comparison']);
});

test('a question that is answered is not asked again', () => {
  const { workers, ask, reply, waitInVain } = watchedClient();
  ask('findings');
  ask('comparison');
  reply('comparison');
  ask('findings');
  waitInVain();
  expect(workers[1]?.got).toEqual(['findings']);
});
