/** `robotstream survey`: what it prints, where it writes, and what it refuses. */

import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable, type WritableOptions } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { serve } from '../../survey/test/support/serve.js';
import { capture, members } from '../../survey/test/support/warc-writer.js';
import { runCommand } from '../src/run-command.js';
import { useCommand } from './support/command.js';

const command = useCommand();

beforeAll(() => {
  const closed = 'User-agent: *\nDisallow: /\n';
  const googleAlone = 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /\n';
  writeFileSync(
    join(command.folder, 'a.warc.gz'),
    members([capture('a.example', closed), capture('b.example', googleAlone)]),
  );
  writeFileSync(join(command.folder, 'b.warc.gz'), members([capture('c.example', '')]));
  const damaged = Buffer.from(members([capture('a.example', closed), capture('b.example', closed)]));
  damaged[60] = (damaged[60] as number) ^ 0xff;
  writeFileSync(join(command.folder, 'damaged.warc.gz'), damaged);
  writeFileSync(join(command.folder, 'cut.gz'), gzipSync('a.warc.gz\n').subarray(0, 20));
});

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('rows on standard output', () => {
  test('are judged as a reader reads files, if its name is that of the profile', async () => {
    const capture = { url: 'https://a.example/robots.txt', body: 'User-agent: *\nDisallow: /*.pdf$\n' };
    const verdicts = async (...options: string[]) => {
      const read = ['survey', '-', '--path', '/a.pdf', ...options];
      const { code, stdout, stderr } = await command.run(read, { input: `${JSON.stringify(capture)}\n` });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      return linesOf(stdout);
    };
    expect(await verdicts()).toMatchObject([{ profile: 'rfc9309', allowed: false, line: 2 }]);
    expect(await verdicts('--profile', 'python-3.11')).toMatchObject([
      { profile: 'python-3.11', allowed: true, line: 0, reason: 'no-matching-rule' },
    ]);
  });

  test('are one for each capture, crawler and path', async () => {
    const { code, stdout, stderr } = await command.run([
      'survey',
      'a.warc.gz',
      '--agent',
      'Googlebot-News',
      '--agent',
      'FooBot',
      '--path',
      '/',
      '--path',
      '/x',
    ]);
    expect(linesOf(stdout).map(({ url, agent, path, allowed }) => [url, agent, path, allowed])).toEqual(
      ['a', 'b'].flatMap((site) =>
        ['Googlebot-News', 'FooBot'].flatMap((agent) =>
          ['/', '/x'].map((path) => [
            `https://${site}.example/robots.txt`,
            agent,
            path,
            site === 'b' && agent !== 'FooBot',
          ]),
        ),
      ),
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  test.each<[string, WritableOptions['write']]>([
    ['fails', (_chunk, _encoding, done) => done(new Error('the output is gone'))],
    [
      'is a full disk',
      () => {
        throw new Error('the output is gone');
      },
    ],
  ])('end when the output %s, and no input is reported as faulty', async (_, write) => {
    const stdout = new Writable({ write });
    stdout.on('error', () => {});
    let messages = '';
    const stderr = new Writable({
      write: (chunk, _encoding, done) => {
        messages += chunk;
        done();
      },
    });
    const inputs = ['a.warc.gz', 'b.warc.gz', 'none.warc.gz'].map((name) => join(command.folder, name));
    const survey = runCommand(['survey', ...inputs], { stdin: Readable.from([]), stdout, stderr, env: {} });
    await expect(survey).rejects.toThrow('the output is gone');
    expect(messages).toBe('');
  });

  test('have the id of their line, whatever it is; a line that cannot be read is a row of the table faults', async () => {
    const lines = [
      '{"id":{"partition":7},"url":"https://a.example/robots.txt","status":404}',
      '',
      '{"id":[8],"url":"https://b.example/robots.txt","status":1}',
      'damaged',
    ];
    for (const [options, code] of [
      [[], 0],
      [['--strict'], 1],
    ] as const) {
      const end = await command.run(['survey', '-', '--rows', 'both', ...options], {
        input: lines.join('\n'),
      });
      expect(linesOf(end.stdout)).toMatchObject([
        { table: 'captures', id: { partition: 7 }, outcome: 'unavailable' },
        { table: 'verdicts', id: { partition: 7 }, allowed: true, reason: 'status-allows-all' },
        { table: 'faults', id: [8], code: 'not-a-capture', message: expect.stringContaining('"status"') },
        { table: 'faults', id: null, message: expect.stringContaining('not JSON') },
      ]);
      expect([end.code, end.stderr]).toEqual([code, '']);
    }
  });

  test('of a WARC file on standard input have the ids of its records', async () => {
    const input = members([capture('a.example', 'User-agent: *\nDisallow: /\n')]);
    const { stdout } = await command.run(['survey', '-', '--rows', 'captures'], { input });
    expect(linesOf(stdout)).toMatchObject([
      { table: 'captures', id: '<urn:uuid:a.example>', recordId: '<urn:uuid:a.example>' },
    ]);
  });

  test('of a line are written before the next line comes', async () => {
    const stdin = new PassThrough();
    const stdout = new PassThrough({ encoding: 'utf8' });
    const context = { stdin, stdout, stderr: new PassThrough(), env: {} };
    const end = runCommand(['survey', '-'], context);
    for (const host of ['a', 'b', 'c']) {
      stdin.write(`{"url":"https://${host}.example/robots.txt"}\n`);
      const [text] = (await once(stdout, 'data')) as [string];
      expect(linesOf(text)).toMatchObject([{ table: 'verdicts', url: `https://${host}.example/robots.txt` }]);
      // Or a long input has a warning of Node's on standard error.
      expect(stdout.listenerCount('error')).toBe(0);
    }
    stdin.end();
    expect(await end).toBe(0);
  });

  test('of the crawlers of a set', async () => {
    const { stdout } = await command.run(['survey', 'b.warc.gz', '--set', 'ai']);
    expect(linesOf(stdout).map(({ agent }) => agent)).toEqual(
      expect.arrayContaining(['GPTBot', 'ClaudeBot']),
    );
  });

  test('of the inputs of a list, which may be compressed', async () => {
    const members = [gzipSync('a.warc.gz\n'), gzipSync('b.warc.gz\n')];
    writeFileSync(join(command.folder, 'list.gz'), Buffer.concat(members));
    const { stdout } = await command.run(['survey', '--inputs', 'list.gz', '--base', command.folder]);
    expect(linesOf(stdout)).toHaveLength(3);
  });
});

test('damage is reported with its place, and the exit code says so', async () => {
  const { code, stdout, stderr } = await command.run(['survey', 'damaged.warc.gz', '--strict']);
  expect(linesOf(stdout)).toMatchObject([
    { table: 'faults', source: 'damaged.warc.gz', inputOffset: 0, code: 'member-damaged' },
    { table: 'verdicts', url: 'https://b.example/robots.txt' },
  ]);
  expect([code, stderr]).toEqual([1, '']);
});

test('an input that is not there is reported, and the others are read', async () => {
  const { code, stdout, stderr } = await command.run(['survey', 'none.warc.gz', 'b.warc.gz']);
  expect(linesOf(stdout)).toHaveLength(1);
  expect([code, stderr]).toEqual([2, 'robotstream: none.warc.gz: no such file\n']);
});

test.each([
  [
    ['none.warc.gz', 'b.warc.gz'],
    /^robotstream: none\.warc\.gz: no such file\n1 input done, 1 failed, 1 capture, /,
  ],
  [['none.warc.gz'], /^robotstream: none\.warc\.gz: no such file\n0 inputs done, 1 failed, 0 captures, /],
])('into a folder, %j that are not there end with exit code 2', async (inputs, message) => {
  const { code, stderr } = await command.run(['survey', ...inputs, '--out', `not-there-${inputs.length}`]);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test('servers get the headers that are given', async () => {
  const seen: unknown[] = [];
  const url = await serve(({ headers }, reply) => {
    seen.push([headers['x-key'], headers['user-agent']]);
    reply.end('{"url": "https://a.example/robots.txt"}\n');
  });
  const headers = ['--header', 'X-Key: a: b ', '--header', 'User-Agent: Mine/1'];
  const { code } = await command.run(['survey', url, url, '--rate', '1000', ...headers]);
  expect([code, seen]).toEqual([0, [['a: b', 'Mine/1']]]);
});

describe('a folder', () => {
  test('gets a part for each input and table, can be resumed, and has a report', async () => {
    const args = [
      'survey',
      'a.warc.gz',
      'b.warc.gz',
      '--out',
      'tables',
      '--table',
      'captures',
      '--table',
      'verdicts',
    ];
    const first = await command.run(args);
    expect(first.stderr).toMatch(/^2 inputs done, 3 captures, 0 faults in /);
    expect([first.code, first.stdout]).toEqual([0, '']);
    expect(readdirSync(join(command.folder, 'tables')).sort()).toEqual([
      '.unfinished',
      'captures',
      'faults',
      'ledger.ndjson',
      'survey.json',
      'verdicts',
    ]);

    const again = await command.run(args);
    expect([again.code, again.stderr]).toEqual([
      2,
      'robotstream: tables has the parts of an earlier survey; resume it, or choose another folder (--resume, --out)\n',
    ]);
    const resumed = await command.run([...args, '--resume']);
    expect(resumed.stderr).toMatch(/^2 inputs done, 3 captures, 0 faults in /);

    const report = await command.run(['survey', 'report', 'tables', '-o', 'report.html']);
    expect([report.code, report.stdout, report.stderr]).toEqual([0, '', '']);
    expect(readFileSync(join(command.folder, 'report.html'), 'utf8')).toContain(
      '3 captures of 3 sites from 2 inputs',
    );
  });

  test('has a report with the weights of a joined file, and says which are none', async () => {
    const inputs = ['a.warc.gz', 'b.warc.gz'];
    await command.run([
      'survey',
      ...inputs,
      '--out',
      'weighed',
      '--table',
      'captures',
      '--table',
      'verdicts',
    ]);
    const file = join(command.folder, 'pages.csv');
    writeFileSync(
      file,
      '\ufeffname,host,pages\r\n"A, ""the first""",WWW.a.example,30\r\n,b.example,\r\n,c.example,"10"\r\n',
    );
    const weighing = [
      'survey',
      'report',
      'weighed',
      '--join',
      'pages.csv',
      '--on',
      'host',
      '--weight',
      'pages',
    ];
    const page = await command.run(weighing);
    expect([page.code, page.stderr]).toEqual([0, '']);
    expect(page.stdout).toContain('a site counts with its value in the column pages of the joined file');
    expect(page.stdout).toContain('<td>75.0 % (');
    const table = await command.run([...weighing, '--table', 'sites', '-o', 'sites.csv']);
    expect([table.code, table.stderr]).toEqual([
      0,
      '0 of 3 sites without a row, 0 of 3 rows without a site, 1 site left out for want of a weight above 0\n',
    ]);
    const sites = readFileSync(join(command.folder, 'sites.csv'), 'utf8').trim().split('\n');
    expect(sites.map((line) => line.split(',').slice(0, 8).at(-1))).toEqual(['weight', '30.0', '10.0']);
    writeFileSync(file, 'host,pages\na.example,-1\n');
    const refused = await command.run(weighing);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'robotstream: pages.csv has the "pages" "-1" for "a.example"; a weight is 0, or a number from 1e-100 to 1e100\n',
    ]);
    writeFileSync(file, 'host,pages\na.example,1\nhttp://www.A.example/,2\n');
    const twice = await command.run(weighing);
    expect([twice.code, twice.stderr]).toEqual([
      2,
      'robotstream: pages.csv has several rows for 1 host, such as "a.example"; a site takes the columns of one\n',
    ]);
  });

  test('is of the sites of a list, and cannot be resumed with another', async () => {
    const list = join(command.folder, 'sites.txt');
    writeFileSync(list, '\ufeff# of today\r\nhttps://www.B.example/\r\nc.example\r\n');
    const inputs = ['a.warc.gz', 'b.warc.gz'];
    const args = ['survey', ...inputs, '--out', 'sampled', '--table-format', 'csv', '--resume'];
    const first = await command.run([...args, '--sites', 'sites.txt']);
    expect(first.stderr).toMatch(/^2 inputs done, 2 captures, 1 of other sites left out, 0 faults in /);
    const again = await command.run([...args, '--sites', 'sites.txt']);
    expect(again.stderr).toMatch(/^2 inputs done, 2 captures, 1 of other sites left out, 0 faults in /);
    writeFileSync(list, 'c.example\n');
    for (const sites of [['--sites', 'sites.txt'], []]) {
      const refused = await command.run([...args, ...sites]);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        'robotstream: sampled has the parts of a survey made with other options (sites); choose another folder (--resume, --out)\n',
      ]);
    }
    const printed = await command.run(['survey', ...inputs, '--sites', 'sites.txt']);
    expect(linesOf(printed.stdout).map(({ url }) => url)).toEqual(['https://c.example/robots.txt']);
  });

  test.each([
    ['none', '--sites none: no such file'],
    ['.', '--sites .: is a directory; a file is expected'],
    ['table.csv', 'table.csv has a line "rank,host"; a host in each line is expected'],
    ['blank.txt', 'blank.txt has no lines; a host in each line is expected'],
  ])('of a list that cannot be read is not made: %s', async (sites, message) => {
    writeFileSync(join(command.folder, 'table.csv'), 'rank,host\n1,a.example\n');
    writeFileSync(join(command.folder, 'blank.txt'), '\n');
    for (const out of [['--out', 'unmade'], []]) {
      const refused = await command.run(['survey', 'a.warc.gz', 'b.warc.gz', '--sites', sites, ...out]);
      expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', `robotstream: ${message}\n`]);
    }
    expect(existsSync(join(command.folder, 'unmade'))).toBe(false);
  });

  test.each([
    ['nowhere', 'nowhere: no such directory'],
    ['empty', 'empty has neither captures nor verdicts of a survey, so there is nothing to report'],
    ['cut', /^cut: verdicts\/b.*\.parquet cannot be read: [^\n]+$/],
  ])('that a report cannot read is named in the error: %s', async (name, message) => {
    mkdirSync(join(command.folder, 'empty'), { recursive: true });
    if (name === 'cut') {
      await command.run(['survey', 'b.warc.gz', '--out', 'cut']);
      const verdicts = join(command.folder, 'cut', 'verdicts');
      for (const part of readdirSync(verdicts)) truncateSync(join(verdicts, part), 100);
    }
    const { code, stdout, stderr } = await command.run(['survey', 'report', name]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.replace(/^robotstream: (.*)\n$/s, '$1')).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  test.each([
    ['that is a file', 'b.warc.gz', 'b.warc.gz: is not a directory'],
    ['in a file', 'b.warc.gz/tables', 'b.warc.gz: is not a directory'],
    ['that is a symbolic link to nothing', 'dangling', 'dangling: is not a directory'],
    ['that has a file where a table belongs', 'taken', 'taken/verdicts: is not a directory'],
  ])('%s is refused', async (_, out, problem) => {
    symlinkSync('nowhere', join(command.folder, 'dangling'));
    mkdirSync(join(command.folder, 'taken'));
    writeFileSync(join(command.folder, 'taken', 'verdicts'), '');
    onTestFinished(() => {
      for (const name of ['dangling', 'taken']) rmSync(join(command.folder, name), { recursive: true });
    });
    const { code, stderr } = await command.run(['survey', 'b.warc.gz', '--out', out]);
    expect([code, stderr]).toEqual([
      2,
      `robotstream: ${problem}; a directory that can be written is expected (--out)\n`,
    ]);
  });
});

describeWith(
  { isMet: existsSync('/proc/self'), what: 'Linux' },
  'a folder on a device without directories',
  () => {
    test.each([
      ['/proc', '/proc'],
      ['/proc/tables', '/proc/tables'],
      ['/proc/self/fd/tables', '/proc/self/fd/tables'],
    ])('%s ends the survey', async (out, problem) => {
      const { code, stderr } = await command.run(['survey', 'b.warc.gz', '--out', out]);
      expect([code, stderr]).toEqual([
        2,
        `robotstream: ${problem}: no file or directory can be created here; a directory that can be written is expected (--out)\n`,
      ]);
    });
  },
);

test.each<[string[], RegExp]>([
  [[], /no INPUT is given/],
  [['-', '--out', 'x'], /standard input cannot be surveyed with --out/],
  [['a', '--jobs', '2'], /--jobs needs --out/],
  [['a', '--resume'], /--resume needs --out/],
  [['a', '--header', 'secret'], /^robotstream: --header has no name; "NAME: VALUE" is expected/],
  [['a', '--header', 'X-Key: a\u00e9'], /--header X-Key has a value that is empty or not printable ASCII/],
  [['a', '--header', 'range: bytes=0-'], /--header range cannot be given: robotstream sets it/],
  [['a', '--rate', '0'], /--rate is "0"/],
  [['a', '--user-agent', ' '], /--user-agent is " "; printable ASCII without white space around it/],
  [['a', '--table-format', 'csv'], /--table-format needs --out/],
  [
    ['a', '--out', 'x', '--table-format', 'xml'],
    /unknown table-format "xml"; the table-formats are parquet, ndjson, csv/,
  ],
  [['a', '--table', 'captures'], /--table needs --out/],
  [['a', '--rows', 'x'], /unknown rows "x"; .*captures, verdicts, both/],
  [['a', '--rows', 'both', '--out', 'x'], /--out and --rows exclude each other/],
  [['a', '--out', 'x', '--table', 'x'], /unknown table "x"/],
  [['a', '--set', 'x'], /unknown set "x"/],
  [['a', '--path', 'x'], /--path is "x"; a path that begins with a single \/ is expected/],
  [['a', '--path', '//x/y'], /--path is "\/\/x\/y"/],
  [['a', '--by', 'domain'], /--by needs --sites/],
  [['a', '--sites', 'x', '--by', 'url'], /unknown by "url"/],
  [['a', '--sites', ''], /--sites is empty/],
  [['a', '--base', 'x'], /--base needs --inputs/],
  [['a', '--out', 'x', '--jobs', '0'], /--jobs is "0"; a whole number from 1 to 1024 is expected/],
  [['--inputs', 'none'], /^robotstream: none: no such file/],
  [['--inputs', 'cut.gz'], /^robotstream: cut.gz: the gzip is damaged or cut off/],
  [[''], /robotstream: "": no such file/],
  [['report'], /no DIR is given/],
  [['report', '.', '-o', ''], /--output is empty; the path of a file is expected/],
  [
    ['report', '.', '-o', 'nowhere/page.html'],
    /^robotstream: nowhere\/page\.html: the folder of the file does not exist\n$/,
  ],
])('survey %j is refused', async (args, message) => {
  const { code, stdout, stderr } = await command.run(['survey', ...args]);
  expect(stderr).toMatch(message);
  expect([code, stdout]).toEqual([2, '']);
});

test('a list of inputs that is small when compressed, and too large, is refused', async () => {
  const member = gzipSync(Buffer.alloc(1024 * 1024));
  writeFileSync(join(command.folder, 'large.gz'), Buffer.concat(Array(257).fill(member)));
  const { code, stderr } = await command.run(['survey', '--inputs', 'large.gz']);
  expect(stderr).toBe('robotstream: large.gz: the file is too large; at most 268435456 bytes are expected\n');
  expect(code).toBe(2);
});
