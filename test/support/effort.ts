/** How much work a test does if it can vary that: `npm test` is quick, `npm run test:nightly` does everything. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    effort: 'quick' | 'full';
  }
}

/** Chooses one of two amounts, by the effort of this run. */
export function byEffort<Amount>(amounts: { readonly quick: Amount; readonly full: Amount }): Amount {
  return amounts[inject('effort')];
}
