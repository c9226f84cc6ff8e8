// @ts-check
/** Parts of the package that it does not export, for measuring a stage alone. */
const DIST = new URL('../../dist/', import.meta.url);

/** @type {typeof import('../../src/stream/scan.js')} */
export const scan = await import(new URL('stream/scan.js', DIST).href);
