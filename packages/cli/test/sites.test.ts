import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeWith, SQLITE_NEED } from '../../../test/support/needs.js';
import { useCommand, VERSION } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const command = useCommand();
const site = useSites();

const AS_EXAMPLE_BOT = ['--agent', 'ExampleBot/2.1'];

const FILE = {
  headers: { 'cache-control': 'max-age=7200' },
  body: 'User-agent: ExampleBot\nDisallow: /private/\n',
};

describe('notes after the answers', () => {
  test('which files have lint findings, each once', async () => {
    const one = await site({ body: 'User-agent: *\nDisalow: /a\nDisallow: /a\n' });
    const args = ['check', `${one.origin}/a`, `${one.origin}/b`, '--agent', 'FooBot'];
    const { stdout } = await command.run(args);
    expect(stdout).toMatch(/\n\nLint: [^\n]*: see robotstream lint http:[^\n]*\/robots\.txt\n$/);
    expect(stdout.match(/Lint:/g)).toHaveLength(1);
    expect((await command.run([...args, '--json'])).stdout).not.toContain('Lint');
  });

  test('a refusal of a made-up Googlebot is no proof', async () => {
    const { origin } = await site({ status: 403 });
    const args = ['check', `${origin}/a`, '--agent', 'Googlebot'];
    const made = await command.run([...args, '--user-agent', 'Googlebot/2.1']);
    expect(made.stdout).toContain('\na 403 for a made-up Googlebot User-Agent proves nothing: ');
    expect((await command.run(args)).stdout).not.toContain('made-up');
    expect((await command.run(args)).stderr).toBe('');
  });
});

describe('text', () => {
  test('has verdict, deciding line, explanation and source, for several sites, in order', async () => {
    const one = await site(FILE);
    const none = await site({ status: 404 });
    const { code, stdout, stderr } = await command.run(
      `check ${one.origin}/private/x ${none.origin}/private/x ${one.origin}/ ${AS_EXAMPLE_BOT.join(' ')}`,
    );
    expect(stdout.replaceAll(/(fetched just now|from memory, \d+ m?s old)/g, 'KNOWN')).toBe(
      `each site's robots.txt for ExampleBot/2.1, under rfc9309

disallowed  ${one.origin}/private/x
  2 | Disallow: /private/
  the group of line 1 names ExampleBot; line 2 decides: disallow /private/
  ${one.origin}/robots.txt, KNOWN: success (status 200), fresh for 2 h

allowed     ${none.origin}/private/x
  there is no robots.txt for this crawler (status 404).
  ${none.origin}/robots.txt, KNOWN: unavailable (status 404), fresh for 24 h

allowed     ${one.origin}/
  the group of line 1 names ExampleBot, and none of its rules matches.
  ${one.origin}/robots.txt, KNOWN: success (status 200), fresh for 2 h
`,
    );
    expect([code, stderr]).toEqual([1, '']);
    expect(one.requests.map(({ url }) => url)).toEqual(['/robots.txt']);
  });

  test('reports that an unreachable robots.txt disallows the whole site', async () => {
    const failing = await site({ status: 503, headers: { 'retry-after': '900' } });
    const { code, stdout } = await command.run(
      `check ${failing.origin}/ ${CLOSED_ORIGIN}/ ${AS_EXAMPLE_BOT.join(' ')}`,
    );
    expect(stdout).toContain(`disallowed  ${failing.origin}/
  the robots.txt is unreachable, so the whole site is disallowed for now (status 503, server-error).
  ${failing.origin}/robots.txt, fetched just now: unreachable (status 503, server-error), next request in 15 min at the earliest
`);
    expect(stdout).toContain(
      `disallowed  ${CLOSED_ORIGIN}/\n  the robots.txt is unreachable, so the whole site is disallowed for now (connect-failed).`,
    );
    expect(stdout).toMatch(/^ {2}.*ECONNREFUSED/m);
    expect(code).toBe(1);
  });

  test('reports redirects, and applies the rules to the first site', async () => {
    const other = await site(FILE);
    const first = await site({ status: 301, headers: { location: `${other.origin}/elsewhere.txt` } });
    const { code, stdout } = await command.run(['check', `${first.origin}/private/`, ...AS_EXAMPLE_BOT]);
    expect(stdout).toContain(
      `  2 | Disallow: /private/\n  the group of line 1 names ExampleBot; line 2 decides: disallow /private/\n` +
        `  ${first.origin}/robots.txt redirected to ${other.origin}/elsewhere.txt, fetched just now`,
    );
    expect(code).toBe(1);
  });

  test('reports that a file was cut', async () => {
    const long = await site({ body: `User-agent: *\n${'#'.repeat(512_000)}\nDisallow: /\n` });
    const cut = await command.run(['check', `${long.origin}/`, ...AS_EXAMPLE_BOT]);
    expect(cut.stdout).toContain('success (status 200) (cut at the parsing limit), fresh');
    expect(cut.code).toBe(0);
    const whole = await command.run(
      `check ${long.origin}/ ${AS_EXAMPLE_BOT.join(' ')} --max-octets Infinity`,
    );
    expect(whole.stdout).toContain('  3 | Disallow: /\n');
    expect(whole.code).toBe(1);
  });
});

