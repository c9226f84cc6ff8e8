/**
 * The entry point `robotstream`: parsing and judging, and Node streams.
 */

export * from './core.js';
export { LineTransform, type LineTransformOptions } from './stream/node-line-transform.js';
