/** Surveys into a folder: one survey a folder, one part an input, the ledger, and going on after an end at any moment. */
import {
  appendFileSync,
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
import { describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../../../test/support/program.js';
import { FolderError, type RunEvent, type SurveyAllOptions, surveyAll } from '../src/index.js';
import { archive, folder, out, readLines, run, useFolder } from './support/survey-folder.js';

useFolder();

const inputs = () => [archive('a.warc.gz', ['a.example']), archive('b.warc.gz', ['b.example'])] as const;
const kinds = (events: readonly RunEvent[]) => events.map(({ kind }) => kind);
const ledger = () => join(out(), 'ledger.ndjson');

/** Every file of a survey but the ledger and `survey.json`, with its octets. */
function parts(): Record<string, string> {
  const paths = readdirSync(out(), { recursive: true, encoding: 'utf8' }).filter(
    (path) => statSync(join(out(), path)).isFile() && !['ledger.ndjson', 'survey.json'].includes(path),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(out(), path), 'latin1')]));
}

const rows = (): { source: string; agent: string }[] =>
  readdirSync(join(out(), 'verdicts')).flatMap((name) => readLines(join(out(), 'verdicts', name)));

test('a program that bundles the package surveys, and its ledger has the version of the package', async () => {
  const bundled = await program(new URL('../src/index.ts', import.meta.url));
  onTestFinished(() => bundled.remove());
  const library = (await import(/* @vite-ignore */ bundled.file)) as { surveyAll: typeof surveyAll };
  await library.surveyAll({ inputs: [archive('a.warc.gz', ['a.example'])], folder: out() });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(readLines(ledger())).toMatchObject([{ captures: 1, robotstream: version }]);
});

test('each input has a part for each table, and a line in the ledger; one that is named twice is read once', async () => {
  const [a, b] = [archive('a.warc.gz', ['a.example', 'b.example']), archive('b.warc.gz', ['c.example'])];
  const events = await run({ inputs: [a, b, a], tables: ['captures', 'verdicts'] });
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  const result = (n: number) => ({ captures: n, rows: { captures: n, verdicts: n, faults: 0 }, digest });
  expect(events).toMatchObject([2, 1].map((n) => ({ kind: 'done', inputs: 2, result: result(n) })));
  const names = Object.keys(parts()).map((path) => path.replace(/-[0-9a-f]{32}/, ''));
  const expected = ['captures', 'faults', 'verdicts'].map((table) => [
    `${table}/a.warc.gz.ndjson`,
    `${table}/b.warc.gz.ndjson`,
  ]);
  expect(names.sort()).toEqual(expected.flat());
  expect(readLines(ledger())).toHaveLength(2);
});

test('surveys that begin in a folder lose no line that another one adds to its ledger', async () => {
  const many = Array.from({ length: 30 }, (_, at) => archive(`${at}.warc.gz`, [`h${at}.example`]));
  let ended = false;
  const long = run({ inputs: many, resume: true }).finally(() => {
    ended = true;
  });
  while (!ended) await run({ inputs: many.slice(0, 1), resume: true });
  await long;
  expect(readLines(ledger()).map(({ input }) => input)).toEqual(expect.arrayContaining(many));
});

