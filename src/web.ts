/**
 * The entry point for browsers, workers, Deno and Bun: nothing of Node.
 */
export * from './core.js';
