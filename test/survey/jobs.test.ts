/** Surveys into a folder: parts, the ledger, and going on after an end at any moment. */
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  collectParts,
  FolderError,
  type RunEvent,
  type SurveyAllOptions,
  surveyAll,
  surveyReport,
} from '../../src/survey/index.js';
import { program } from '../support/program.js';
import { capture, members } from './support/warc-writer.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-survey-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes an archive of some captures, and returns its name. */
function archive(name: string, hosts: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, members(hosts.map((host) => capture(host, `User-agent: *\nDisallow: /${host}\n`))));
  return path;
}

const out = () => join(folder, 'tables');

async function run(
  options: Partial<SurveyAllOptions> & Pick<SurveyAllOptions, 'inputs'>,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  await surveyAll({ folder: out(), format: 'ndjson', ...options, onEvent: (event) => events.push(event) });
  return events.filter(({ kind }) => kind !== 'progress');
}

/** Every file of a survey but the ledger, with its octets. */
function parts(from = out()): Record<string, string> {
  const paths = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('ledger'),
  );
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(from, path)).isFile())
      .map((path) => [path, readFileSync(join(from, path), 'latin1')]),
  );
}

const ledger = () => readFileSync(join(out(), 'ledger.ndjson'), 'utf8');

test('a program that bundles the package surveys, and its ledger has the version of the package', async () => {
  const bundled = await program(new URL('../../src/survey/index.ts', import.meta.url));
  try {
    const library = (await import(/* @vite-ignore */ bundled.file)) as { surveyAll: typeof surveyAll };
    await library.surveyAll({ inputs: [archive('a.warc.gz', ['a.example'])], folder: out() });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(JSON.parse(ledger())).toMatchObject({ captures: 1, robotstream: version });
  } finally {
    bundled.remove();
  }
});

