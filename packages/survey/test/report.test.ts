/** The report of a survey: a page, made of the tables in any format. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { surveyReport, surveySites } from '../src/index.js';
import { withEngine } from '../src/report/engine.js';
import { archive, folder, out, run, useFolder } from './support/survey-folder.js';

useFolder();

describe('the report', () => {
  test.each(['parquet', 'ndjson', 'csv'] as const)(
    'has the shares of each crawler, from %s',
    async (format) => {
      const inputs = [archive('a.warc.gz', ['a.example', 'b.example', 'c.example'])];
      await run({ inputs, format, agents: ['GPTBot'], tables: ['captures', 'verdicts'] });
      const page = await surveyReport(out());
      expect(page).toContain('3 captures of 3 sites from 1 input');
      expect(page).toMatch(
        /<th scope="row">GPTBot<\/th><td>3<\/td>(?:<td>0\.0 % \(0\.0–56\.1\)<\/td>){4}<td>100\.0 % \(43\.9–100\.0\)<\/td>/,
      );
      expect(page).not.toContain('<script');
    },
  );

  test.each([
    ['a.parquet', '', /verdicts\/a\.parquet cannot be read/],
    ['a.parquet', 'not Parquet, but long enough', /verdicts\/a\.parquet cannot be read/],
    ['a.ndjson', '{"url"', /verdicts\/a\.ndjson cannot be read/],
    ['a.ndjson', '\n{"url": "u"}\n', /verdicts\/a\.ndjson is not part of a survey: a row has no agent/],
    ['a.ndjson', 'null\n', /verdicts\/a\.ndjson is not part of a survey: a row has no url/],
    [
      'a.ndjson',
      '{"url": "u", "agent": "a", "path": "/", "fetchedAt": 5}\n',
      /verdicts\/a\.ndjson cannot be read: .*line 1: Unable to cast '5' to TIMESTAMP/,
    ],
    ['a.csv', 'a,b\r\n1,2\r\n', /verdicts\/a\.csv is not part of a survey: it has no column url/],
    ['a.csv', 'url,agent,path\r\nu,a\r\n', /verdicts\/a\.csv cannot be read: /],
    ['a.csv', 'url,agent\r\n"u', /verdicts\/a\.csv cannot be read: /],
    ['a.csv', 'url,agent\r\n"u"x,y\r\n', /verdicts\/a\.csv cannot be read: /],
  ])('names the part %s that is damaged or of something else: %j', async (name, text, message) => {
    mkdirSync(join(out(), 'verdicts'), { recursive: true });
    writeFileSync(join(out(), 'verdicts', name), text);
    await expect(surveyReport(out())).rejects.toThrow(message);
  });

  test.each([
    ['a.ndjson', '{"url": "https://a.example/robots.txt", "agent": "Bot", "path": "/"}\n'],
    ['a.csv', 'path,agent,url,fetchedAt,more\r\n/,Bot,https://a.example/robots.txt,,x\r\n'],
    ['a.csv', 'url,agent,path\n"https://a.example/robots.txt","Bot",/\n'],
  ])('reads a part %s that has other columns: %j', async (name, text) => {
    mkdirSync(join(out(), 'verdicts'), { recursive: true });
    writeFileSync(join(out(), 'verdicts', name), text);
    expect(await surveyReport(out())).toMatch(/1 capture of 1 site from .*<th scope="row">Bot<\/th>/s);
  });

  test.each(['parquet', 'ndjson', 'csv'] as const)(
    'reads a URL with half of a surrogate pair, from %s',
    async (format) => {
      const name = join(folder, 'a.ndjson');
      const headers = { location: '/\ud800', 'content-type': '\udfff' };
      const line = {
        id: '\ud800',
        url: 'https://a.example/robots.txt#\ud800',
        status: 301,
        headers,
        body: '',
      };
      writeFileSync(name, JSON.stringify(line));
      await run({ inputs: [name], format, tables: ['captures', 'verdicts'] });
      expect(await surveyReport(out())).toContain('1 capture of 1 site from 1 input');
    },
  );

  test('is refused for a folder that has no tables of a survey', async () => {
    await expect(surveyReport(folder)).rejects.toThrow(/has neither captures nor verdicts of a survey/);
  });

  test('a table of sites is complete or as it was', async () => {
    mkdirSync(join(out(), 'verdicts'), { recursive: true });
    const row = { agent: 'Bot', path: '/', source: 'a', inputOffset: 0, offsetInMember: 0 };
    const rows = ['a', 'b'].map((host) =>
      JSON.stringify({ ...row, url: `https://${host}.example/robots.txt` }),
    );
    writeFileSync(join(out(), 'verdicts', 'a.ndjson'), rows.join('\n'));
    const taken = join(folder, 'taken.csv');
    mkdirSync(taken);
    await expect(surveySites(out(), taken)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(surveySites(out(), join(folder, 'none', 'a.csv'))).rejects.toThrow(/none\/a\.csv": No such/);
    expect(readdirSync(folder).sort()).toEqual(['tables', 'taken.csv']);
  });

  test('reads CSV with a long field in quotes', async () => {
    const input = join(folder, 'long.ndjson');
    const url = `https://a.example/robots.txt#,"${'x'.repeat(9_000_000)}`;
    writeFileSync(input, JSON.stringify({ url, body: 'Disallow: /' }));
    await run({ inputs: [input], format: 'csv' });
    expect(await surveyReport(out())).toContain('1 capture of 1 site from 1 input');
  });

  test('shows texts of the tables as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const row = {
      source: hostile,
      url: hostile,
      reason: hostile,
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

  test('counts each usage preference once a site, however many crawlers have it, and where they may fetch nothing', async () => {
    const name = join(folder, 'a.ndjson');
    const line = (body: string, i: number) =>
      JSON.stringify({ url: `https://${i}.example/robots.txt`, body });
    const signal = (rule: string) => `User-agent: *\nContent-Signal: ai-train=no\n${rule}: /\n`;
    const files = [signal('Allow'), signal('Disallow'), 'User-agent: *\nDisallow:\n'];
    writeFileSync(name, files.map(line).join('\n'));
    await run({ inputs: [name], agents: ['GPTBot', 'ClaudeBot'] });
    expect(await surveyReport(out())).toMatch(
      /Usage preferences.*content-signal:ai-train=disallowed<\/th><td>2<\/td><td>66\.7 %/s,
    );
  });

  test('gives a month its place in time, also after a gap, and leaves out months that do not tell', async () => {
    const name = join(folder, 'a.ndjson');
    const at = (fetchedAt: string, more: object) =>
      JSON.stringify({ url: 'https://a.example/robots.txt', fetchedAt, ...more });
    const closed = { body: 'User-agent: *\nDisallow: /\n' };
    const lines = [
      at('2025-11-30T23:30:00-02:00', { body: '' }),
      at('2026-01-01', closed),
      at('2026-02-01', { status: 301, headers: { location: '/x' } }),
      at('2026-03-01', closed),
      at('2026', closed),
    ];
    writeFileSync(name, lines.join('\n'));
    await run({ inputs: [name] });
    const page = await surveyReport(out());
    expect(page).toMatch(
      /<th scope="row">2025-12<\/th><td>1<\/td><td>0\.0 %.*<th scope="row">2026-01<\/th><td>1<\/td><td>100\.0 %.*<th scope="row">2026-03</s,
    );
    expect(page).not.toContain('<th scope="row">2026-02<');
    // From December to January, with January at a third of the axis, and March by itself at its end.
    expect(page).toContain('<path class="line-all" d="M44 147L138.67 37"/>');
    expect(page).toContain('<path class="range-all" d="M328 124.28V37"/>');
  });

  test.each([
    ['last', '0.0 %'],
    ['majority', '50.0 %'],
  ] as const)('counts a site that was captured 100 times as one: %s', async (pick, everything) => {
    const name = join(folder, 'a.ndjson');
    const at = (url: string, day: number, rule: string) =>
      JSON.stringify({
        url,
        body: `User-agent: *\nDisallow: ${rule}\n`,
        fetchedAt: new Date(Date.UTC(2026, 0, 1, day)).toISOString(),
      });
    const often = Array.from({ length: 100 }, (_, nth) =>
      at(
        `${nth % 2 ? 'http' : 'https'}://${nth % 3 ? '' : 'www.'}often.example/robots.txt`,
        nth,
        nth < 99 ? '/' : '',
      ),
    );
    writeFileSync(name, [...often, at('https://once.example:8443/robots.txt', 0, '')].join('\n'));
    await run({ inputs: [name], tables: ['captures', 'verdicts'] });
    const page = await surveyReport(out(), { pick });
    expect(page).toContain('101 captures of 2 sites');
    expect(page).toContain(`<th scope="row">*</th><td>2</td><td>${everything} (`);
    expect(page).toMatch(/success<\/th><td>2<\/td><td>100\.0 %/);
  });

  test('counts registrable domains, and writes the table of sites', async () => {
    const name = join(folder, 'a.ndjson');
    const hosts = ['a.example.co.uk', 'b.example.co.uk', 'a.github.io', 'localhost', '[::1]:80', '192.0.2.1'];
    const line = (host: string, nth: number) =>
      JSON.stringify({ url: `https://${host}/robots.txt`, body: '', fetchedAt: `2026-0${1 + nth}-01` });
    writeFileSync(name, hosts.map(line).join('\n'));
    await run({ inputs: [name] });
    expect(await surveyReport(out(), { by: 'domain' })).toContain('6 captures of 5 sites');
    const file = join(folder, "it's.csv");
    await surveySites(out(), file, { by: 'domain' });
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      'site,month,agent,restriction,refusedShare,selectedBy,captures',
      '192.0.2.1,2026-06,*,none,,none,1',
      '[::1],2026-05,*,none,,none,1',
      'a.github.io,2026-03,*,none,,none,1',
      'example.co.uk,2026-01,*,none,,none,1',
      'example.co.uk,2026-02,*,none,,none,1',
      'localhost,2026-04,*,none,,none,1',
      '',
    ]);
  });

  test('docs/survey-report.sql gives the rows of the table of sites', async () => {
    await run({
      inputs: [archive('a.warc.gz', ['a.example', 'www.a.example', 'b.example'])],
      format: 'parquet',
      agents: ['GPTBot', 'ClaudeBot'],
      tables: ['captures', 'verdicts'],
    });
    const [whole = ''] = readFileSync('docs/survey-report.sql', 'utf8').split('\n-- With --join');
    const script = whole.replaceAll("'tables/", `'${out()}/`);
    const rows = await withEngine(async (engine) => {
      let last: readonly unknown[] = [];
      for (const statement of script.split(';\n').slice(0, -1)) last = await engine.rows(statement);
      return last;
    });
    const file = join(folder, 'sites.ndjson');
    await surveySites(out(), file);
    const written = readFileSync(file, 'utf8').trim().split('\n');
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(written.map((line) => JSON.parse(line)));
  });

  test.each(['parquet', 'ndjson', 'csv'] as const)(
    'reads the first and the last date that a capture can have, from %s',
    async (format) => {
      const name = join(folder, 'a.ndjson');
      const dates = ['0000-01-01T00:00:00Z', '2026-05-01', '9999-12-31T23:59:60Z'];
      const line = (fetchedAt: string) =>
        JSON.stringify({ url: 'https://a.example/robots.txt', fetchedAt, status: 404 });
      writeFileSync(name, dates.map(line).join('\n'));
      await run({ inputs: [name], format, tables: ['captures', 'verdicts'] });
      expect(await surveyReport(out())).toContain('from 1 input, 0000-01-01 to 9999-12-31.');
      const file = join(folder, 'sites.csv');
      await surveySites(out(), file);
      expect(readFileSync(file, 'utf8').match(/,\d+-\d\d,/g)).toEqual([
        ',0000-01,',
        ',2026-05,',
        ',9999-12,',
      ]);
    },
  );

  test('counts each file of a folder once', async () => {
    const input = join(folder, 'captures');
    mkdirSync(input);
    for (const host of ['a.example', 'b.example', 'c.example'])
      writeFileSync(join(input, host), 'User-agent: *\nDisallow: /\n');
    await run({ inputs: [input] });
    const page = await surveyReport(out());
    expect(page).toContain('3 captures of 3 sites from 1 input');
    expect(page).toContain('<th scope="row">*</th><td>3</td>');
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
      'Sites with several months that refuse more in the last than in the first, and less: * 1 and 0.',
    );
  });
});

test('the page begins with the answer: who is refused most, now and a year ago, and says how often each fault occurs', async () => {
  const lines = ['2025-05', '2026-05'].flatMap((fetchedAt, year) =>
    Array.from({ length: 4 }, (_, site) =>
      JSON.stringify({
        url: `https://${site}.example/robots.txt`,
        fetchedAt,
        body: `User-agent: GPTBot\nDisallow: ${site < 1 + 2 * year ? '/' : ''}\n`,
      }),
    ),
  );
  const input = join(folder, 'years.ndjson');
  writeFileSync(input, [...lines, 'damaged', '{}', 'damaged'].join('\n'));
  await run({ inputs: [input], agents: ['ExampleBot', 'GPTBot'] });
  const page = await surveyReport(out());
  expect(page).toContain(
    '<p class="lead">Of 4 sites, 75.0 % refuse GPTBot everything; a year ago 25.0 %.</p>',
  );
  expect(page).toContain('3 faults where an input could not be read: not-a-capture 3.');
});
