/** A folder has the parts of one survey, and an input has one part, however its name is written. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FolderError, type SurveyAllOptions } from '../src/index.js';
import { archive, folder, out, run, useFolder } from './support/survey-folder.js';

useFolder();

/** Every file in a folder, with its octets. */
function files(from: string): Record<string, string> {
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(from, path)).isFile())
      .map((path) => [path, readFileSync(join(from, path), 'latin1')]),
  );
}

const rows = (from = out()) =>
  readdirSync(join(from, 'verdicts')).flatMap((name) =>
    readFileSync(join(from, 'verdicts', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { source: string; agent: string }),
  );

const OTHER_OPTIONS: [string, Partial<SurveyAllOptions>][] = [
  ['agents', { agents: ['GPTBot'] }],
  ['paths', { paths: ['/a'] }],
  ['profile', { profile: 'google' }],
  ['tables', { tables: ['captures'] }],
  ['all', { all: true }],
  ['format', { format: 'csv' }],
];

describe('a folder with parts', () => {
  test.each(OTHER_OPTIONS)(
    'refuses a survey with other %s, and nothing is touched',
    async (name, options) => {
      const inputs = [archive('a.warc.gz', ['a.example'])];
      await run({ inputs });
      const before = files(out());
      const survey = run({ inputs, resume: true, ...options });
      await expect(survey).rejects.toBeInstanceOf(FolderError);
      await expect(survey).rejects.toThrow(`made with other options (${name}); choose another folder`);
      expect(files(out())).toEqual(before);
    },
  );

  test.each([true, false])('of another version is refused; resume: %s', async (resume) => {
    const inputs = [archive('a.warc.gz', ['a.example'])];
    await run({ inputs });
    const path = join(out(), 'survey.json');
    const made = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...made, robotstream: '0.0.1' }));
    rmSync(join(out(), 'ledger.ndjson'));
    await expect(run({ inputs, resume })).rejects.toThrow('made by version 0.0.1; choose another folder');
  });

  test('that no survey.json describes is refused', async () => {
    const inputs = [archive('a.warc.gz', ['a.example'])];
    await run({ inputs });
    for (const name of ['survey.json', 'ledger.ndjson']) rmSync(join(out(), name));
    await expect(run({ inputs, resume: true })).rejects.toThrow(/has parts but no survey\.json/);
    writeFileSync(join(out(), 'survey.json'), '{"options"');
    await expect(run({ inputs, resume: true })).rejects.toThrow(/survey\.json is damaged/);
  });
});

test('of surveys with different options that begin in one folder at the same time, one goes on', async () => {
  const inputs = [archive('a.warc.gz', ['a.example', 'b.example'])];
  const agents = Array.from({ length: 8 }, (_, i) => `Bot${i}`);
  const ends = await Promise.allSettled(agents.map((agent) => run({ inputs, agents: [agent] })));
  const first = ends.findIndex(({ status }) => status === 'fulfilled');
  expect(ends.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(1);
  for (const end of ends)
    if (end.status === 'rejected')
      expect(end.reason.message).toMatch(/other options \(agents\)|earlier survey/);
  expect(new Set(rows().map(({ agent }) => agent))).toEqual(new Set([agents[first]]));
});

test('a Parquet part says what it is made with', async () => {
  const inputs = [archive('a.warc.gz', ['a.example'])];
  await run({ inputs, format: 'parquet', agents: ['GPTBot', { crawler: 'Googlebot' }] });
  for (const table of ['verdicts', 'faults']) {
    const [name = ''] = readdirSync(join(out(), table));
    const octets = new Uint8Array(readFileSync(join(out(), table, name)));
    const { key_value_metadata: [made] = [] } = parquetMetadata(octets.buffer);
    expect(made?.key).toBe('robotstream.survey');
    expect(JSON.parse(made?.value ?? '')).toEqual(
      JSON.parse(readFileSync(join(out(), 'survey.json'), 'utf8')),
    );
    expect(made?.value).toContain('GPTBot');
  }
});

describe('an input', () => {
  /** The names of a file: relative, with needless parts, absolute, and by symbolic links. */
  function namesOf(path: string): string[] {
    symlinkSync(path, join(folder, 'link.warc.gz'));
    symlinkSync(folder, join(folder, 'linked'));
    const here = relative('.', path);
    return [here, `./${here}`, path, join(folder, 'link.warc.gz'), join(folder, 'linked', 'a.warc.gz')];
  }

  test('under several names is read once', async () => {
    const names = namesOf(archive('a.warc.gz', ['a.example']));
    expect(await run({ inputs: names })).toMatchObject([{ kind: 'done', input: { name: names[0] } }]);
    expect(rows()).toHaveLength(1);
  });

  test('under another name is skipped by a survey that is resumed, and its part is replaced if it has changed', async () => {
    const names = namesOf(archive('a.warc.gz', ['a.example']));
    for (const name of names) await run({ inputs: [name], resume: true });
    expect(rows().map(({ source }) => source)).toEqual([names[0]]);
    archive('a.warc.gz', ['a.example', 'b.example']);
    expect(await run({ inputs: [names[2] as string], resume: true })).toMatchObject([{ kind: 'done' }]);
    expect(rows().map(({ source }) => source)).toEqual([names[0], names[0]]);
  });

  test('that is moved together with its folder is skipped', async () => {
    const here = process.cwd();
    onTestFinished(() => process.chdir(here));
    mkdirSync(join(folder, 'project'));
    archive('project/a.warc.gz', ['a.example']);
    process.chdir(join(folder, 'project'));
    await run({ inputs: ['a.warc.gz'], folder: 'tables' });
    process.chdir(folder);
    renameSync('project', 'moved');
    process.chdir('moved');
    const again = await run({ inputs: ['a.warc.gz'], folder: 'tables', resume: true });
    expect(again.map(({ kind }) => kind)).toEqual(['passed-over']);
  });

  test('with the name of another one fails, and loses no part', async () => {
    const here = process.cwd();
    onTestFinished(() => process.chdir(here));
    for (const name of ['one', 'two']) {
      mkdirSync(join(folder, name));
      archive(`${name}/a.warc.gz`, [`${name}.example`]);
    }
    process.chdir(join(folder, 'one'));
    await run({ inputs: ['a.warc.gz'] });
    process.chdir(join(folder, 'two'));
    const second = join(process.cwd(), 'a.warc.gz');
    const survey = run({ inputs: ['a.warc.gz'], resume: true });
    await expect(survey).rejects.toThrow(/under this name; name the input by its whole path$/);
    await run({ inputs: [second], resume: true });
    expect(rows().map(({ source }) => source)).toEqual(expect.arrayContaining(['a.warc.gz', second]));
  });
});