describe('resuming', () => {
  test('skips finished inputs, and reads the others; a line of the ledger that was being written counts for nothing', async () => {
    const [a, b] = inputs();
    await run({ inputs: [a] });
    appendFileSync(ledger(), '{"input": "b');
    expect(kinds(await run({ inputs: [a, b], resume: true }))).toEqual(['passed-over', 'done']);
    const resumed = parts();
    rmSync(out(), { recursive: true });
    await run({ inputs: [a, b] });
    expect(resumed).toEqual(parts());
  });

  test('reads an input again that has changed, or whose part is gone', async () => {
    const [a, b] = inputs();
    await run({ inputs: [a, b] });
    archive('a.warc.gz', ['a.example', 'more.example']);
    rmSync(join(out(), 'verdicts', readdirSync(join(out(), 'verdicts'))[1] as string));
    expect(kinds(await run({ inputs: [a, b], resume: true }))).toEqual(['done', 'done']);
  });

  test.each(['verdicts', 'faults'])('reads an input again whose part was cut, or grew: %s', async (table) => {
    const [a, b] = inputs();
    await run({ inputs: [a, b] });
    const whole = parts();
    const [first = '', second = ''] = readdirSync(join(out(), table)).map((name) => join(out(), table, name));
    writeFileSync(first, readFileSync(first).subarray(0, -1));
    appendFileSync(second, '\n');
    // A survey without faults has empty parts of them, which cannot be cut.
    const again = [table === 'faults' ? 'passed-over' : 'done', 'done'];
    expect(kinds(await run({ inputs: [a, b], resume: true }))).toEqual(again);
    expect(parts()).toEqual(whole);
    expect(kinds(await run({ inputs: [a, b], resume: true }))).toEqual(['passed-over', 'passed-over']);
  });

  test('reads a folder again, because it has no version', async () => {
    const sites = join(folder, 'sites');
    mkdirSync(sites);
    for (const [nth, host] of ['a', 'b'].entries()) {
      writeFileSync(join(sites, `${host}.example.txt`), 'User-agent: *\nDisallow: /\n');
      const events = await run({ inputs: [sites], resume: true });
      expect(events).toMatchObject([{ kind: 'done', result: { captures: nth + 1 } }]);
    }
  });

  test('reads an input again whose line in the ledger is damaged', async () => {
    const [a, b] = inputs();
    await run({ inputs: [a, b] });
    const [first = '', second = ''] = readFileSync(ledger(), 'utf8').split('\n');
    writeFileSync(ledger(), `${first.slice(0, 20)}\n\nnull\n${second}\n`);
    expect(kinds(await run({ inputs: [a, b], resume: true }))).toEqual(['done', 'passed-over']);
  });
});

describe('a folder with parts', () => {
  test.each<[string, Partial<SurveyAllOptions>, string]>([
    ['without asking for it', { resume: false }, 'has the parts of an earlier survey'],
    ['for other crawlers', { agents: ['GPTBot'] }, 'made with other options (agents); choose another folder'],
    ['for other paths', { paths: ['/a'] }, 'made with other options (paths)'],
    ['with another profile', { profile: 'google' }, 'made with other options (profile)'],
    ['with other tables', { tables: ['captures'] }, 'made with other options (tables)'],
    ['of all URLs', { all: true }, 'made with other options (all)'],
    ['in another format', { format: 'csv' }, 'made with other options (format)'],
  ])('is refused %s, and nothing is touched', async (_, options, message) => {
    const [a] = inputs();
    await run({ inputs: [a] });
    const before = parts();
    const survey = run({ inputs: [a], resume: true, ...options });
    await expect(survey).rejects.toBeInstanceOf(FolderError);
    await expect(survey).rejects.toThrow(message);
    expect(parts()).toEqual(before);
  });

  test('of another version is refused, and one that no survey.json describes', async () => {
    const [a] = inputs();
    await run({ inputs: [a] });
    const path = join(out(), 'survey.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/"robotstream": *"[^"]*"/, '"robotstream": "0.0.1"'),
    );
    rmSync(ledger());
    for (const resume of [true, false])
      await expect(run({ inputs: [a], resume })).rejects.toThrow(
        'made by version 0.0.1; choose another folder',
      );
    rmSync(path);
    await expect(run({ inputs: [a], resume: true })).rejects.toThrow(/has parts but no survey\.json/);
    writeFileSync(path, '{"options"');
    await expect(run({ inputs: [a], resume: true })).rejects.toThrow(/survey\.json is damaged/);
  });
});

test('of surveys with different options that begin in one folder at the same time, one goes on', async () => {
  const [a] = inputs();
  const agents = Array.from({ length: 8 }, (_, i) => `Bot${i}`);
  const ends = await Promise.allSettled(agents.map((agent) => run({ inputs: [a], agents: [agent] })));
  const first = ends.findIndex(({ status }) => status === 'fulfilled');
  for (const [nth, end] of ends.entries())
    if (end.status === 'rejected')
      expect(end.reason.message).toMatch(/other options \(agents\)|earlier survey/);
    else expect(nth).toBe(first);
  expect(new Set(rows().map(({ agent }) => agent))).toEqual(new Set([agents[first]]));
});

