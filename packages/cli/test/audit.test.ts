/** `robotstream audit`, as people and programs use it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { BROWSER, combined, GPTBOT } from '../../audit/test/support/log-lines.js';
import { useCommand } from './support/command.js';

const command = useCommand();
const file = (name: string) => join(command.folder, name);

const ROBOTS = 'User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n';
const at = (second: number) => Date.parse('2026-11-24T10:00:00Z') + second * 1000;
const LOG = [
  combined({ time: at(0), path: '/robots.txt' }),
  combined({ time: at(1), path: '/blog/' }),
  combined({ time: at(2), path: '/private/report' }),
  combined({ time: at(3), path: '/', userAgent: BROWSER }),
  combined({ time: at(4), path: '/robots.txt', userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)' }),
  combined({ time: at(5), path: '/', userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)' }),
  'garbage',
].join('\n');

beforeAll(() => {
  writeFileSync(file('robots.txt'), ROBOTS);
  writeFileSync(file('access.log'), LOG);
  writeFileSync(file('access.log.1.gz'), gzipSync(`${combined({ time: at(-3600), path: '/old' })}\n`));
  mkdirSync(file('history'));
  writeFileSync(join(file('history'), '2026-11-01.txt'), '');
  writeFileSync(join(file('history'), '2026-11-24T10-00-01Z.txt'), ROBOTS);
});

const audit = (...args: string[]) => command.run(['audit', ...args]);
const reportOf = async (...args: string[]) => JSON.parse((await audit(...args, '--json')).stdout);

test('prints one object as JSON', async () => {
  const { stdout, code } = await audit('access.log', '--robots', 'robots.txt', '--json');
  expect(code).toBe(0);
  expect(stdout.split('\n')).toHaveLength(2);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({
    lines: 7,
    unread: 1,
    from: '2026-11-24T10:00:00.000Z',
    to: '2026-11-24T10:00:05.000Z',
    noCrawler: { requests: 1, robotsFetches: 0 },
  });
  const [first] = report.crawlers;
  expect(first).toMatchObject({
    ...{
      crawler: 'GPTBot',
      claimed: 3,
      verified: null,
      spoofed: null,
      requests: 2,
      allowed: 1,
      disallowed: 1,
    },
    ...{ excused: 0, robotsFetches: 1, class: 'disobeys-after-asking' },
  });
  expect(first.delay).toEqual({ asked: 2, gaps: 1, below: 1 });
  expect(first.refusals).toEqual([
    {
      version: 'robots.txt',
      line: 2,
      rule: 'Disallow: /private/',
      requests: 1,
      examples: ['/private/report'],
    },
  ]);
  expect(report.crawlers[1]).toMatchObject({ crawler: 'CCBot', class: 'obeys' });
});

test('prints a table, and what was forbidden', async () => {
  const { stdout, stderr } = await audit('access.log', '--robots', 'robots.txt');
  expect(stderr).toBe('');
  expect(stdout).toContain('7 lines, 1 of them unread, from 2026-11-24 10:00 to 2026-11-24 10:00 UTC');
  expect(stdout).toContain('access.log: line 7 cannot be read');
  expect(stdout).toMatch(/^GPTBot +disobeys-after-asking +2 +1 +1 +0 +1$/m);
  expect(stdout.replaceAll('\n', ' ')).toContain(
    'Of 1 gap between requests, 1 is shorter than the Crawl-delay.',
  );
  expect(stdout).toContain('1 by line 2 of robots.txt: Disallow: /private/\n    such as /private/report');
});

test('prints CSV', async () => {
  const { stdout } = await audit('access.log', '--robots', 'robots.txt', '--csv');
  const [headings, gptBot] = stdout.split('\r\n');
  expect(headings).toMatch(
    /^crawler,kind,operator,claimed,verified,spoofed,requests,allowed,disallowed,excused,robotsFetches,/,
  );
  expect(gptBot).toMatch(/^GPTBot,crawler,OpenAI,3,,,2,1,1,0,1,/);
});

test('reads standard input, and several files in the order of time', async () => {
  const { stdout } = await command.run(
    ['audit', '-', 'access.log.1.gz', '--robots', 'robots.txt', '--json'],
    { input: LOG },
  );
  expect(JSON.parse(stdout)).toMatchObject({ lines: 8, from: '2026-11-24T09:00:00.000Z' });
});

test('judges by the version in force, and excuses within the grace', async () => {
  const { crawlers } = await reportOf('access.log', '--robots', 'history');
  expect(crawlers).toContainEqual(
    expect.objectContaining({ crawler: 'GPTBot', excused: 1, disallowed: 0, class: 'obeys' }),
  );
  const strict = await reportOf('access.log', '--robots', 'history', '--grace', '1s');
  expect(strict.crawlers[0]).toMatchObject({ crawler: 'GPTBot', excused: 0, disallowed: 1 });
});

test('has a robots.txt for each host', async () => {
  writeFileSync(
    file('hosts.log'),
    ['a.example', 'b.example'].map((host) => `${host}:443 ${combined({ path: '/private/x' })}`).join('\n'),
  );
  const report = await reportOf('hosts.log', '--robots', 'a.example=robots.txt');
  expect(report).toMatchObject({ otherHosts: 1, crawlers: [{ disallowed: 1, requests: 1 }] });
});

test('keeps claimed and verified apart', async () => {
  writeFileSync(file('gptbot.json'), '{"prefixes":[{"ipv4Prefix":"203.0.113.0/24"}]}');
  const { crawlers } = await reportOf('access.log', '--robots', 'robots.txt', '--ranges', 'gptbot.json');
  expect(crawlers[0]).toMatchObject({
    crawler: 'GPTBot',
    claimed: 3,
    verified: 0,
    spoofed: 3,
    class: 'spoofed',
  });
  const named = await audit('access.log', '--robots', 'robots.txt', '--ranges', 'GPTBot=gptbot.json');
  expect(named.stdout).toContain(
    'All 3 requests that say they are GPTBot came from addresses that are not its',
  );
  expect(named.stderr).toBe('');
  const misspelled = await audit('access.log', '--robots', 'robots.txt', '--ranges', 'GTPBot=gptbot.json');
  expect(misspelled.stderr).toBe(
    'robotstream: note: the registry has no crawler GTPBot, so gptbot.json counts only for requests with just this name; did you mean GPTBot?\n',
  );
});

describe('--fail-on', () => {
  test.each([
    ['disobeys', 1],
    ['disobeys-after-asking', 1],
    ['never-asked', 0],
    ['spoofed,never-asked', 0],
  ])('%s: exit code %i', async (condition, code) => {
    expect(await audit('access.log', '--robots', 'robots.txt', '--fail-on', condition)).toMatchObject({
      code,
    });
  });

  test('a crawler that never asked, and fetched what is forbidden', async () => {
    writeFileSync(file('never.log'), combined({ path: '/private/' }));
    expect(await audit('never.log', '--robots', 'robots.txt', '--fail-on', 'disobeys')).toMatchObject({
      code: 1,
    });
  });
});

test('logs of which no line can be read: the report says so, and nothing passes for well', async () => {
  writeFileSync(file('unknown.log'), 'what is this\nand this\n');
  const { stdout, stderr, code } = await audit(
    'unknown.log',
    '--robots',
    'robots.txt',
    '--fail-on',
    'disobeys',
  );
  expect(stdout).toContain('2 lines, 2 of them unread');
  expect(stderr).toBe('robotstream: no line of the logs can be read; --log-format names their format\n');
  expect(code).toBe(2);
});

test('an empty log is no failure', async () => {
  writeFileSync(file('empty.log'), '\n');
  expect(await audit('empty.log', '--robots', 'robots.txt')).toMatchObject({ code: 0, stderr: '' });
});

test('writes a page that loads nothing', async () => {
  const { stdout } = await audit('access.log', '--robots', 'robots.txt', '--html', 'report.html');
  expect(stdout).toContain('GPTBot');
  const page = readFileSync(file('report.html'), 'utf8');
  expect(page).toContain('<th scope="row">GPTBot</th>');
  expect(page).not.toMatch(/<script|<link|<img|src=|href=|@import|url\(/i);
});

describe('what is wrong is said in a line', () => {
  test.each([
    [
      ['access.log'],
      /no robots.txt is given; --robots FILE, --robots FOLDER or --robots-git PATH is expected/,
    ],
    [['--robots', 'robots.txt'], /no FILE is given; - is standard input/],
    [['-', '-', '--robots', 'robots.txt'], /- is given twice; standard input can be read only once/],
    [['nope.log', '--robots', 'robots.txt'], /^robotstream: nope.log: no such file\n$/],
    [['history', '--robots', 'robots.txt'], /history: is a directory; a file is expected/],
    [['access.log', '--robots', 'nope.txt'], /nope.txt: no such file/],
    [
      ['access.log', '--robots', 'robots.txt', '--log-format', 'nope'],
      /--log-format: no format of logs is named "nope"; the formats are cloudfront/,
    ],
    [
      ['access.log', '--robots', 'robots.txt', '--grace', 'soon'],
      /--grace is "soon"; a time is expected, such as 90m, 24h or 2d/,
    ],
    [
      ['access.log', '--robots', 'robots.txt', '--fail-on', 'x'],
      /unknown class name "x"; the class names are disobeys/,
    ],
    [
      ['access.log', '--robots', 'robots.txt', '--robots', 'history'],
      /the robots.txt of every host is given twice/,
    ],
    [['access.log', '--robots', 'robots.txt', '--ranges', 'robots.txt'], /robots.txt is not JSON/],
    [['access.log', '--robots', 'robots.txt', '--html', 'no/such/file'], /no\/such\/file: no such file/],
    [['access.log', '--robots-git', 'robots.txt'], /git cannot read the history|no commit/],
  ])('%j', async (args, message) => {
    const { code, stderr } = await audit(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('hostile logs', () => {
  const HOSTILE = [
    combined({ path: '/robots.txt', userAgent: '=cmd()/1.0 bot (+https://example.com/)' }),
    combined({ path: '/private/\\x1b[31m<script>alert(1)</script>', userAgent: GPTBOT }),
    combined({ path: '/private/"onload=x', userAgent: '-evil-bot/1.0' }),
    combined({ path: '/private/x', userAgent: '@SUM-bot/1.0' }),
    '\u001b]0;owned\u0007 <img src=x onerror=alert(1)> \u202e',
  ].join('\n');
  beforeAll(() => writeFileSync(file('hostile.log'), HOSTILE));

  test('take over no terminal', async () => {
    const { stdout } = await audit('hostile.log', '--robots', 'robots.txt');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds them
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(stdout).toContain('\\x1b]0;owned\\x07');
  });

  test('make no formula', async () => {
    const { stdout } = await audit('hostile.log', '--robots', 'robots.txt', '--csv');
    expect(stdout).toContain("'-evil-bot,");
    expect(stdout).not.toMatch(/^[=+@-]/m);
  });

  test('put nothing into the page', async () => {
    await audit('hostile.log', '--robots', 'robots.txt', '--html', 'hostile.html');
    const page = readFileSync(file('hostile.html'), 'utf8');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toMatch(/<script|<img|"onload/i);
  });
});

test('warns of a log that is not in the order of time', async () => {
  const server = Array.from({ length: 10_000 }, (_, i) => combined({ time: at(i) })).join('\n');
  writeFileSync(file('node1.log'), `${server}\n`);
  writeFileSync(file('both.log'), `${server}\n${server}\n`);
  const warning =
    /^(robotstream: warning: )?([\d,]+) lines come after later ones, so a class may be wrong\. Give each log as a file of its own/m;
  const text = await audit('both.log', '--robots', 'robots.txt');
  expect([text.code, text.stderr]).toEqual([0, '']);
  const [, , shown = ''] = warning.exec(text.stdout) ?? [];
  const json = await audit('both.log', '--robots', 'robots.txt', '--json');
  expect(JSON.parse(json.stdout).outOfOrder).toBe(Number(shown.replace(',', '')));
  expect(json.stderr).toMatch(warning);
  expect((await audit('both.log', '--robots', 'robots.txt', '--csv')).stderr).toMatch(warning);
  const merged = await audit('node1.log', './node1.log', '--robots', 'robots.txt');
  expect(merged.stdout).not.toMatch(warning);
});

test('counts requests of crawlers for no path', async () => {
  writeFileSync(file('options.log'), combined().replace('GET / HTTP/1.1', 'OPTIONS * HTTP/1.1'));
  const { stdout } = await audit('options.log', '--robots', 'robots.txt');
  expect(stdout.replaceAll('\n', ' ')).toContain('Requests of crawlers for no path, such as OPTIONS *: 1.');
});