test('--json: the keys of check FILE, and the provenance', async () => {
  const one = await site(FILE);
  const none = await site({ status: 410 });
  const urls = [
    `${one.origin}/private/`,
    `${none.origin}/`,
    `${CLOSED_ORIGIN}/`,
    `${CLOSED_ORIGIN}/robots.txt`,
  ];
  const { code, stdout, stderr } = await command.run(['check', ...urls, ...AS_EXAMPLE_BOT, '--json']);
  const answers = fromNdjson(stdout);
  for (const answer of answers) {
    expect(Object.keys(answer).join(' ')).toBe(
      'id url allowed line directive pattern reason explanation access truncated kind provenance',
    );
  }
  expect(answers).toMatchObject([
    {
      id: 1,
      url: urls[0],
      allowed: false,
      line: 2,
      directive: 'disallow',
      pattern: '/private/',
      reason: 'disallow-rule',
      access: 'success',
      truncated: false,
      provenance: {
        robotsUrl: `${one.origin}/robots.txt`,
        finalUrl: `${one.origin}/robots.txt`,
        redirects: [],
        source: 'fetch',
        outcome: 'success',
        status: 200,
        fault: null,
        freshness: 'fresh',
      },
    },
    { id: 2, allowed: true, line: 0, directive: null, reason: 'unavailable', access: 'unavailable' },
    {
      id: 3,
      allowed: false,
      pattern: null,
      reason: 'unreachable',
      access: 'unreachable',
      provenance: { status: null, fault: 'connect-failed', failures: 1 },
    },
    { id: 4, allowed: true, reason: 'robots-txt', access: 'unreachable' },
  ]);
  const { provenance } = answers[0];
  expect(provenance.freshUntil - provenance.validatedAt).toBe(7_200_000);
  expect([code, stderr]).toEqual([1, '']);
});

describe('exit code', () => {
  test('0 if all are allowed', async () => {
    const { origin } = await site(FILE);
    const { code } = await command.run(['check', `${origin}/`, `${origin}/a`, ...AS_EXAMPLE_BOT]);
    expect(code).toBe(0);
  });

  test('2 if one cannot be judged; the others are judged', async () => {
    const { origin } = await site(FILE);
    const { code, stdout, stderr } = await command.run([
      'check',
      `${origin}/private/`,
      'http://[',
      'mailto:a@b.c',
      'http://a\nb:x/',
      ...AS_EXAMPLE_BOT,
      '--json',
    ]);
    expect(fromNdjson(stdout)).toMatchObject([{ id: 1, allowed: false }]);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^robotstream: "http:\/\/\[" is not an absolute http, https or ftp URL$/),
      expect.stringMatching(/^robotstream: .*"mailto:a@b\.c"/),
      expect.stringMatching(/^robotstream: .*"http:\/\/a\\nb:x\/"/),
      '',
    ]);
    expect(code).toBe(2);
  });
});

