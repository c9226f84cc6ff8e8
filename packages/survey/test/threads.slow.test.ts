/** A survey in several threads of the built package: it ends when the program ends it, and can be resumed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import type { RunEvent } from '../src/index.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();
let surveyAll: typeof import('../src/index.js').surveyAll;
beforeAll(async () => {
  ({ surveyAll } = await import(
    pathToFileURL(join(build.folderOf('@robotstream/survey'), 'dist/index.js')).href
  ));
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
    writeFileSync(path, members(hosts.map((host) => capture(host, 'User-agent: *\nDisallow: /x\n'))));
    return path;
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function survey(options: { onEvent: (event: RunEvent) => void; signal?: AbortSignal; resume?: boolean }) {
  return surveyAll({ inputs, folder: join(folder, 'tables'), format: 'ndjson', jobs: 2, ...options });
}

function unfinishedFiles(): string[] {
  return readdirSync(join(folder, 'tables'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.startsWith('.unfinished') && statSync(join(folder, 'tables', path)).isFile(),
  );
}

async function expectResumable(): Promise<void> {
  expect(unfinishedFiles()).toEqual([]);
  const ended = new Set<string>();
  await survey({
    resume: true,
    onEvent: (event) => {
      if (event.kind === 'done' || event.kind === 'passed-over') ended.add(event.input.name);
    },
  });
  expect([...ended].sort()).toEqual(inputs);
}

test.each(['progress', 'done', 'failed'] as const)('what onEvent throws about %s ends it', async (kind) => {
  const complete = inputs;
  if (kind === 'failed') inputs = [...inputs.slice(0, 2), join(folder, 'none.warc'), ...inputs.slice(2)];
  const stopped = survey({
    onEvent: (event) => {
      if (event.kind === kind) throw new Error('mine');
    },
  });
  await expect(stopped).rejects.toThrow('mine');
  inputs = complete;
  await expectResumable();
});

test('a signal that aborts early ends it before its inputs are read', async () => {
  const seen: RunEvent[] = [];
  const stopped = survey({
    signal: AbortSignal.abort(new Error('early')),
    onEvent: (event) => seen.push(event),
  });
  await expect(stopped).rejects.toThrow('early');
  expect(seen).toEqual([]);
  await expectResumable();
});

test('a signal ends it', async () => {
  const controller = new AbortController();
  const stopped = survey({
    signal: controller.signal,
    onEvent: ({ kind }) => {
      if (kind === 'done') controller.abort(new Error('enough'));
    },
  });
  await expect(stopped).rejects.toThrow('enough');
  await expectResumable();
});

test('each thread loads the readers if the profile is a reader', async () => {
  await import(pathToFileURL(join(build.folderOf('robotstream'), 'dist/readers/index.js')).href);
  const wildcard = join(folder, 'wildcard.warc.gz');
  writeFileSync(wildcard, members([capture('a.example', 'User-agent: *\nDisallow: /*.pdf$\n')]));
  const verdicts = async (profile: 'rfc9309' | 'python-3.11') => {
    const tables = join(folder, profile);
    const asked = { inputs: [wildcard, ...inputs], paths: ['/a.pdf'], profile };
    await surveyAll({ ...asked, folder: tables, format: 'ndjson', jobs: 2 });
    const [part] = readdirSync(join(tables, 'verdicts')).filter((name) => name.startsWith('wildcard'));
    const [row] = readFileSync(join(tables, 'verdicts', part as string), 'utf8').split('\n');
    return JSON.parse(row as string);
  };
  expect(await verdicts('rfc9309')).toMatchObject({ profile: 'rfc9309', allowed: false, line: 2 });
  expect(await verdicts('python-3.11')).toMatchObject({ profile: 'python-3.11', allowed: true, line: 0 });
});

test('each thread has the list of the sites that are surveyed', async () => {
  const sites = join(folder, 'sites.txt');
  writeFileSync(sites, Array.from({ length: INPUTS }, (_, i) => `www.site-${i}-7.example\n`).join(''));
  const counts = await surveyAll({
    inputs,
    folder: join(folder, 'tables'),
    format: 'ndjson',
    jobs: 2,
    sites,
  });
  expect(counts).toMatchObject({ captures: INPUTS, otherCaptures: INPUTS * (CAPTURES - 1) });
  const verdicts = join(folder, 'tables', 'verdicts');
  const rows = readdirSync(verdicts).map((name) => JSON.parse(readFileSync(join(verdicts, name), 'utf8')));
  expect(rows.map(({ url }) => url).sort()).toEqual(
    Array.from({ length: INPUTS }, (_, i) => `https://site-${i}-7.example/robots.txt`),
  );
});
