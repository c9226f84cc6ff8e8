/**
 * The entry point for browsers, workers, Deno and Bun. It needs nothing of Node.
 */
export * from './core.js';
