/**
 * The workers: one for quick answers, such as verdicts, one for slow ones, such as the lint, and such as have the readers. So a verdict
 * never waits for a comparison.
 */
import type { WorkerName } from '../loader/chunks.js';
import { EngineClient, type Port } from './client.js';
import type { QuestionKind } from './protocol.js';

/** Which worker answers the kinds of questions that `quick` does not. The answers of `analysis` may take a second for a hostile file. */
const WORKER_OF: { readonly [kind in QuestionKind]?: WorkerName } = {
  findings: 'analysis',
  purposes: 'analysis',
  pattern: 'analysis',
  samples: 'analysis',
  fixes: 'analysis',
  readings: 'analysis',
  comparison: 'analysis',
  crawlers: 'analysis',
  usage: 'analysis',
  usageLines: 'analysis',
  export: 'analysis',
  readers: 'readers',
  readerTitle: 'readers',
};

export class Engines {
  readonly #start: (worker: WorkerName) => Port;
  readonly #clients = new Map<WorkerName | 'quick-readers', EngineClient>();

  /** @param start starts a worker */
  constructor(start: (worker: WorkerName) => Port) {
    this.#start = start;
    this.#client('quick');
  }

  /**
   * The worker that answers questions of a kind. Each but `quick` starts with its first question.
   *
   * @param asReader whether the profile of the question is that of a reader, which only workers that have the readers know: one for slow
   *   answers, and one for others
   */
  of(kind: QuestionKind, asReader: boolean = false): EngineClient {
    const worker = WORKER_OF[kind] ?? 'quick';
    if (!asReader) return this.#client(worker);
    return worker === 'quick' ? this.#client('readers', 'quick-readers') : this.#client('readers');
  }

  #client(worker: WorkerName, key: WorkerName | 'quick-readers' = worker): EngineClient {
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const client = new EngineClient(this.#start(worker));
    this.#clients.set(key, client);
    return client;
  }
}
