// @ts-check
/** The package's own stages, from the least to the most that is made of octets, as `subjects/stages.mjs` knows them. */

/** @type {readonly import('./subjects/stages.mjs').StageName[]} */
export const STAGE_NAMES = [
  'octets → rows (tape)',
  'octets → line batches',
  'octets → line events',
  'octets → verdict',
  'octets → document',
  'octets → document → matcher → verdict',
  'octets → document, all nodes',
];
