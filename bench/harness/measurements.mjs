// @ts-check
/** What jobs report: measurements, and which goals they reach. */
import { timesAsFast } from './race.mjs';
import { summarize } from './statistics.mjs';

/** @typedef {import('./race.mjs').Result} Result */
/** @typedef {import('./statistics.mjs').Summary} Summary */

/**
 * @typedef {object} Measurement
 * @property {string} input
 * @property {string} subject
 * @property {string} unit
 * @property {Summary | null} value null if there is none, which `note` explains
 * @property {{ to: string } & Summary} [times] how many times as fast as another subject
 * @property {string} [note]
 */

/**
 * @typedef {object} Goal a row of the table of goals
 * @property {string} stage
 * @property {'at least' | 'at most'} kind
 * @property {number} bound
 * @property {string} unit
 * @property {Summary | null} measured null if it was not measured
 * @property {boolean | null} isMet
 */

/**
 * @typedef {object} Report
 * @property {string} title
 * @property {Measurement[]} measurements
 * @property {'matrix'} [layout] one table, inputs downwards and subjects across, instead of a table for each input
 * @property {Goal[]} goals
 */

/** From ns a unit to what is shown. Each turns the order round or keeps it, so quartiles are taken afterwards. */
export const UNITS = {
  'MB/s': (/** @type {number} */ nsPerOctet) => 1e3 / nsPerOctet,
  'files/s': (/** @type {number} */ nsPerFile) => 1e9 / nsPerFile,
  'verdicts/s': (/** @type {number} */ nsPerVerdict) => 1e9 / nsPerVerdict,
  ns: (/** @type {number} */ ns) => ns,
  ms: (/** @type {number} */ ns) => ns / 1e6,
};

/**
 * The measurements of a race.
 *
 * @param {string} input
 * @param {keyof typeof UNITS} unit
 * @param {Map<string, Result>} results
 * @param {string} [peer] the subject to compare all with
 * @returns {Measurement[]}
 */
export function measurementsOf(input, unit, results, peer) {
  const other = peer === undefined ? undefined : results.get(peer);
  return [...results.values()].map((result) => ({
    input,
    subject: result.name,
    unit,
    value: summarize(result.nsPerUnit.map(UNITS[unit])),
    ...(peer !== undefined && other !== undefined && { times: { to: peer, ...timesAsFast(result, other) } }),
  }));
}

/**
 * @param {string} stage
 * @param {number} bound
 * @param {string} unit
 * @param {Summary | null} measured
 * @returns {Goal}
 */
export function atLeast(stage, bound, unit, measured) {
  return { stage, kind: 'at least', bound, unit, measured, isMet: measured && measured.median >= bound };
}

/**
 * @param {string} stage
 * @param {number} bound
 * @param {string} unit
 * @param {Summary | null} measured
 * @returns {Goal}
 */
export function atMost(stage, bound, unit, measured) {
  return { stage, kind: 'at most', bound, unit, measured, isMet: measured && measured.median <= bound };
}

/**
 * @param {Map<string, Result>} results
 * @param {string} name
 */
export function resultOf(results, name) {
  const result = results.get(name);
  if (result === undefined) throw new Error(`nothing was measured under the name ${name}`);
  return result;
}