describe('an input', () => {
  test('under several names is read once, and its part is replaced under any if it has changed', async () => {
    const path = archive('a.warc.gz', ['a.example']);
    symlinkSync(path, join(folder, 'link.warc.gz'));
    symlinkSync(folder, join(folder, 'linked'));
    const here = relative('.', path);
    const names = [
      here,
      `./${here}`,
      path,
      join(folder, 'link.warc.gz'),
      join(folder, 'linked', 'a.warc.gz'),
    ];
    expect(await run({ inputs: names })).toMatchObject([{ kind: 'done', input: { name: here } }]);
    for (const name of names)
      expect(kinds(await run({ inputs: [name], resume: true }))).toEqual(['passed-over']);
    archive('a.warc.gz', ['a.example', 'b.example']);
    expect(kinds(await run({ inputs: [path], resume: true }))).toEqual(['done']);
    expect(rows().map(({ source }) => source)).toEqual([here, here]);
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
    expect(kinds(await run({ inputs: ['a.warc.gz'], folder: 'tables', resume: true }))).toEqual([
      'passed-over',
    ]);
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
    const survey = run({ inputs: ['a.warc.gz'], resume: true });
    await expect(survey).rejects.toThrow(/under this name; name the input by its whole path$/);
    const second = join(process.cwd(), 'a.warc.gz');
    await run({ inputs: [second], resume: true });
    expect(rows().map(({ source }) => source)).toEqual(expect.arrayContaining(['a.warc.gz', second]));
  });

  test('that cannot be read is an event, and the others go on: inputs, captures and rows are counted', async () => {
    const a = archive('a.warc.gz', ['a.example', 'b.example']);
    await run({ inputs: [a] });
    const none = join(folder, 'none.warc');
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent) => event.kind === 'failed' && events.push(event);
    const all = [a, none, archive('b.warc.gz', ['c.example'])];
    expect(await surveyAll({ inputs: all, folder: out(), format: 'ndjson', resume: true, onEvent })).toEqual({
      done: 1,
      passedOver: 1,
      failed: 1,
      captures: 3,
      rows: { verdicts: 3, faults: 0 },
    });
    expect(events).toMatchObject([{ input: none, error: { code: 'ENOENT' } }]);
    expect(readLines(ledger())).toHaveLength(2);
    expect(await surveyAll({ inputs: [], folder: join(folder, 'empty') })).toMatchObject({
      done: 0,
      failed: 0,
    });
  });

  test.each([
    [['none.warc'], /^The only input cannot be read: none\.warc: ENOENT/],
    [['none.warc', 'nor.warc'], /^None of the 2 inputs can be read; the first: none\.warc: ENOENT/],
  ])('if none of %j can be read, the survey rejects', async (names, message) => {
    const survey = surveyAll({ inputs: names, folder: out() });
    await expect(survey).rejects.toThrow(message);
    await expect(survey).rejects.toMatchObject({ code: 'survey-failed', cause: { code: 'ENOENT' } });
  });
});

test('a folder that cannot be written ends the survey, and no other input is read', async () => {
  mkdirSync(out());
  writeFileSync(join(out(), 'verdicts'), 'a file where a folder should be');
  const events: RunEvent[] = [];
  const survey = surveyAll({ inputs: inputs(), folder: out(), onEvent: (event) => events.push(event) });
  await expect(survey).rejects.toBeInstanceOf(FolderError);
  await expect(survey).rejects.toMatchObject({ cause: { code: 'EEXIST' } });
  expect(events).toEqual([]);
  expect(Object.keys(parts())).toEqual(['verdicts']);
});

test.each(['/dev/full', '/dev/zero'])('a ledger that is %s is refused', async (device) => {
  mkdirSync(out());
  symlinkSync(device, ledger());
  const survey = run({ inputs: inputs() });
  await expect(survey).rejects.toBeInstanceOf(FolderError);
  await expect(survey).rejects.toThrow('ledger.ndjson is not a regular file; choose another folder');
});

test.each(['progress', 'done', 'failed', 'signal'] as const)(
  'a survey that the program ends (%s) leaves no unfinished files, and can be resumed',
  async (kind) => {
    const [first, last] = inputs();
    const all = [first, join(folder, 'none.warc'), last];
    const controller = new AbortController();
    const seen: string[] = [];
    const survey = surveyAll({
      inputs: all,
      folder: out(),
      format: 'ndjson',
      signal: controller.signal,
      onEvent: (event) => {
        seen.push(event.kind);
        if (kind === 'signal' && event.kind === 'done') controller.abort(new Error('mine'));
        if (event.kind === kind) throw new Error('mine');
      },
    });
    await expect(survey).rejects.toThrow('mine');
    if (kind !== 'signal') expect(seen.filter((one) => one === kind)).toHaveLength(1);
    expect(Object.keys(parts()).filter((path) => path.startsWith('.unfinished'))).toEqual([]);
    expect((await run({ inputs: all, resume: true })).at(-1)).toMatchObject({
      kind: 'done',
      input: { name: last },
    });
  },
);