test('each input has a part for each table, and a line in the ledger', async () => {
  const inputs = [archive('a.warc.gz', ['a.example', 'b.example']), archive('b.warc.gz', ['c.example'])];
  const events = await run({ inputs, tables: ['captures', 'verdicts'] });
  expect(events.map((event) => event.kind === 'done' && event.result)).toEqual([
    { captures: 2, rows: { captures: 2, verdicts: 2, faults: 0 } },
    { captures: 1, rows: { captures: 1, verdicts: 1, faults: 0 } },
  ]);
  expect(
    Object.keys(parts())
      .sort()
      .map((path) => path.replace(/-[0-9a-f]{12}/, '')),
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
        .map((line) => JSON.parse(line).input),
    ).toEqual([a, b]);
  });

  test('removes the unfinished files of a process that was killed, and of no other', async () => {
    const [a = ''] = inputs();
    const unfinished = join(out(), '.unfinished');
    mkdirSync(unfinished, { recursive: true });
    const host = hostname().replace(/[^A-Za-z0-9._-]+/g, '_');
    // No system has processes with such a number.
    const killed = 2 ** 30;
    const kept = [`a@${host}@${process.pid}@1`, `b@${host}x@${killed}@2`, 'another-file'];
    for (const name of [...kept, `c@${host}@${killed}@3`]) writeFileSync(join(unfinished, name), '');
    await run({ inputs: [a] });
    expect(readdirSync(unfinished).sort()).toEqual(kept.sort());
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

test('an input that is named twice is read once', async () => {
  const name = archive('a.warc.gz', ['a.example']);
  expect(await run({ inputs: [name, name] })).toHaveLength(1);
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

test('parts of several folders are moved into one', async () => {
  await run({ inputs: [archive('a.warc.gz', ['a.example'])], folder: join(folder, 'one') });
  await run({ inputs: [archive('b.warc.gz', ['b.example'])], folder: join(folder, 'two') });
  await run({ inputs: [archive('a.warc.gz', ['a.example'])], folder: join(folder, 'three') });
  const names = ['one', 'two', 'three'].map((name) => join(folder, name));
  expect(await collectParts(names, out())).toBe(6);
  expect(Object.keys(parts())).toHaveLength(4);
});

describe('a part that is a symbolic link', () => {
  /** A folder of parts whose only part is a link to `target`. */
  function linkedParts(target: string): string {
    const parts = join(folder, 'linked');
    mkdirSync(join(parts, 'captures'), { recursive: true });
    symlinkSync(target, join(parts, 'captures', 'a.ndjson'));
    return parts;
  }

  test.each(['relative', 'absolute'])('%s: the target gets the file, not the link', async (kind) => {
    const file = join(folder, 'kept.ndjson');
    writeFileSync(file, 'rows');
    const linked = linkedParts(kind === 'relative' ? join('..', '..', 'kept.ndjson') : file);
    expect(await collectParts([linked], out())).toBe(1);
    const collected = join(out(), 'captures', 'a.ndjson');
    expect(lstatSync(collected).isFile()).toBe(true);
    expect([collected, file].map((path) => readFileSync(path, 'utf8'))).toEqual(['rows', 'rows']);
    expect(readdirSync(join(linked, 'captures'))).toEqual([]);
    expect(readdirSync(join(out(), '.unfinished'))).toEqual([]);
  });

  test('to the part that it replaces', async () => {
    mkdirSync(join(out(), 'captures'), { recursive: true });
    writeFileSync(join(out(), 'captures', 'a.ndjson'), 'rows');
    await collectParts([linkedParts(join(out(), 'captures', 'a.ndjson'))], out());
    expect(parts()).toEqual({ [join('captures', 'a.ndjson')]: 'rows' });
  });

  test('in the folder that the parts are moved to becomes a file', async () => {
    writeFileSync(join(folder, 'kept.ndjson'), 'rows');
    const linked = linkedParts(join('..', '..', 'kept.ndjson'));
    await collectParts([linked], linked);
    expect(lstatSync(join(linked, 'captures', 'a.ndjson')).isFile()).toBe(true);
    expect(parts(linked)).toEqual({ [join('captures', 'a.ndjson')]: 'rows' });
  });

  test('that leads nowhere stays where it is', async () => {
    const linked = linkedParts('nowhere');
    await expect(collectParts([linked], out())).rejects.toMatchObject({
      code: 'ENOENT',
      path: join(linked, 'captures', 'a.ndjson'),
    });
    expect(readdirSync(join(linked, 'captures'))).toEqual(['a.ndjson']);
    expect(parts()).toEqual({});
  });
});

describe('the report', () => {
  test.each(['parquet', 'ndjson', 'csv'] as const)(
    'has the shares of each crawler, from %s',
    async (format) => {
      const inputs = [archive('a.warc.gz', ['a.example', 'b.example', 'c.example'])];
      await run({ inputs, format, agents: ['GPTBot'], tables: ['captures', 'verdicts'] });
      const page = await surveyReport(out());
      expect(page).toContain('3 captures of 3 sites from 1 input');
      expect(page).toContain('aria-label="everything 0.0 %, something 100.0 %, nothing 0.0 %"');
      expect(page).not.toContain('<script');
    },
  );

  test.each([
    ['a.parquet', '', /verdicts\/a\.parquet cannot be read/],
    ['a.parquet', 'not Parquet, but long enough', /verdicts\/a\.parquet cannot be read/],
    ['a.ndjson', '{"url"', /verdicts\/a\.ndjson cannot be read/],
    ['a.ndjson', '\n{"url": "u"}\n', /verdicts\/a\.ndjson is not part of a survey: row 1 has no agent/],
    ['a.ndjson', 'null\n', /verdicts\/a\.ndjson is not part of a survey: row 1 has no url/],
    [
      'a.ndjson',
      '{"url": "u", "agent": "a", "path": "/", "fetchedAt": 5}\n',
      /verdicts\/a\.ndjson is not part of a survey: row 1 has a wrong fetchedAt/,
    ],
    [
      'a.ndjson',
      '{"url": "u", "agent": "a", "path": "/", "usage": [1]}\n',
      /verdicts\/a\.ndjson is not part of a survey: row 1 has a wrong usage/,
    ],
    ['a.csv', 'a,b\r\n1,2\r\n', /verdicts\/a\.csv is not part of a survey: row 1 has no url/],
    [
      'a.csv',
      'url,agent,path\r\nu,a\r\n',
      /verdicts\/a\.csv cannot be read: a row has 2 fields; 3 are expected/,
    ],
    ['a.csv', 'url,agent\r\n"u', /verdicts\/a\.csv cannot be read: a quoted field does not end/],
    ['a.csv', 'url,agent\r\n"u"x,y\r\n', /verdicts\/a\.csv cannot be read: text follows a quoted field/],
  ])('names the part %s that is damaged or of something else: %j', async (name, text, message) => {
    mkdirSync(join(out(), 'verdicts'), { recursive: true });
    writeFileSync(join(out(), 'verdicts', name), text);
    await expect(surveyReport(out())).rejects.toThrow(message);
  });

  test.each([
    ['a.ndjson', '{"url": "https://a.example/", "agent": "Bot", "path": "/"}\n'],
    ['a.csv', 'path,agent,url,fetchedAt,more\r\n/,Bot,https://a.example/,,x\r\n'],
    ['a.csv', 'url,agent,path\n"https://a.example/","Bot",/\n'],
  ])('reads a part %s that has other columns: %j', async (name, text) => {
    mkdirSync(join(out(), 'verdicts'), { recursive: true });
    writeFileSync(join(out(), 'verdicts', name), text);
    expect(await surveyReport(out())).toMatch(/1 capture of 1 site from .*<th scope="row">Bot<\/th>/s);
  });

  test('reads CSV with a long field in quotes', async () => {
    const input = join(folder, 'long.ndjson');
    const url = `https://a.example/robots.txt?,"${'x'.repeat(9_000_000)}`;
    writeFileSync(input, JSON.stringify({ url, body: 'Disallow: /' }));
    await run({ inputs: [input], format: 'csv' });
    expect(await surveyReport(out())).toContain('1 capture of 1 site from 1 input');
  });

  test('shows texts of the tables as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const row = {
      source: hostile,
      url: hostile,
      fetchedAt: hostile,
      agent: hostile,
      path: '/',
      restriction: 'all',
    };
    mkdirSync(join(out(), 'verdicts'), { recursive: true });
    writeFileSync(join(out(), 'verdicts', 'a.ndjson'), `${JSON.stringify(row)}\n`);
    const page = await surveyReport(out());
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).not.toMatch(/<img|<script/);
  });

  test('counts each usage preference once a capture, however many crawlers have it', async () => {
    const name = join(folder, 'a.ndjson');
    const line = (body: string) => JSON.stringify({ url: 'https://a.example/robots.txt', body });
    const signal = 'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n';
    writeFileSync(name, [line(signal), line(signal), line('User-agent: *\nDisallow:\n')].join('\n'));
    await run({ inputs: [name], agents: ['GPTBot', 'ClaudeBot'] });
    expect(await surveyReport(out())).toMatch(
      /Usage preferences.*content-signal:ai-train=disallowed<.*<td class="share">2<\/td><td class="share">66\.7 %/s,
    );
  });

  test('shows how a site changes between captures', async () => {
    const name = join(folder, 'a.ndjson');
    const at = (fetchedAt: string, rule: string) =>
      JSON.stringify({
        url: 'https://a.example/robots.txt',
        body: `User-agent: *\nDisallow: ${rule}\n`,
        fetchedAt,
      });
    writeFileSync(name, [at('2026-01-01', ''), at('2026-02-01', '/')].join('\n'));
    await run({ inputs: [name] });
    expect(await surveyReport(out())).toContain(
      '2026-01: 0.0 %, 2026-02: 100.0 %. 1 site more closed, 0 sites more open.',
    );
  });
});
