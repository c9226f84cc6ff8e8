/** How much a test does where it can do more or less of the same: `npm test` is quick, `npm run test:all` full. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    effort: 'quick' | 'full';
  }
}

/** One of two amounts, by the effort of this run. */
export function byEffort<Amount>(amounts: { readonly quick: Amount; readonly full: Amount }): Amount {
  return amounts[inject('effort')];
}
