/** How far the memory of a process rises while one library reads file after file and keeps none. */
import { readFileSync, writeFileSync } from 'node:fs';
import { collectAllGarbage } from '../harness/collect-garbage.js';
import { filesNamed, type SetName } from '../inputs/file-sets.js';
import { oneQuestionEach } from '../inputs/questions.js';
import { KEPT } from '../subjects/kept.js';

/** How many files are read: enough for the garbage collector to reach a steady state. */
const READINGS: Readonly<Record<SetName, number>> = { all: 2000, small: 2000, huge: 40 };

const STATUS = '/proc/self/status';
const CLEAR_REFS = '/proc/self/clear_refs';
/** proc(5) on Linux: writing this resets the peak of the resident set to its present size. */
const RESET_PEAK = '5';
const OCTETS_A_KIB = 1024;

/** @returns octets of the resident set; null where the system does not report its peak */
export async function memoryPeak({ name, set }: { name: string; set: SetName }): Promise<number | null> {
  const questions = oneQuestionEach(filesNamed(set).files);
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
