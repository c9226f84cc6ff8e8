/**
 * What the packages share of this one's inside. It is no API: any version may change it.
 */
export { captureDate } from './captures/capture-date.js';
export { blocksOf } from './octets/blocks.js';
export { asBuffer } from './octets/buffers.js';
export { counted, escaped, htmlPage, number, percent, period, round, share } from './report/page.js';
