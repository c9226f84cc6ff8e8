/** Surveys in several threads of the built package: the rows of one thread, ends, faults of the folder, and what each thread needs. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import type * as surveys from '../src/index.js';
import type { RunEvent, SurveyAllOptions } from '../src/index.js';
import { readLines } from './support/survey-folder.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();
let { surveyAll, FolderError } = {} as typeof surveys;
beforeAll(async () => {
  const built = pathToFileURL(join(build.folderOf('@robotstream/survey'), 'dist/index.js')).href;
  ({ surveyAll, FolderError } = await import(built));
});

const INPUTS = 6;
const CAPTURES = 50;

let folder = '';
let inputs: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-threads-'));
  inputs = Array.from({ length: INPUTS }, (_, i) => {
    const path = join(folder, `${i}.warc.gz`);
    const hosts = Array.from({ length: CAPTURES }, (_, k) => `site-${i}-${k}.example`);
    writeFileSync(path, members(hosts.map((host) => capture(host, 'User-agent: *\nDisallow: /*.pdf$\n'))));
    return path;
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const survey = (options: Partial<SurveyAllOptions> = {}, name = 'tables') =>
  surveyAll({ inputs, folder: join(folder, name), format: 'ndjson', jobs: 2, ...options });

/** The rows of verdicts of a folder. */
const rows = (name = 'tables') =>
  readdirSync(join(folder, name, 'verdicts')).flatMap((part) =>
    readLines(join(folder, name, 'verdicts', part)),
  );

const parts = (name: string) =>
  readdirSync(join(folder, name, 'verdicts')).map((part) =>
    readFileSync(join(folder, name, 'verdicts', part)),
  );

async function expectResumable(): Promise<void> {
  expect(readdirSync(join(folder, 'tables', '.unfinished'))).toEqual([]);
  const ended = new Set<string>();
  const onEvent = (event: RunEvent) => {
    if (event.kind === 'done' || event.kind === 'passed-over') ended.add(event.input.name);
  };
  await survey({ resume: true, onEvent });
  expect([...ended].sort()).toEqual(inputs);
}

test.each(['parquet', 'csv'] as const)('the parts of threads are those of one: %s', async (format) => {
  for (const jobs of [1, 2, 3]) await survey({ jobs, format, agents: ['a', 'b'] }, `${jobs}`);
  expect(parts('2')).toEqual(parts('1'));
  expect(parts('3')).toEqual(parts('1'));
});

test.each(['progress', 'failed', 'signal', 'early'] as const)('the program ends it: %s', async (how) => {
  const complete = inputs;
  inputs = [...inputs.slice(0, 2), join(folder, 'none.warc'), ...inputs.slice(2)];
  const controller = new AbortController();
  if (how === 'early') controller.abort(new Error('mine'));
  const stopped = survey({
    signal: controller.signal,
    onEvent: ({ kind }) => {
      if (how === 'early') throw new Error('an event');
      if (how === 'signal' && kind === 'done') controller.abort(new Error('mine'));
      if (kind === how) throw new Error('mine');
    },
  });
  await expect(stopped).rejects.toThrow('mine');
  inputs = complete;
  await expectResumable();
});

test('a folder that fails is named once, and no input is blamed', async () => {
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables', 'verdicts'), '');
  const events: RunEvent[] = [];
  const failed = survey({ jobs: 3, onEvent: (event) => events.push(event) });
  await expect(failed).rejects.toBeInstanceOf(FolderError);
  await expect(failed).rejects.toMatchObject({ cause: { code: 'EEXIST' } });
  expect(events.filter(({ kind }) => kind === 'failed')).toEqual([]);
  rmSync(join(folder, 'tables', 'verdicts'));
  await expectResumable();
});

test('each thread loads the readers if the profile is a reader', async () => {
  await import(pathToFileURL(join(build.folderOf('robotstream'), 'dist/readers/index.js')).href);
  for (const [profile, allowed] of [
    ['rfc9309', false],
    ['python-3.11', true],
  ] as const) {
    await survey({ paths: ['/a.pdf'], profile }, profile);
    expect(new Set(rows(profile).map((row) => `${row.profile} ${row.allowed}`))).toEqual(
      new Set([`${profile} ${allowed}`]),
    );
  }
});

test('each thread has the list of the sites that are surveyed', async () => {
  const sites = join(folder, 'sites.txt');
  writeFileSync(sites, Array.from({ length: INPUTS }, (_, i) => `www.site-${i}-7.example\n`).join(''));
  const counts = await survey({ sites });
  expect(counts).toMatchObject({ captures: INPUTS, otherCaptures: INPUTS * (CAPTURES - 1) });
  expect(rows().map(({ url }) => url)).toEqual(
    Array.from({ length: INPUTS }, (_, i) => `https://site-${i}-7.example/robots.txt`),
  );
});
