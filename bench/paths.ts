/** Paths. The benchmarks run from a folder that the build makes, so paths cannot be relative to the code. */
import { fileURLToPath } from 'node:url';

/** The project's root, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('.', import.meta.resolve('robotstream/package.json')));

/** Recorded results. */
export const RESULTS = `${ROOT}bench/results/`;

/** Real files and recorded verdicts, which are not part of the project. */
export const SHARED_ROOT =
  process.env.ROBOTSTREAM_SHARED ?? fileURLToPath(new URL('../shared', `file://${ROOT}`));