describe('crawlers of different readings', () => {
  const BOTH = ['--agent', 'GPTBot', '--agent', 'Googlebot'];

  test('read a status as each of them does; the site is asked once', async () => {
    const busy = await site({ status: 429 });
    const none = await site({ status: 404 });
    const urls = [`${busy.origin}/`, `${none.origin}/`, `${busy.origin}/robots.txt`];
    const { code, stdout } = await command.run(['check', ...urls, ...BOTH]);
    expect(
      stdout,
    ).toBe(`each site's robots.txt for GPTBot, Googlebot, under rfc9309, and as Googlebot reads it: google

GPTBot    Googlebot  URL
yes       no         ${busy.origin}/  GPTBot: Allowed: there is no robots.txt for this crawler (status 429). Googlebot: Disallowed: the robots.txt is unreachable, by its status 429, so nothing is allowed (Google's robots.txt specification).
yes       yes        ${none.origin}/  Allowed: there is no robots.txt for this crawler (status 404).
yes       no         ${busy.origin}/robots.txt  GPTBot: Allowed: there is no robots.txt for this crawler (status 429). Googlebot: Disallowed: the robots.txt is unreachable, by its status 429, so nothing is allowed (Google's robots.txt specification).
`);
    expect([code, busy.requests.length, none.requests.length]).toEqual([1, 1, 1]);
    const json = await command.run(['check', urls[0] as string, ...BOTH, '--json']);
    expect(fromNdjson(json.stdout)).toMatchObject([
      { agent: 'GPTBot', allowed: true, reason: 'unavailable', access: 'unavailable' },
      { agent: 'Googlebot', allowed: false, reason: 'unreachable', access: 'unreachable' },
    ]);
  });

  test('are of one reading if a profile is named, or they are names of one crawler', async () => {
    const { origin } = await site({ status: 429 });
    for (const option of [['--profile', 'google'], ['--together']]) {
      const { stdout } = await command.run(['check', `${origin}/`, ...BOTH, ...option, '--json']);
      const isAllowed = option[0] === '--together';
      expect(fromNdjson(stdout).every(({ allowed }) => allowed === isAllowed)).toBe(true);
    }
  });

  test('agree where nothing answers, and where redirects lead nowhere', async () => {
    const circle = await site((request, response) => {
      response.writeHead(302, { location: request.url }).end();
    });
    for (const origin of [CLOSED_ORIGIN, circle.origin]) {
      const { stdout } = await command.run(['check', `${origin}/`, ...BOTH, '--json']);
      const [one, other] = fromNdjson(stdout);
      expect([one?.allowed, one?.reason, one?.access]).toEqual([
        other?.allowed,
        other?.reason,
        other?.access,
      ]);
    }
  });
});

describe('--profile', () => {
  test.each([
    ['rfc9309', { status: 403 }, true, 'unavailable'],
    ['koster-1996', { status: 403 }, false, 'restricted'],
    ['rfc9309', { status: 429 }, true, 'unavailable'],
    ['google', { status: 429 }, false, 'unreachable'],
    ['koster-1996', { status: 500 }, false, 'deferred'],
  ])('%s of %j', async (profile, answer, allowed, reason) => {
    const { origin } = await site(answer);
    const { code, stdout } = await command.run([
      'check',
      `${origin}/`,
      ...AS_EXAMPLE_BOT,
      '--profile',
      profile,
      '--json',
    ]);
    expect(fromNdjson(stdout)).toMatchObject([{ allowed, reason }]);
    expect(code).toBe(allowed ? 0 : 1);
  });
});

describe('the User-Agent header', () => {
  const headerFor = async (...options: string[]): Promise<[header: string | undefined, stderr: string]> => {
    const one = await site(FILE);
    const { stderr } = await command.run(['check', `${one.origin}/`, ...options]);
    return [one.requests[0]?.headers['user-agent'], stderr];
  };

  test('has every agent, then the command', async () => {
    const own = `robotstream/${VERSION}`;
    expect(await headerFor('--agent', 'ExampleBot')).toEqual([`ExampleBot ${own}`, '']);
    expect(await headerFor('--agent', 'A/1', '--agent', '*', '--agent', 'B_b')).toEqual([
      `A/1 B_b ${own}`,
      '',
    ]);
    expect(await headerFor('--agent', '*')).toEqual([own, '']);
  });

  test('is --user-agent if given, with a note if it has none of the agents', async () => {
    expect(await headerFor('--agent', 'ExampleBot', '--user-agent', 'Mozilla/5.0 (examplebot)')).toEqual([
      'Mozilla/5.0 (examplebot)',
      '',
    ]);
    expect(await headerFor('--agent', '*', '--user-agent', 'curl/8')).toEqual(['curl/8', '']);
    const [header, stderr] = await headerFor('--agent', 'ExampleBot', '--user-agent', 'curl/8');
    expect(header).toBe('curl/8');
    expect(stderr).toMatch(/^robotstream: note: --user-agent "curl\/8" has none of the agents, [^\n]+\n$/);
  });
});

