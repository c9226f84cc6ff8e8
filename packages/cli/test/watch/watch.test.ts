/** `robotstream watch`: runs one after another, over real sockets and a real store. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { crawlersFor } from '../../src/purpose-option.js';
import { useCommand } from '../support/command.js';
import { fromNdjson } from '../support/ndjson.js';
import { useSites } from '../support/sites.js';

const command = useCommand();
const site = useSites();

const GOOD =
  'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: https://a.example/s.xml\n';

let stores = 0;
const newStore = (): string => `watch-${stores++}.store`;

/** Looks at a site that answers with each of several bodies, one after another; what each run found. */
async function runsOf(...answers: readonly (string | { readonly status: number })[]) {
  const one = await site({ body: '' });
  const store = newStore();
  const runs = [];
  for (const answer of answers) {
    one.answer(typeof answer === 'string' ? { body: answer } : answer);
    const run = await command.run(['watch', one.origin, '--store', store, '--json']);
    const [found] = fromNdjson(run.stdout) as unknown as [
      { state: string; events: { kind: string; title: string; details: string[] }[] },
    ];
    runs.push({
      code: run.code,
      state: found.state,
      kinds: found.events.map(({ kind }) => kind),
      events: found.events,
    });
  }
  return runs;
}

const kindsOf = (runs: readonly { readonly kinds: readonly string[] }[]) => runs.map(({ kinds }) => kinds);

test('the first run says what it saw, the second nothing, and one with a new site only what is new', async () => {
  const sites = [
    await site({ body: GOOD }),
    await site({ status: 404 }),
    await site({ body: '<!doctype html>' }),
  ];
  const [file, none, page] = sites.map(({ origin }) => `${origin}/robots.txt`);
  const store = newStore();
  const run = (...urls: (string | undefined)[]) =>
    command.run(['watch', ...urls.map(String), '--store', store]);
  const heading = 'Seen for the first time, so compared with nothing yet:\n';
  expect(await run(file)).toMatchObject({ code: 0, stdout: `${heading}  ${file}: there is a robots.txt\n` });
  expect(await run(file)).toMatchObject({ code: 0, stdout: '' });
  // A site with news is not listed again.
  expect(await run(file, none, page)).toMatchObject({
    code: 1,
    stdout: `${page}\n  the robots.txt is a page or another kind of file\n\n${heading}  ${none}: there is no robots.txt, so everything is allowed\n`,
  });
  const json = await command.run(['watch', String(file), '--store', newStore(), '--json']);
  expect(fromNdjson(json.stdout)).toMatchObject([{ url: file, isFirst: true }]);
});

test('of many new sites, some are listed', async () => {
  const sites = await Promise.all(Array.from({ length: 22 }, () => site({ body: GOOD })));
  const urls = sites.map(({ origin }) => origin);
  const { stdout } = await command.run(['watch', ...urls, '--store', newStore()]);
  expect(stdout.split('\n').filter((line) => line.includes('robots.txt: '))).toHaveLength(20);
  expect(stdout).toMatch(/\n {2}and 2 more sites\n$/);
});

