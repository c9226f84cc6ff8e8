/** `robotstream diff` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const OLD = `User-agent: *
Disallow: /private/
Allow: /private/press

User-agent: ExampleBot
User-agent: MJ12bot/1.0 (x)
Disallow: /search
`;

const NEW = `User-agent: *
Disallow: /private

User-agent: ExampleBot
User-agent: MJ12bot
Disallow: /search/

User-agent: GPTBot
Disallow: /
`;

const command = useCommand();
const startSite = useSites();

beforeAll(() => {
  writeFileSync(join(command.folder, 'old.txt'), OLD);
  writeFileSync(join(command.folder, 'new.txt'), NEW);
});

test('text: what opens, what closes, for whom, and which lines decide', async () => {
  const { code, stdout, stderr } = await command.run(['diff', 'old.txt', 'new.txt']);
  expect(stdout).toBe(`old.txt → new.txt, under rfc9309
The whole site is closed for GPTBot.

* (all others)
  closes  /private
    - no rule matches, so it is allowed
    + line 2: disallow /private
  closes  /private/press
    - line 3: allow /private/press
    + line 2: disallow /private

ExampleBot, MJ12bot
  opens   /search
    - line 7: disallow /search
    + no rule matches, so it is allowed

GPTBot
  the whole site is closed
  closes  /
    - no rule matches, so it is allowed
    + line 9: disallow /
  closes  /private/press
    - line 3: allow /private/press
    + line 9: disallow /

Different for 4 of 4 crawlers.
`);
  expect([code, stderr]).toEqual([1, '']);
});

test('a file does not differ from itself; standard input is a side', async () => {
  const { code, stdout } = await command.run(['diff', '-', 'new.txt'], { input: NEW });
  expect(stdout).toBe('standard input → new.txt, under rfc9309\n\nNo difference for 4 crawlers.\n');
  expect(code).toBe(0);
});

test('--label names the sides, in JSON too', async () => {
  const labelled = (...args: string[]) =>
    command.run(['diff', '-', 'new.txt', ...args], { input: 'User-agent: GPTBot\n' });
  const both = ['--label', 'robots.txt on main', '--label=\u001b[31mnew'];
  expect((await labelled(...both)).stdout).toMatch(/^robots\.txt on main → .*\[31mnew, under rfc9309\n/);
  expect((await labelled(...both)).stdout).not.toContain('\u001b');
  const { before, after } = JSON.parse((await labelled(...both.slice(0, 2), '--json')).stdout);
  expect([before.name, after.name]).toEqual(['robots.txt on main', 'new.txt']);
  const { code, stderr } = await labelled(...both, '--label', 'third');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--label is given 3 times for 2 files')]);
});

test.each(['rfc9309', 'draft-koster-rep-00', 'koster-1996'])(
  'names of several words are compared whole under %s',
  async (profile) => {
    writeFileSync(join(command.folder, 'office.txt'), 'User-agent: Microsoft Office\nDisallow: /\n');
    const args = ['diff', '-', 'office.txt', '--profile', profile];
    const { code, stdout } = await command.run(args, { input: 'User-agent: Microsoft Word\nDisallow: /\n' });
    expect(stdout).toMatch(/^Microsoft Word\n {2}opens {3}\/$/m);
    expect(stdout).toMatch(/^The whole site is closed for Microsoft Office\.$/m);
    expect(stdout).toMatch(/^Microsoft Office\n {2}the whole site is closed\n {2}closes {2}\/$/m);
    expect(code).toBe(1);
  },
);

test('each --agent is judged by itself, and one of the registry as it finds its groups', async () => {
  const input = 'User-agent: Googlebot\nDisallow: /g\n';
  const { stdout } = await command.run(
    [
      ...['diff', '-', 'new.txt', '--json'],
      ...['Googlebot-News', 'AdsBot-Google', 'googlebot-news'].flatMap((agent) => ['--agent', agent]),
    ],
    { input },
  );
  const { crawlers } = JSON.parse(stdout);
  expect(crawlers).toEqual([
    {
      agents: ['Googlebot-News'],
      profiles: ['google', 'google'],
      opens: [
        {
          path: '/g',
          before: { allowed: false, line: 2, directive: 'disallow', pattern: '/g' },
          after: { allowed: true, line: 0, directive: null, pattern: null },
        },
      ],
      closes: [
        {
          path: '/private',
          before: { allowed: true, line: 0, directive: null, pattern: null },
          after: { allowed: false, line: 2, directive: 'disallow', pattern: '/private' },
        },
      ],
      escaped: [],
      isExhaustive: true,
    },
    {
      agents: ['AdsBot-Google'],
      profiles: ['google', 'google'],
      opens: [],
      closes: [],
      escaped: [],
      isExhaustive: true,
    },
  ]);
});

describe('two profiles', () => {
  test('--profile twice is as --profiles', async () => {
    const input = 'User-agent: *\nDisallow: /*.pdf$\n';
    const pair = await command.run(['diff', '-', '--profile', 'rfc9309', '--profile', 'python-3.11'], {
      input,
    });
    const list = await command.run(['diff', '-', '--profiles', 'rfc9309,python-3.11'], { input });
    expect(pair).toEqual(list);
    expect(pair.stdout).toContain('opens   /.pdf');
    const thrice = ['a', 'b', 'c'].flatMap(() => ['--profile', 'google']);
    expect((await command.run(['diff', '-', ...thrice], { input })).code).toBe(2);
  });

  const input = 'User-agent: *\nDisallow: /a\nDisallow: /%7Euser\n';

  test('of one file differ, percent-encoded spellings last and in one line', async () => {
    const { code, stdout } = await command.run(['diff', '-', '--profiles', 'rfc9309,google'], { input });
    expect(stdout).toBe(`standard input, under rfc9309 and under google

* (all others)
  opens   /~user
    - line 3: disallow /%7Euser
    + no rule matches, so it is allowed
  and 1 rule differs only for percent-encoded spellings, such as /%61

Different for * (all others).
`);
    expect(code).toBe(1);
  });

  test('that differ for percent-encoded spellings alone give exit code 0', async () => {
    const { code, stdout } = await command.run(['diff', '-', '--profiles', 'rfc9309,google'], {
      input: 'User-agent: *\nDisallow: /a\n',
    });
    expect(stdout).toContain('\n  1 rule differs only for percent-encoded spellings, such as /%61\n');
    expect(stdout).toContain('\nNo difference for 1 crawler.\n');
    expect(code).toBe(0);
  });

  test('of two files', async () => {
    const { stdout } = await command.run(['diff', 'old.txt', 'new.txt', '--profiles', 'google,koster-1996']);
    expect(stdout).toContain('old.txt under google → new.txt under koster-1996\n');
  });
});

test('--purpose compares for the crawlers with that purpose', async () => {
  writeFileSync(join(command.folder, 'open.txt'), '');
  writeFileSync(join(command.folder, 'no-gpt.txt'), 'User-agent: GPTBot\nDisallow: /\n');
  const args = ['diff', 'open.txt', 'no-gpt.txt', '--purpose'];
  const { stdout } = await command.run([...args, 'train']);
  expect(stdout).toMatch(/\nGPTBot\n +the whole site is closed\n/);
  const search = await command.run([...args, 'search']);
  expect(search.stdout).toMatch(/No difference for \d+ crawlers\./);
});

describe('--urls', () => {
  test('compares the URLs of a list', async () => {
    const input = '# a list\n\n/private\r\nhttps://example.com/search\n/other\n';
    const { code, stdout } = await command.run(['diff', 'old.txt', 'new.txt', '--urls', '-'], { input });
    expect(stdout).toBe(`old.txt → new.txt, under rfc9309

  closes  /private
    for * (all others)
    - no rule matches, so it is allowed
    + line 2: disallow /private

  closes  /private
    for GPTBot
    - no rule matches, so it is allowed
    + line 9: disallow /

  opens   https://example.com/search
    for ExampleBot, MJ12bot
    - line 7: disallow /search
    + no rule matches, so it is allowed

  closes  https://example.com/search
    for GPTBot
    - no rule matches, so it is allowed
    + line 9: disallow /

  closes  /other
    for GPTBot
    - no rule matches, so it is allowed
    + line 9: disallow /
`);
    expect(code).toBe(1);
  });

  test('as JSON, with a URL that cannot be judged', async () => {
    const args = ['diff', 'old.txt', 'new.txt', '--urls', '-', '--json', '--agent', 'ExampleBot'];
    const { code, stdout, stderr } = await command.run(args, { input: 'foo\n/search\n' });
    expect(fromNdjson(stdout)).toEqual([
      {
        url: '/search',
        agents: ['ExampleBot'],
        before: {
          allowed: false,
          line: 7,
          directive: 'disallow',
          pattern: '/search',
          reason: 'disallow-rule',
        },
        after: { allowed: true, line: 0, directive: null, pattern: null, reason: 'no-matching-rule' },
      },
    ]);
    expect(stderr).toBe(
      'robotstream: 1 relative URL without a site, so not judged: standard input:1: "foo" is not an absolute http, https or ftp URL, or a path that begins with a single "/"\n',
    );
    expect(code).toBe(2);
  });

  test('without a difference', async () => {
    const { code, stdout } = await command.run(['diff', 'old.txt', 'old.txt', '--urls', '-'], {
      input: '/a',
    });
    expect(stdout).toBe('old.txt → old.txt, under rfc9309\n\nNo difference.\n');
    expect(code).toBe(0);
  });
});

test('many differences and many crawlers are folded', async () => {
  const groups = Array.from({ length: 10 }, (_, i) => `User-agent: bot-${'x'.repeat(i + 1)}\n`).join('');
  const rules = Array.from({ length: 15 }, (_, i) => `Disallow: /${'abcdefghijklmno'[i]}\n`).join('');
  const { stdout } = await command.run(['diff', '-', 'old.txt'], { input: `${groups}${rules}` });
  expect(stdout).toContain('\nbot-x, bot-xx, bot-xxx, bot-xxxx, bot-xxxxx, bot-xxxxxx and 4 others\n');
  expect(stdout).toContain('\n    and opens URLs for 5 more pairs of rules\n');
});

test('says that there may be more if the limit of steps ends the comparison', async () => {
  const rules = Array.from({ length: 300 }, (_, i) => `Disallow: /*a*b*c*${i}*d*e${i}\n`).join('');
  const { code, stdout } = await command.run(['diff', '-', '--profiles', 'rfc9309,google'], {
    input: `User-agent: *\n${rules}`,
  });
  expect(stdout).toMatch(/There may be more for 1 of them: their rules are too many to compare in full\.\n$/);
  expect(code).toBe(1);
});

test('a robots.txt is fetched; a missing one allows everything, and an unreachable one is a failure', async () => {
  const { origin } = await startSite({ body: OLD });
  const fetched = await command.run(['diff', `${origin}/x`, 'old.txt']);
  expect(fetched.stdout).toBe(
    `${origin}/robots.txt → old.txt, under rfc9309\n\nNo difference for 3 crawlers.\n`,
  );
  const missing = await startSite({ status: 404 });
  const { stdout } = await command.run(['diff', missing.origin, 'old.txt', '--agent', 'ExampleBot']);
  expect(stdout).toContain('  closes  /search\n');
  const refused = await command.run(['diff', CLOSED_ORIGIN, 'old.txt']);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('the robots.txt is unreachable');
});

describe('crawlers of different readings', () => {
  /** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
  const write = (name: string, path: string) =>
    writeFileSync(join(command.folder, name), `User-agents: Googlebot\nDisallow: ${path}\n`);

  test('are compared by the profile of each, and named by it', async () => {
    write('a.txt', '/a');
    write('b.txt', '/b');
    const { code, stdout } = await command.run(['diff', 'a.txt', 'b.txt']);
    expect(stdout).toBe(`a.txt → b.txt, under rfc9309, and as Googlebot reads it: google

Googlebot
  opens   /a
    - line 2: disallow /a
    + no rule matches, so it is allowed
  closes  /b
    - no rule matches, so it is allowed
    + line 2: disallow /b

Different for 1 of 2 crawlers.
`);
    expect(code).toBe(1);
    const json = JSON.parse((await command.run(['diff', 'a.txt', 'b.txt', '--json'])).stdout);
    expect(json.before.profile).toBeNull();
    expect(json.crawlers[1]).toMatchObject({
      agents: ['Googlebot'],
      profiles: ['google', 'google'],
      opens: [{ before: { line: 2, pattern: '/a' } }],
    });
    const urls = await command.run(['diff', 'a.txt', 'b.txt', '--urls', '-'], { input: '/a\n' });
    expect(urls.stdout).toContain('    for Googlebot\n    - line 2: disallow /a\n');
    const named = await command.run(['diff', 'a.txt', 'b.txt', '--profile', 'rfc9309']);
    expect([named.code, named.stdout]).toEqual([
      0,
      'a.txt → b.txt, under rfc9309\n\nNo difference for 1 crawler.\n',
    ]);
  });

  test('have no rules on a site that the reading of one closes', async () => {
    write('b.txt', '/b');
    const { origin } = await startSite({ status: 429 });
    const { code, stdout, stderr } = await command.run(['diff', origin, 'b.txt']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('/robots.txt, as it is read by google: Disallowed: ');
    expect((await command.run(['diff', origin, 'b.txt', '--agent', 'GPTBot'])).code).toBe(0);
  });
});

test.each([
  [[], 'no OLD and no NEW is given'],
  [['a'], 'no NEW is given; to compare two profiles of one file: --profiles P,P'],
  [['a', 'b', 'c'], 'two files are expected, not 3'],
  [['-', '-'], '- is given twice; standard input can be read only once'],
  [['-', 'b', '--urls', '-'], '- is given twice; standard input can be read only once'],
  [
    ['a', '--profiles', 'google'],
    '--profiles is "google"; two profiles, such as rfc9309,google, are expected',
  ],
  [['a', '--profiles', 'google,x'], 'unknown profile "x"; '],
  [
    ['a', '--profiles', 'google,rfc9309', '--profile', 'google'],
    '--profile and --profiles exclude each other',
  ],
  [['a', 'b', '--cache', 'c'], '--cache cannot be used with a file, which is not fetched'],
  [['missing.txt', 'b'], 'missing.txt: no such file'],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await command.run(['diff', ...args]);
  expect(stderr).toContain(`robotstream: ${message}`);
  expect([code, stdout]).toEqual([2, '']);
});

test('a path that begins with two slashes is judged for crawlers that share an entry', async () => {
  const groups = 'User-agent: a\nDisallow: /*/x\n\nUser-agent: b\nDisallow: /*/x\n';
  writeFileSync(join(command.folder, 'slashes.txt'), groups);
  writeFileSync(join(command.folder, 'open.txt'), 'User-agent: a\nUser-agent: b\nDisallow:\n');
  const { stdout } = await command.run(['diff', 'slashes.txt', 'open.txt']);
  expect(stdout).toContain('a, b\n  opens   //x\n    - lines 2, 5: disallow /*/x\n');
});

test('licenses that appear and go are shown, and are no difference of verdicts', async () => {
  const licensed = (url: string) => `License: ${url}\nUser-agent: *\nDisallow: /x\n`;
  writeFileSync(join(command.folder, 'licensed.txt'), licensed('https://a.example/l.xml'));
  const compared = ['diff', 'licensed.txt', '-'];
  const input = licensed('https://b.example/l.xml');
  const { code, stdout } = await command.run(compared, { input });
  expect(stdout).toContain('Licenses\n    - https://a.example/l.xml\n    + https://b.example/l.xml\n');
  expect(code).toBe(0);
  const { licenses } = JSON.parse((await command.run([...compared, '--json'], { input })).stdout);
  expect(licenses).toEqual({ added: ['https://b.example/l.xml'], removed: ['https://a.example/l.xml'] });
});
