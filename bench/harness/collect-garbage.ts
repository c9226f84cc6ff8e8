/** Garbage collections on demand, whatever flags Node was started with. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

const gc = runInNewContext('gc') as (options?: { type: 'minor'; execution: 'sync' }) => void;

/** Collects all garbage. V8 also ages compiled code here, so do not call it between rounds. */
export function collectAllGarbage(): void {
  gc();
}

/**
 * Collects young garbage, so that no subject pays for another's. Full collections would do too much: after a few of
 * them, V8 drops the code of idle functions, and the next subject would have to compile its code again.
 */
export function collectYoungGarbage(): void {
  gc({ type: 'minor', execution: 'sync' });
}
