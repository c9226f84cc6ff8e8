/**
 * The entry point for Node: the core and Node streams.
 */

export * from './core.js';
export { LineTransform, type LineTransformOptions } from './stream/node-transform.js';
