/**
 * The entry point for Node: everything that runs anywhere, and the Node streams.
 */
export * from './core.js';
export { LineTransform, type LineTransformOptions } from './stream/node-transform.js';
