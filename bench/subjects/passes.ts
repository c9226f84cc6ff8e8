/** Passes over many inputs, which a race times. */
import type { Question } from '../inputs/questions.js';
import type { Ask } from './peer.js';

/** One task for every file, or a peer's use of every file. Adds up what they return. */
export function passOver(
  questions: readonly Question[],
  run: (question: Question) => number | Promise<number>,
): () => number | Promise<number> {
  const isAsync = run(questions[0]) instanceof Promise;
  if (isAsync) {
    return async () => {
      let total = 0;
      for (const question of questions) total += await run(question);
      return total;
    };
  }
  return () => {
    let total = 0;
    for (const question of questions) total += run(question) as number;
    return total;
  };
}

/** Verdicts from a library that is ready to answer. Counts allowed URLs. */
export function askPass(ask: Ask, urls: readonly string[]): () => number {
  return () => {
    let allowed = 0;
    for (const url of urls) if (ask(url)) allowed++;
    return allowed;
  };
}
