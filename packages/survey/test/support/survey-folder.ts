/** A folder for each test, with archives and a survey of them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type RunEvent, type SurveyAllOptions, surveyAll } from '../../src/index.js';
import { capture, members } from './warc-writer.js';

/** The folder of the test that runs. */
export let folder = '';

/** Makes the folder before each test of a file, and removes it after the test. */
export function useFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-survey-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}

/** The folder of the survey. */
export const out = (): string => join(folder, 'tables');

/** Writes a file, and returns its path. */
export function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Writes captures as NDJSON; a text is a line as it is. */
export function writeLines(name: string, lines: readonly (object | string)[]): string {
  return write(
    name,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of many kinds
export const readLines = (path: string): any[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Writes an archive of some captures, and returns its name. */
export function archive(name: string, hosts: readonly string[]): string {
  return write(name, members(hosts.map((host) => capture(host, `User-agent: *\nDisallow: /${host}\n`))));
}

/** Surveys inputs, and returns the events except progress. */
export async function run(
  options: Partial<SurveyAllOptions> & Pick<SurveyAllOptions, 'inputs'>,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  await surveyAll({ folder: out(), format: 'ndjson', ...options, onEvent: (event) => events.push(event) });
  return events.filter(({ kind }) => kind !== 'progress');
}
