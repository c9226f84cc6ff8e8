/** Surveys into a folder: parts, the ledger, and going on after an end at any moment. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../../../test/support/program.js';
import { FolderError, type RunEvent, type SurveyAllOptions, surveyAll } from '../src/index.js';
import { archive, folder, out, run, useFolder } from './support/survey-folder.js';

useFolder();

/** Every file of a survey but the ledger and `survey.json`, with its octets. */
function parts(from = out()): Record<string, string> {
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path !== 'ledger.ndjson' && path !== 'survey.json',
  );
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(from, path)).isFile())
      .map((path) => [path, readFileSync(join(from, path), 'latin1')]),
  );
}

const ledger = () => readFileSync(join(out(), 'ledger.ndjson'), 'utf8');

test('a program that bundles the package surveys, and its ledger has the version of the package', async () => {
  const bundled = await program(new URL('../src/index.ts', import.meta.url));
  try {
    const library = (await import(/* @vite-ignore */ bundled.file)) as { surveyAll: typeof surveyAll };
    await library.surveyAll({ inputs: [archive('a.warc.gz', ['a.example'])], folder: out() });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(JSON.parse(ledger())).toMatchObject({ captures: 1, robotstream: version });
  } finally {
    bundled.remove();
  }
});

const SHA256 = /^[0-9a-f]{64}$/;

test('each input has a part for each table, and a line in the ledger', async () => {
  const inputs = [archive('a.warc.gz', ['a.example', 'b.example']), archive('b.warc.gz', ['c.example'])];
  const events = await run({ inputs, tables: ['captures', 'verdicts'] });
  expect(events.map((event) => event.kind === 'done' && event.result)).toEqual([
    { captures: 2, rows: { captures: 2, verdicts: 2, faults: 0 }, digest: expect.stringMatching(SHA256) },
    { captures: 1, rows: { captures: 1, verdicts: 1, faults: 0 }, digest: expect.stringMatching(SHA256) },
  ]);
  expect(
    Object.keys(parts())
      .sort()
      .map((path) => path.replace(/-[0-9a-f]{32}/, '')),
  ).toEqual([
    'captures/a.warc.gz.ndjson',
    'captures/b.warc.gz.ndjson',
    'faults/a.warc.gz.ndjson',
    'faults/b.warc.gz.ndjson',
    'verdicts/a.warc.gz.ndjson',
    'verdicts/b.warc.gz.ndjson',
  ]);
  expect(ledger().trim().split('\n')).toHaveLength(2);
});

test('surveys that begin in a folder lose no line that another one adds to its ledger', async () => {
  const inputs = Array.from({ length: 30 }, (_, at) => archive(`${at}.warc.gz`, [`h${at}.example`]));
  let ended = false;
  const long = run({ inputs, resume: true }).finally(() => {
    ended = true;
  });
  while (!ended) await run({ inputs: inputs.slice(0, 1), resume: true });
  await long;
  const listed = ledger()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { input: string }).input);
  expect(listed).toEqual(expect.arrayContaining(inputs));
});

