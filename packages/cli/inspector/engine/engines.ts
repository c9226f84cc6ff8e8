/**
 * The workers: one for quick answers, such as verdicts, and one for slow ones, such as the lint. So a verdict never waits for a
 * comparison.
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
  #slow: EngineClient | undefined;

  /** @param start starts a worker */
  constructor(start: () => Port) {
    this.#start = start;
    this.#quick = new EngineClient(start());
  }

  /** The worker that answers questions of a kind. The second one starts with its first question. */
  of(kind: QuestionKind): EngineClient {
    if (!SLOW_KINDS.has(kind)) return this.#quick;
    this.#slow ??= new EngineClient(this.#start());
    return this.#slow;
  }
}
