/** Shows the newest record in the README and as a picture. */
import { readFileSync, writeFileSync } from 'node:fs';
import { RESULTS, ROOT } from '../paths.js';
import { newestRecord } from './newest-record.js';
import { taskRatios } from './ratios.js';
import { PICTURE, readmePart, recordNote, withPart } from './readme-part.js';
import { plotSvg } from './svg.js';

const README = `${ROOT}README.md`;

/** @throws {Error} if there is no record, or it lacks a benchmark that is shown */
export function plotNewestRecord(): void {
  const { path, results } = newestRecord(RESULTS);
  const tasks = taskRatios(results);
  writeFileSync(`${ROOT}${PICTURE}`, plotSvg(tasks, recordNote(results)));
  writeFileSync(README, withPart(readFileSync(README, 'utf8'), readmePart(tasks, results)));
  console.error(`${PICTURE} and README.md show ${path}`);
}