describe('what happened', () => {
  test('reports nothing if crawlers notice nothing', async () => {
    const same = GOOD.replaceAll('\n', '\r\n').replace('Disallow', '# a comment\r\ndisALLOW ');
    const runs = await runsOf(GOOD, GOOD, `\ufeff${same}`);
    expect(kindsOf(runs)).toEqual([[], [], []]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  test('a robots.txt of staging', async () => {
    const [, run] = await runsOf(GOOD, 'User-agent: *\nDisallow: /\n\nSitemap: https://a.example/s.xml\n');
    expect(run?.kinds).toEqual(['closes-everything']);
    expect(run?.events[0]?.title).toBe('the whole site is closed for * (all others)');
    expect(run?.events[0]?.details).toContain('    + line 2: disallow /');
    expect(run?.code).toBe(1);
  });

  test('text before the file', async () => {
    const prepended = `# BEGIN managed\nUser-agent: CCBot\nDisallow: /\n# END managed\n\n${GOOD}`;
    const [, run] = await runsOf(GOOD, prepended);
    expect(run?.kinds).toEqual(['prepended']);
    expect(run?.events[0]?.title).toMatch(
      /^there are 61 new bytes before the file: .*the whole site is closed for CCBot$/,
    );
    const [, harmless] = await runsOf(GOOD, `# only a comment\n${GOOD}`);
    expect(harmless?.kinds).toEqual([]);
  });

  test.each([
    ['an HTML page', '<!doctype html><title>Just a moment</title>', 'not-a-robots-txt'],
    ['JSON', '{"error": "not found"}', 'not-a-robots-txt'],
    ['an empty file', '', 'empty'],
    ['a file that is cut off', GOOD.slice(0, 30), 'cut-off'],
    ['no file', { status: 404 }, 'missing'],
    ['a server error', { status: 503 }, 'unreachable'],
    ['an open file', 'User-agent: GPTBot\nDisallow: /\n\nSitemap: https://a.example/s.xml\n', 'opens'],
    ['a wider rule', GOOD.replace('/private/', '/p'), 'closes'],
    ['both', GOOD.replace('/private/', '/other/'), 'opens-and-closes'],
    ['a delay', GOOD.replace('Disallow', 'Crawl-delay: 3600\nDisallow'), 'delay'],
    ['a preference', GOOD.replace('Disallow', 'Content-Signal: search=no\nDisallow'), 'usage'],
    ['a sitemap less', GOOD.replace(/Sitemap.*\n/, ''), 'sitemaps'],
    ['a license', GOOD.replace('Sitemap', 'License: https://a.example/l.xml\nSitemap'), 'licenses'],
  ])('%s', async (_, answer, kind) => {
    const [, run] = await runsOf(GOOD, answer);
    expect(run?.kinds).toEqual([kind]);
    expect(run?.code).toBe(1);
  });

  test('a redirect to another host', async () => {
    const other = await site({ body: GOOD });
    const one = await site({ body: GOOD });
    const args = ['watch', one.origin, '--store', newStore(), '--json'];
    await command.run(args);
    one.answer({ status: 302, headers: { location: `${other.origin}/robots.txt` } });
    const { code, stdout } = await command.run(args);
    expect(fromNdjson(stdout)).toMatchObject([{ state: 'file', events: [{ kind: 'other-host' }] }]);
    expect(code).toBe(1);
  });

  test('a failure is reported once and stays a finding; the file that comes back is compared with the last rules', async () => {
    const runs = await runsOf(
      GOOD,
      { status: 500 },
      { status: 500 },
      GOOD,
      '<html>',
      GOOD.replace('/private/', '/x'),
    );
    expect(kindsOf(runs)).toEqual([
      [],
      ['unreachable'],
      [],
      ['recovered'],
      ['not-a-robots-txt'],
      ['recovered', 'opens-and-closes'],
    ]);
    expect(runs.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1, 1]);
  });

  test('a robots.txt is back only if there is one', async () => {
    const titles = async (last: string | { readonly status: number }) =>
      (await runsOf(GOOD, { status: 503 }, last)).at(-1)?.events.map(({ title }) => title);
    expect((await titles(GOOD))?.[0]).toMatch(/^the robots.txt is back: /);
    expect((await titles({ status: 404 }))?.[0]).toMatch(/^the server answers again: .*404/);
  });

  test('a file where none was', async () => {
    expect(kindsOf(await runsOf({ status: 404 }, { status: 404 }, 'User-agent: *\nDisallow:\n'))).toEqual([
      [],
      [],
      ['appeared'],
    ]);
    expect(kindsOf(await runsOf({ status: 404 }, GOOD))[1]).toEqual(['closes-everything']);
  });
});

describe('guards', () => {
  test('are reported when they break and when they are met again, and are findings in between', async () => {
    writeFileSync(
      join(command.folder, 'guard'),
      'User-agent: Googlebot\nAllow: /\nDisallow: https://else.example/\n',
    );
    const one = await site({ body: GOOD });
    const args = ['watch', one.origin, '--store', newStore(), '--guard', 'guard'];
    expect((await command.run(args)).code).toBe(0);
    one.answer({ body: 'User-agent: *\nDisallow: /\n' });
    const broken = await command.run(args);
    expect(broken.stdout).toContain('  expectation not met: allow / for Googlebot\n');
    const still = await command.run(args);
    expect(still.stdout).toBe(
      `${one.origin}/robots.txt\n  expectation still not met: allow / for Googlebot\n\n`,
    );
    expect(still.code).toBe(1);
    one.answer({ status: 500 });
    expect((await command.run(args)).stdout).not.toContain('expectation met again');
    one.answer({ body: 'User-agent: *\nDisallow: /\nAllow: /$\n' });
    expect((await command.run(args)).stdout).toContain('  expectation met again: allow / for Googlebot\n');
  });

  test('for a purpose are one event for all its crawlers', async () => {
    writeFileSync(
      join(command.folder, 'purpose'),
      'Purpose: search\nAllow: /\nPurpose: archive\nDisallow: /\n',
    );
    const archives = crawlersFor('archive').filter(({ isRetired }) => !isRetired);
    const names = archives.map(({ token }) => token);
    const closed = `${names.map((name) => `User-agent: ${name}\n`).join('')}Disallow: /\n`;
    const two = names.slice(0, 2);
    const one = await site({ body: closed });
    const args = ['watch', one.origin, '--store', newStore(), '--guard', 'purpose'];
    expect(await command.run(args)).toMatchObject({ code: 0 });
    const open = two.map((name) => `User-agent: ${name}\n`).join('');
    one.answer({ body: `User-agent: *\nDisallow: /\n${open}Allow: /\n` });
    const broken = (await command.run(args)).stdout.match(/^ {2}expectation .*$/gm);
    expect(broken).toEqual([
      expect.stringMatching(/^ {2}expectation not met: allow \/ for (\S+, ){5}\S+ and \d+ others$/),
      `  expectation not met: disallow / for ${two.join(', ')}`,
    ]);
    const still = (await command.run(args)).stdout.match(/^ {2}expectation still not met: .*$/gm);
    expect(still?.map((line) => line.replace('still ', ''))).toEqual(broken);
    one.answer({ body: closed });
    expect((await command.run(args)).stdout).toContain(
      `  expectation met again: disallow / for ${two.join(', ')}\n`,
    );
  });

  test('with a mistake stop the run', async () => {
    writeFileSync(join(command.folder, 'wrong'), 'Allowed: /\n');
    const { code, stderr } = await command.run([
      'watch',
      'http://127.0.0.1:1',
      '--store',
      newStore(),
      '--guard',
      'wrong',
    ]);
    expect(stderr).toMatch(/^robotstream: wrong:1:1: unknown field "Allowed"/);
    expect(code).toBe(2);
  });
});

describe('the webhook', () => {
  test('gets the events as JSON, each once', async () => {
    const bodies: unknown[] = [];
    const hook = await site((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        bodies.push(JSON.parse(text));
        response.end();
      });
    });
    const one = await site({ body: GOOD });
    const args = ['watch', one.origin, '--store', newStore(), '--webhook', `${hook.origin}/secret`];
    await command.run(args);
    one.answer({ status: 404 });
    const { code } = await command.run(args);
    await command.run(args);
    expect(bodies).toMatchObject([
      {
        source: 'robotstream watch',
        text: `${one.origin}/robots.txt: there is no robots.txt any more, so everything is allowed`,
        events: [{ url: `${one.origin}/robots.txt`, kind: 'missing' }],
      },
    ]);
    expect(code).toBe(1);
  });

  test('that refuses is reported, and gets the events with the next run', async () => {
    const hook = await site({ status: 410 });
    const one = await site({ body: GOOD });
    const store = newStore();
    const args = ['watch', one.origin, '--store', store, '--webhook', `${hook.origin}/secret`];
    await command.run(args);
    one.answer({ status: 404 });
    const refused = await command.run(args);
    expect(refused.stdout).toContain('there is no robots.txt any more');
    expect(refused.stderr).toBe(
      `robotstream: the webhook at 127.0.0.1:${hook.port} did not accept 1 event: status 410; the next run sends them again\n`,
    );
    expect(refused.code).toBe(2);
    expect(readFileSync(join(command.folder, store), 'utf8')).not.toContain('secret');
    hook.answer({ status: 204 });
    const next = await command.run(args);
    expect([next.code, next.stderr, hook.requests.length]).toEqual([0, '', 2]);
    await command.run(args);
    expect(hook.requests.length).toBe(2);
  });

  test.each(['ftp://a.example/', 'a.example'])(
    'is refused if it is %s, without repeating it',
    async (url) => {
      const { code, stderr } = await command.run([
        'watch',
        'http://127.0.0.1:1',
        '--store',
        'x',
        '--webhook',
        url,
      ]);
      expect([code, stderr]).toEqual([
        2,
        'robotstream: --webhook is not an http or https URL (see robotstream watch --help)\n',
      ]);
    },
  );
});

