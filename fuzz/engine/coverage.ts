/** Which code ran: V8's block coverage of the fuzzed modules. */
import { type Profiler, Session } from 'node:inspector';

/** A block of code that ran, and roughly how often: a number for each. */
export type Features = ReadonlySet<number>;

/** Counts from which on a block counts as having run more often. */
const COUNT_STEPS = [1, 2, 3, 4, 8, 16, 32, 128, 1024];

export class Coverage {
  readonly #session = new Session();
  readonly #isFuzzed: (url: string) => boolean;
  readonly #numbers = new Map<string, number>();

  /** @param isFuzzed whether a module counts, by its URL */
  constructor(isFuzzed: (url: string) => boolean) {
    this.#isFuzzed = isFuzzed;
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** What has run since the last call. For several inputs together, only whether a block ran is meaningful. */
  take(): { readonly blocks: Features; readonly features: Features } {
    const { result } = this.#post('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType;
    const blocks = new Set<number>();
    const features = new Set<number>();
    for (const { url, scriptId, functions } of result) {
      if (!this.#isFuzzed(url)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const block = `${scriptId}:${startOffset}:${endOffset}`;
          // A block that did not run differs from the one around it, which did.
          blocks.add(this.#numberOf(count === 0 ? `${block}:0` : block));
          features.add(this.#numberOf(`${block}:${stepOf(count)}`));
        }
      }
    }
    return { blocks, features };
  }

  #numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  #post(method: string, params?: object): unknown {
    let answer: unknown;
    let failure: Error | null = null;
    this.#session.post(method, params, (error, result) => {
      failure = error;
      answer = result;
    });
    if (failure !== null) throw failure;
    return answer;
  }
}

function stepOf(count: number): number {
  return COUNT_STEPS.filter((step) => count >= step).length;
}
