// @ts-check
/** Garbage collections on demand, whatever flags Node was started with. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** @type {(options?: { type: 'minor', execution: 'sync' }) => void} */
const gc = runInNewContext('gc');

/** Everything that is garbage. Also lets compiled code age, so not for between rounds. */
export function collectAllGarbage() {
  gc();
}

/**
 * What was made lately, so that nobody is charged for another's. A full collection would do more than that: V8
 * drops the code of functions that stay idle over a few of them, and whoever is next would compile anew.
 */
export function collectYoungGarbage() {
  gc({ type: 'minor', execution: 'sync' });
}