describe('--urls', () => {
  test('names sites by any of their URLs, in a table, and each is asked once', async () => {
    const one = await site({ body: GOOD });
    const list = `Address,Status\n${one.origin}/a,200\n,404\n${one.origin}/b,200\n`;
    const args = ['watch', one.origin, '--store', newStore(), '--json', '--urls', '-'];
    const { code, stdout, stderr } = await command.run(args, { input: list });
    expect(fromNdjson(stdout)).toMatchObject([{ url: `${one.origin}/robots.txt`, state: 'file' }]);
    expect([code, stderr, one.requests.length]).toEqual([0, '', 1]);
  });

  test.each([
    [
      'gzip that is cut off',
      gzipSync('http://127.0.0.1:1/\n').subarray(0, 25),
      'the gzip is damaged or cut off',
    ],
    [
      'octets that are no text',
      Buffer.from('http://127.0.0.1:1/\xff\n', 'latin1'),
      'are not in the encoding',
    ],
    ['no URL', Buffer.from('http://127.0.0.1:1/\na/b\n'), 'list:2: "a/b" is not an absolute http'],
  ])('with %s is an error, and nothing is asked', async (_, bytes, message) => {
    writeFileSync(join(command.folder, 'list'), bytes);
    const store = newStore();
    const { code, stdout, stderr } = await command.run(['watch', '--store', store, '--urls', 'list']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('unexpected error');
    expect([code, stdout, existsSync(join(command.folder, store))]).toEqual([2, '', false]);
  });
});

describe('the store', () => {
  test('keeps the history, which is printed without a fetch', async () => {
    const one = await site({ body: GOOD });
    const store = newStore();
    await command.run(['watch', one.origin, '--store', store]);
    one.answer({ status: 404 });
    await command.run(['watch', one.origin, '--store', store]);
    const asked = one.requests.length;
    const { code, stdout } = await command.run(['watch', '--store', store, '--history', '--json']);
    expect(fromNdjson(stdout)).toMatchObject([{ kind: 'missing', url: `${one.origin}/robots.txt` }]);
    const other = await command.run(['watch', 'http://127.0.0.1:1', '--store', store, '--history']);
    expect([code, other.stdout, one.requests.length]).toEqual([0, '', asked]);
  });

  const SITE = { url: 'http://a.example/robots.txt', observedAt: 0, since: 0, state: 'file' };
  const EVENT = { id: 'a', url: SITE.url, at: '', kind: 'missing', title: 't', details: null };
  const DAMAGES = {
    'a file that is not gzip': {
      site: { ...SITE, rules: { body: 'AAAA', exists: true, host: 'a' }, broken: [], history: [] },
    },
    'an expectation without a text': { site: { ...SITE, rules: null, broken: [1], history: [] } },
    'an event without details': { site: { ...SITE, rules: null, broken: [], history: [EVENT] } },
    'a waiting event without details': { pending: { webhook: 'a', event: EVENT } },
  };

  test.each([
    ['nothing', '', 'the file is empty, so it is not a store of robotstream watch'],
    ['another file', GOOD, 'the file is not a store of robotstream watch'],
    ['JSON of something else', '{"a":1}\n', 'the file is not a store of robotstream watch'],
    [
      'a later version',
      '{"store":"robotstream watch","version":9}\n',
      'the store has version 9; 1 is expected',
    ],
    [
      'a damaged line',
      '{"store":"robotstream watch","version":1,"lines":1}\n{"site":{"url":1}}\n',
      'the store is damaged in line 2',
    ],
    ...Object.entries(DAMAGES).map(([name, line]) => [
      name,
      `{"store":"robotstream watch","version":1,"lines":1}\n${JSON.stringify(line)}\n`,
      'the store is damaged in line 2',
    ]),
    [
      'a missing line',
      '{"store":"robotstream watch","version":1,"lines":1}\n',
      'the store is damaged: 1 line is expected after the first, not 0',
    ],
  ])('that is %s is an error, and nothing is asked or written', async (_, text, message) => {
    const one = await site({ body: GOOD });
    const store = newStore();
    writeFileSync(join(command.folder, store), text);
    const { code, stderr } = await command.run(['watch', one.origin, '--store', store]);
    expect(stderr).toBe(
      `robotstream: ${join(command.folder, store)}: ${message}. It is left as it is; move it away to begin again\n`,
    );
    expect([code, one.requests.length, readFileSync(join(command.folder, store), 'utf8')]).toEqual([
      2,
      0,
      text,
    ]);
  });

  test('may be a symbolic link, which stays one', async () => {
    const one = await site({ body: GOOD });
    mkdirSync(join(command.folder, 'kept'));
    symlinkSync(join('kept', 'real'), join(command.folder, 'link'));
    for (let i = 0; i < 2; i++) await command.run(['watch', one.origin, '--store', 'link']);
    expect(existsSync(join(command.folder, 'link'))).toBe(true);
    expect(readdirSync(command.folder).filter((name) => name.startsWith('link'))).toEqual(['link']);
  });

  test.skipIf(process.platform === 'win32')('that is a device without an end is an error', async () => {
    const { code, stderr } = await command.run(['watch', 'http://127.0.0.1:1', '--store', '/dev/zero']);
    expect([code, stderr]).toEqual([
      2,
      'robotstream: /dev/zero: is a device or a pipe; a file is expected\n',
    ]);
  });

  test('in a folder that does not exist is an error', async () => {
    const one = await site({ body: GOOD });
    const { code, stderr } = await command.run(['watch', one.origin, '--store', 'nowhere/s']);
    expect(stderr).toMatch(
      /^robotstream: nowhere\/s: no such file; the next run will report the same again\n$/,
    );
    expect(code).toBe(2);
  });
});

test.each([
  [['watch', 'http://127.0.0.1:1'], 'no --store is given; it keeps the files to compare with'],
  [['watch', '--store', 'x'], 'no URL is given'],
  [
    ['watch', '--store', 'x', '--urls', '-', '--guard', '-'],
    '- is given twice; standard input can be read only once',
  ],
  [['watch', '--store', 'x', '--history', '--guard', 'y'], '--guard cannot be used with --history'],
])('%j is wrong usage', async (args, message) => {
  const { code, stderr } = await command.run(args);
  expect([code, stderr]).toEqual([2, `robotstream: ${message} (see robotstream watch --help)\n`]);
});
