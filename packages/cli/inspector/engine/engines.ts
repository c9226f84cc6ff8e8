/**
 * The workers: one for quick answers, such as verdicts, one for slow ones, such as the lint, and one that has the readers. So a verdict
 * never waits for a comparison.
 */
import { EngineClient, type Port } from './client.js';
import type { QuestionKind } from './protocol.js';

/** The kinds of questions whose answers may take a second for a hostile file. */
const SLOW_KINDS: ReadonlySet<QuestionKind> = new Set([
  'findings',
  'fixes',
  'readings',
  'comparison',
  'crawlers',
  'usage',
  'export',
]);

export class Engines {
  readonly #quick: EngineClient;
  readonly #start: () => Port;
  readonly #startReaders: () => Port;
  #slow: EngineClient | undefined;
  #readers: EngineClient | undefined;

  /**
   * @param start starts a worker
   * @param startReaders starts the worker that has the readers
   */
  constructor(start: () => Port, startReaders: () => Port) {
    this.#start = start;
    this.#startReaders = startReaders;
    this.#quick = new EngineClient(start());
  }

  /** The worker that answers questions of a kind. Each but the first one starts with its first question. */
  of(kind: QuestionKind): EngineClient {
    if (kind === 'readers') {
      this.#readers ??= new EngineClient(this.#startReaders());
      return this.#readers;
    }
    if (!SLOW_KINDS.has(kind)) return this.#quick;
    this.#slow ??= new EngineClient(this.#start());
    return this.#slow;
  }
}
