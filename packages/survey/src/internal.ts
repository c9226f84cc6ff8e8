/**
 * What the packages share of this one's inside. It is no API: any version may change it.
 */
export { blocksOf } from './octets/blocks.js';
export { asBuffer } from './octets/buffers.js';