describeWith(SQLITE_NEED, '--cache', () => {
  test('saves a second run the fetch', async () => {
    const one = await site(FILE);
    const args = ['check', `${one.origin}/private/`, ...AS_EXAMPLE_BOT, '--cache', 'spares.sqlite'];
    expect((await command.run(args)).stdout).toContain('fetched just now');
    expect(existsSync(join(command.folder, 'spares.sqlite'))).toBe(true);
    await one.close();
    const { code, stdout, stderr } = await command.run(args);
    expect(stdout).toMatch(
      /robots\.txt, from the cache, \d+ m?s old: success \(status 200\), fresh for 2 h\n/,
    );
    expect(stdout).toContain('  2 | Disallow: /private/\n');
    expect([code, stderr]).toEqual([1, '']);
    expect(one.requests.length).toBe(1);
  });

  test('keeps the fact that there is no file', async () => {
    const none = await site({ status: 404 });
    const args = ['check', `${none.origin}/`, ...AS_EXAMPLE_BOT, '--cache', 'none.sqlite', '--json'];
    const sources = [];
    for (const _ of [1, 2]) sources.push(fromNdjson((await command.run(args)).stdout)[0].provenance.source);
    expect(sources).toEqual(['fetch', 'store']);
    expect(none.requests.length).toBe(1);
  });

  test.each([
    ['a file that is not a database', (file: string) => writeFileSync(file, 'not a database'.repeat(100))],
    ['a file in a missing folder', () => {}],
  ])('%s is one line on stderr and exit code 2', async (title, prepare) => {
    const file = join(command.folder, title.includes('not a database') ? 'other.db' : 'no/such/folder.db');
    prepare(file);
    const { code, stdout, stderr } = await command.run([
      'check',
      `${CLOSED_ORIGIN}/`,
      ...AS_EXAMPLE_BOT,
      '--cache',
      file,
    ]);
    expect(stderr).toMatch(/^robotstream: --cache: [^\n]+\n$/);
    expect(stderr).toContain(file);
    expect([code, stdout]).toEqual([2, '']);
  });
});

test.skipIf(SQLITE_NEED.isMet)(
  '--cache on a Node without SQLite is one line on stderr and exit code 2',
  async () => {
    const { code, stdout, stderr } = await command.run(
      `check http://a.example/ ${AS_EXAMPLE_BOT.join(' ')} --cache a`,
    );
    expect(stderr).toMatch(/^robotstream: --cache: [^\n]+ needs Node 22\.13 or later[^\n]+\n$/);
    expect([code, stdout]).toEqual([2, '']);
  },
);

test('--timeout ends a fetch that takes too long', async () => {
  const silent = await site(() => {});
  const { code, stdout } = await command.run(
    `check ${silent.origin}/ ${AS_EXAMPLE_BOT.join(' ')} --timeout 0.2 --json`,
  );
  expect(fromNdjson(stdout)).toMatchObject([
    { allowed: false, access: 'unreachable', provenance: { fault: 'total-timeout' } },
  ]);
  expect(code).toBe(1);
});

test('many URLs of one site are one request, and many sites are answered in order', async () => {
  const sites = await Promise.all(Array.from({ length: 5 }, () => site(FILE)));
  const urls = Array.from({ length: 200 }, (_, i) => `${sites[i % sites.length]?.origin}/${i}`);
  const { stdout } = await command.run(['check', ...urls, ...AS_EXAMPLE_BOT, '--json']);
  expect(fromNdjson(stdout).map(({ url }) => url)).toEqual(urls);
  expect(sites.map(({ requests }) => requests.length)).toEqual([1, 1, 1, 1, 1]);
});

describe('several crawlers', () => {
  const AGENTS = ['--agent', 'ExampleBot', '--agent', '*'];

  test('each by itself, also for a site without a file; a list of URLs', async () => {
    const one = await site(FILE);
    const none = await site({ status: 503 });
    const input = `${one.origin}/private/\n${none.origin}/\n`;
    const { code, stdout } = await command.run(['check', '--urls', '-', ...AGENTS], { input });
    expect(stdout).toContain(`each site's robots.txt for ExampleBot, *, under rfc9309

ExampleBot: 2 of 2 URLs are disallowed.`);
    expect(stdout).toContain('*: 1 of 2 URLs are disallowed.');
    expect(stdout).toContain(`  ${none.origin}/  `);
    expect(code).toBe(1);
    const json = await command.run(['check', `${none.origin}/`, ...AGENTS, '--json']);
    expect(
      fromNdjson(json.stdout).map(({ id, agent, allowed, access }) => [id, agent, allowed, access]),
    ).toEqual([
      [1, 'ExampleBot', false, 'unreachable'],
      [1, '*', false, 'unreachable'],
    ]);
    const together = await command.run(['check', `${none.origin}/`, ...AGENTS, '--json', '--together']);
    expect(fromNdjson(together.stdout)).toHaveLength(1);
  });
});

test('an outage under a profile that then allows everything has one reason, from the first failure on, also in --batch', async () => {
  const { origin } = await site({ status: 503 });
  const reading = ['--profile', 'heritrix-3'];
  const one = await command.run(['check', `${origin}/a`, '--agent', 'FooBot', ...reading, '--json']);
  const question = JSON.stringify({ status: 503, agents: ['FooBot'], url: '/a' });
  const batch = await command.run(['check', '--batch', ...reading], { input: `${question}\n` });
  for (const { stdout } of [one, batch])
    expect(JSON.parse(stdout)).toMatchObject({ allowed: true, reason: 'unreachable-allowed' });
  expect(JSON.parse(one.stdout).explanation).toContain(
    'the robots.txt is unreachable, and under this profile everything is allowed then',
  );
});
