/** Answers that need no steps. */

/** An answer as a generator that yields nothing. */
export function* inOneStep<Answer>(answer: () => Answer): Generator<never, Answer> {
  yield* [];
  return answer();
}
