// @ts-check
/** How far a process rises while one library reads file after file and keeps none. */
import { readFileSync, writeFileSync } from 'node:fs';
import { collectAllGarbage } from '../harness/collect-garbage.mjs';
import { filesNamed } from '../inputs/file-sets.mjs';
import { oneQuestionEach, QUESTION_SEED } from '../inputs/questions.mjs';
import { randomFrom } from '../inputs/random.mjs';
import { KEPT } from '../subjects/kept.mjs';

/** Readings: enough for the garbage collector to have found its pace. */
const READINGS = { all: 2000, small: 2000, huge: 40 };

const STATUS = '/proc/self/status';
const CLEAR_REFS = '/proc/self/clear_refs';
/** Linux, proc(5): sets the peak of the resident set to what it is now. */
const RESET_PEAK = '5';
const OCTETS_A_KIB = 1024;

/**
 * @param {{ name: string, set: import('../inputs/file-sets.mjs').SetName }} options
 * @returns {Promise<number | null>} octets of the resident set; null where the system does not tell
 */
export default async function memoryPeak({ name, set }) {
  const questions = oneQuestionEach(filesNamed(set).files, randomFrom(QUESTION_SEED));
  const make = KEPT[name];
  await make(questions[0]);
  collectAllGarbage();
  try {
    writeFileSync(CLEAR_REFS, RESET_PEAK);
  } catch {
    return null;
  }
  const before = process.memoryUsage.rss();
  for (let i = 0; i < READINGS[set]; i++) await make(questions[i % questions.length]);
  const peakKiB = /VmHWM:\s*(\d+) kB/.exec(readFileSync(STATUS, 'latin1'))?.[1];
  return peakKiB === undefined ? null : Math.max(0, Number(peakKiB) * OCTETS_A_KIB - before);
}