describe('resuming', () => {
  const inputs = () => [archive('a.warc.gz', ['a.example']), archive('b.warc.gz', ['b.example'])];

  test('skips finished inputs, and reads the others', async () => {
    const [a = '', b = ''] = inputs();
    await run({ inputs: [a] });
    const events = await run({ inputs: [a, b], resume: true });
    expect(events.map(({ kind }) => kind)).toEqual(['passed-over', 'done']);
    const resumed = parts();
    rmSync(out(), { recursive: true });
    await run({ inputs: [a, b] });
    expect(resumed).toEqual(parts());
  });

  test('reads an input again that has changed, or whose part is gone', async () => {
    const [a = '', b = ''] = inputs();
    await run({ inputs: [a, b] });
    archive('a.warc.gz', ['a.example', 'more.example']);
    rmSync(join(out(), 'verdicts', readdirSync(join(out(), 'verdicts'))[1] as string));
    expect((await run({ inputs: [a, b], resume: true })).map(({ kind }) => kind)).toEqual(['done', 'done']);
  });

  test.each(['verdicts', 'faults'])(
    'reads an input again whose part of the table %s was cut, or grew',
    async (table) => {
      const [a = '', b = ''] = inputs();
      await run({ inputs: [a, b] });
      const whole = parts();
      const [first = '', second = ''] = readdirSync(join(out(), table)).map((name) =>
        join(out(), table, name),
      );
      writeFileSync(first, readFileSync(first).subarray(0, -1));
      appendFileSync(second, '\n');
      const kinds = (await run({ inputs: [a, b], resume: true })).map(({ kind }) => kind);
      // A survey without faults has empty parts of them, which cannot be cut.
      expect(kinds).toEqual([table === 'faults' ? 'passed-over' : 'done', 'done']);
      expect(parts()).toEqual(whole);
      expect((await run({ inputs: [a, b], resume: true })).map(({ kind }) => kind)).toEqual([
        'passed-over',
        'passed-over',
      ]);
    },
  );

  test('reads a folder again, because it has no version', async () => {
    const sites = join(folder, 'sites');
    mkdirSync(sites);
    writeFileSync(join(sites, 'a.example.txt'), 'User-agent: *\nDisallow: /\n');
    await run({ inputs: [sites] });
    writeFileSync(join(sites, 'b.example.txt'), 'User-agent: *\nDisallow: /\n');
    expect(await run({ inputs: [sites], resume: true })).toMatchObject([
      { kind: 'done', result: { captures: 2 } },
    ]);
  });

  test('ignores a line of the ledger that was being written', async () => {
    const [a = '', b = ''] = inputs();
    await run({ inputs: [a] });
    appendFileSync(join(out(), 'ledger.ndjson'), '{"input": "b');
    expect((await run({ inputs: [a, b], resume: true })).map(({ kind }) => kind)).toEqual([
      'passed-over',
      'done',
    ]);
    expect(
      ledger()
        .trim()
        .split('\n')
        .filter((line) => line.endsWith('}'))
        .map((line) => JSON.parse(line).input),
    ).toEqual([a, b]);
  });

  test('reads an input again whose line in the ledger is damaged', async () => {
    const [a = '', b = ''] = inputs();
    await run({ inputs: [a, b] });
    const [first = '', second = ''] = ledger().trim().split('\n');
    writeFileSync(join(out(), 'ledger.ndjson'), `${first.slice(0, 20)}\n\nnull\n${second}\n`);
    expect((await run({ inputs: [a, b], resume: true })).map(({ kind }) => kind)).toEqual([
      'done',
      'passed-over',
    ]);
  });

  test.each<[string, Partial<SurveyAllOptions>, RegExp]>([
    ['without asking for it', {}, /has the parts of an earlier survey/],
    ['with other options', { resume: true, agents: ['GPTBot'] }, /made with other options/],
    ['in another format', { resume: true, format: 'csv' }, /made with other options/],
  ])('a folder with parts is refused %s', async (_, options, message) => {
    const [a = ''] = inputs();
    await run({ inputs: [a] });
    await expect(run({ inputs: [a], ...options })).rejects.toThrow(message);
  });
});

test('an input that cannot be read is an event, and the others go on', async () => {
  const inputs = [join(folder, 'none.warc'), archive('a.warc.gz', ['a.example'])];
  const events = await run({ inputs });
  expect(events).toMatchObject([
    { kind: 'failed', input: inputs[0], error: { code: 'ENOENT' } },
    { kind: 'done' },
  ]);
  expect(ledger().trim().split('\n')).toHaveLength(1);
});

