// @ts-check
/** Parts of the package that it does not export, for measuring a stage alone. */
const DIST = new URL('../../dist/', import.meta.url);

/** @type {typeof import('../../src/stream/scan.js')} */
const scan = await import(new URL('stream/scan.js', DIST).href);
/** @type {typeof import('../../src/stream/scan-buffer.js')} */
const scanBuffer = await import(new URL('stream/scan-buffer.js', DIST).href);

export const { scanLines, Tape } = scan;
export const { ScanBuffer } = scanBuffer;
