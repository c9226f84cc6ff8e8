/**
 * The mark that goes down the pipeline behind the last line of each chunk: no more may come for now, so whatever waits
 * for company is to be written. Whoever asks one question at a time gets each answer at once.
 */

export const PAUSE: unique symbol = Symbol('pause');

export type Pause = typeof PAUSE;

/** A stage that lets the mark pass. */
export function passing<In, Out>(stage: (item: In) => Out): (item: In | Pause) => Out | Pause {
  return (item) => (item === PAUSE ? PAUSE : stage(item as In));
}