describe('what a survey resolves to', () => {
  test('counts inputs, captures and rows, those of skipped inputs included', async () => {
    const a = archive('a.warc.gz', ['a.example', 'b.example']);
    await run({ inputs: [a] });
    const inputs = [a, join(folder, 'none.warc'), archive('b.warc.gz', ['c.example'])];
    expect(await surveyAll({ inputs, folder: out(), format: 'ndjson', resume: true })).toEqual({
      done: 1,
      passedOver: 1,
      failed: 1,
      captures: 3,
      rows: { verdicts: 3, faults: 0 },
    });
    expect(await surveyAll({ inputs: [], folder: join(folder, 'empty') })).toMatchObject({
      done: 0,
      failed: 0,
    });
  });

  test.each([
    [['none.warc'], /^The only input cannot be read: none\.warc: ENOENT/],
    [['none.warc', 'nor.warc'], /^None of the 2 inputs can be read; the first: none\.warc: ENOENT/],
  ])('nothing if none of %j can be read: it rejects', async (inputs, message) => {
    const survey = surveyAll({ inputs, folder: out() });
    await expect(survey).rejects.toThrow(message);
    await expect(survey).rejects.toMatchObject({ code: 'survey-failed', cause: { code: 'ENOENT' } });
  });
});

test('an input that is named twice is read once', async () => {
  const name = archive('a.warc.gz', ['a.example']);
  expect(await run({ inputs: [name, name] })).toMatchObject([{ kind: 'done', inputs: 1 }]);
});

test('a folder that cannot be written ends the survey, and no other input is read', async () => {
  const inputs = [archive('a.warc.gz', ['a.example']), archive('b.warc.gz', ['b.example'])];
  mkdirSync(out());
  writeFileSync(join(out(), 'verdicts'), 'a file where a folder should be');
  const events: RunEvent[] = [];
  const survey = surveyAll({ inputs, folder: out(), onEvent: (event) => events.push(event) });
  await expect(survey).rejects.toBeInstanceOf(FolderError);
  await expect(survey).rejects.toMatchObject({ cause: { code: 'EEXIST' } });
  expect(events).toEqual([]);
  expect(Object.keys(parts())).toEqual(['verdicts']);
});

test.each(['/dev/full', '/dev/zero'])('a ledger that is %s is refused', async (device) => {
  mkdirSync(out());
  symlinkSync(device, join(out(), 'ledger.ndjson'));
  const survey = run({ inputs: [archive('a.warc.gz', ['a.example'])] });
  await expect(survey).rejects.toBeInstanceOf(FolderError);
  await expect(survey).rejects.toThrow('ledger.ndjson is not a regular file; choose another folder');
});

test('a signal ends a survey: there are no unfinished files, and it can be resumed', async () => {
  const inputs = [archive('a.warc.gz', ['a.example']), archive('b.warc.gz', ['b.example'])];
  const controller = new AbortController();
  const survey = surveyAll({
    inputs,
    folder: out(),
    format: 'ndjson',
    signal: controller.signal,
    onEvent: ({ kind }) => {
      if (kind === 'done') controller.abort(new Error('stopped'));
    },
  });
  await expect(survey).rejects.toThrow('stopped');
  expect(Object.keys(parts()).filter((path) => path.startsWith('.unfinished'))).toEqual([]);
  expect((await run({ inputs, resume: true })).map(({ kind }) => kind)).toEqual(['passed-over', 'done']);
});

test.each(['progress', 'done', 'failed'] as const)(
  'what onEvent throws about %s ends a survey, and it can be resumed',
  async (kind) => {
    const last = archive('b.warc.gz', ['b.example']);
    const inputs = [archive('a.warc.gz', ['a.example']), join(folder, 'none.warc'), last];
    const seen: RunEvent[] = [];
    const survey = surveyAll({
      inputs,
      folder: out(),
      format: 'ndjson',
      onEvent: (event) => {
        seen.push(event);
        if (event.kind === kind) throw new Error('mine');
      },
    });
    await expect(survey).rejects.toThrow('mine');
    expect(seen.filter((event) => event.kind === kind)).toHaveLength(1);
    expect(Object.keys(parts()).filter((path) => path.startsWith('.unfinished'))).toEqual([]);
    const resumed = await run({ inputs, resume: true });
    expect(resumed.at(-1)).toMatchObject({ kind: 'done', input: { name: last } });
  },
);
