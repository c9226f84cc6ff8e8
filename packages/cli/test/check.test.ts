/** `robotstream check FILE|- URL...` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInProcess, useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';

const command = useCommand();

const ROBOTS_TXT = `User-agent: ExampleBot
Disallow: /private/
Allow: /private/open # but not this

User-agent: OtherBot
Disallow: /other

User-agent: *
Disallow:
Disallow: /%7Eall
`;

beforeAll(() => writeFileSync(join(command.folder, 'robots.txt'), ROBOTS_TXT));

describe('text', () => {
  test('has the verdict, the deciding line with its number, and the explanation', async () => {
    const { code, stdout, stderr } = await command.run(
      'check robots.txt https://example.com/private/x /private/open / --agent ExampleBot/2.1',
    );
    expect(stdout).toBe(`robots.txt for ExampleBot/2.1, under rfc9309

disallowed  https://example.com/private/x
  2 | Disallow: /private/
  the group of line 1 names ExampleBot; line 2 decides: disallow /private/

allowed     /private/open
  3 | Allow: /private/open # but not this
  the group of line 1 names ExampleBot; line 3 decides: allow /private/open

allowed     /
  the group of line 1 names ExampleBot, and none of its rules matches.

Lint: 2 warnings: see robotstream lint robots.txt
`);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('for standard input that is not UTF-8', async () => {
    const input = Buffer.from('User-agent: *\rDisallow: /caf\xe9/\rAllow: /', 'latin1');
    const { code, stdout } = await command.run(['check', '-', '/caf%E9/', '--agent', '*'], { input });
    expect(stdout).toContain(
      'standard input for *, under rfc9309\n\ndisallowed  /caf%E9/\n  2 | Disallow: /caf\ufffd/\n',
    );
    expect(code).toBe(1);
  });

  test('says that the file was cut', async () => {
    const input = `User-agent: *\n${'#'.repeat(512_000)}\nDisallow: /\n`;
    const cut = await command.run(['check', '-', '/', '--agent', 'a'], { input });
    expect(cut.stdout).toContain('under rfc9309 (cut at the parsing limit)\n\nallowed     /\n');
    expect(cut.code).toBe(0);
    const whole = await command.run(['check', '-', '/', '--agent', 'a', '--max-octets', 'Infinity'], {
      input,
    });
    expect(whole.stdout).toContain('under rfc9309\n\ndisallowed  /\n  3 | Disallow: /\n');
    expect(whole.code).toBe(1);
  });

  test('shows control characters of the file and the URL as escapes', async () => {
    const input = 'User-agent: *\nDisallow: /\u007f\u202e\n';
    const { stdout } = await command.run(['check', '-', '/\u007f\u202e', '--agent', 'a\u009b1m'], { input });
    expect(stdout).toContain('for a\\x9b1m,');
    expect(stdout).toContain('disallowed  /\\x7f\\u202e\n  2 | Disallow: /\\x7f\\u202e\n');
  });
});

describe('exit code', () => {
  test.each([
    ['0 if all are allowed', ['/', '/private/open'], 0],
    ['1 if one is disallowed', ['/', '/private/', '/'], 1],
    ['2 if one cannot be judged, whatever the others', ['/private/', 'nonsense', '/'], 2],
  ])('%s', async (_, urls, expected) => {
    const { code } = await command.run(['check', 'robots.txt', ...urls, '--agent', 'ExampleBot']);
    expect(code).toBe(expected);
  });
});

test('a URL that cannot be judged is reported on stderr; the others are judged', async () => {
  const { code, stdout, stderr } = await command.run([
    'check',
    'robots.txt',
    'no\nsense',
    '/private/',
    'mailto:a@b.c',
    '--agent',
    'ExampleBot',
    '--json',
  ]);
  expect(stderr).toMatch(
    /^robotstream: [^\n]*"no\\nsense"[^\n]+\nrobotstream: [^\n]*"mailto:a@b\.c"[^\n]+\n$/,
  );
  expect(fromNdjson(stdout)).toMatchObject([{ id: 2, url: '/private/' }]);
  expect(code).toBe(2);
});

test('--together: several names are those of one crawler', async () => {
  const urls = ['/private/', '/other', '/~all'];
  const ask = async (...agents: string[]) => {
    const { stdout } = await command.run([
      'check',
      'robots.txt',
      ...urls,
      ...agents.flatMap((agent) => ['--agent', agent]),
      '--together',
      '--json',
    ]);
    return fromNdjson(stdout).map(({ allowed }) => allowed);
  };
  expect(await ask('ExampleBot')).toEqual([false, true, true]);
  expect(await ask('ExampleBot', 'OtherBot')).toEqual([false, false, true]);
  expect(await ask('*')).toEqual([true, true, false]);
});

test.each([
  ['rfc9309', false],
  ['google', true],
  ['draft-koster-rep-00', false],
  ['koster-1996', false],
])('--profile %s', async (profile, allowed) => {
  const { stdout, code } = await command.run([
    'check',
    'robots.txt',
    '/~all',
    '--agent',
    'a',
    '--profile',
    profile,
    '--json',
  ]);
  expect(fromNdjson(stdout)).toMatchObject([{ allowed }]);
  expect(code).toBe(allowed ? 0 : 1);
});

test('--json: one object for each URL, with the keys of --batch and the explanation', async () => {
  const { stdout, stderr } = await command.run(
    'check robots.txt /private/x / /robots.txt --agent ExampleBot --json',
  );
  const answers = fromNdjson(stdout);
  for (const answer of answers) {
    expect(Object.keys(answer).join(' ')).toBe('id url allowed line directive pattern reason explanation');
  }
  expect(answers).toMatchObject([
    {
      id: 1,
      url: '/private/x',
      allowed: false,
      line: 2,
      directive: 'disallow',
      pattern: '/private/',
      reason: 'disallow-rule',
    },
    { id: 2, url: '/', allowed: true, line: 0, directive: null, pattern: null, reason: 'no-matching-rule' },
    {
      id: 3,
      url: '/robots.txt',
      allowed: true,
      line: 0,
      directive: null,
      pattern: null,
      reason: 'robots-txt',
    },
  ]);
  expect(answers[0].explanation).toMatch(/^Disallowed: .*line 2 decides/);
  expect(stderr).toBe('');
});

describe('several crawlers', () => {
  const URLS = ['/private/', '/other', '/~all'];
  const AGENTS = ['--agent', 'ExampleBot', '--agent', 'OtherBot', '--agent', '*'];

  test('text: a column for each, a line for each URL', async () => {
    const { code, stdout, stderr } = await command.run(['check', 'robots.txt', ...URLS, ...AGENTS]);
    expect(stdout).toBe(`robots.txt for ExampleBot, OtherBot, *, under rfc9309

ExampleBot  OtherBot  *         URL
no 2        yes       yes       /private/
yes         no 6      yes       /other
yes         yes       no 10     /~all

Lint: 2 warnings: see robotstream lint robots.txt
`);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('text: lines of their own where a terminal is too narrow', async () => {
    const { stdout } = await runInProcess(
      ['check', '-', '/private/', ...AGENTS],
      { input: ROBOTS_TXT, env: { NO_COLOR: '1' } },
      50,
    );
    expect(stdout).toBe(`standard input for ExampleBot, OtherBot, *, under rfc9309

/private/
  no 2      ExampleBot
  yes       OtherBot
  yes       *

Lint: 2 warnings: see robotstream lint -
`);
  });

  test('--json: a line for each crawler and URL, with the crawler after the id', async () => {
    const { code, stdout } = await command.run(['check', 'robots.txt', ...URLS, ...AGENTS, '--json']);
    const answers = fromNdjson(stdout);
    expect(answers.map(({ id, agent, url, line }) => [id, agent, url, line])).toEqual(
      URLS.flatMap((url, i) =>
        ['ExampleBot', 'OtherBot', '*'].map((agent, a) => [
          i + 1,
          agent,
          url,
          [
            [2, 0, 0],
            [0, 6, 0],
            [0, 0, 10],
          ][i]?.[a],
        ]),
      ),
    );
    expect(Object.keys(answers[0] ?? {}).slice(0, 3)).toEqual(['id', 'agent', 'url']);
    expect(code).toBe(1);
    const fine = await command.run(['check', 'robots.txt', '/', ...AGENTS, '--json']);
    expect(fine.code).toBe(0);
  });

  test('a crawler of the registry is judged as it finds its groups', async () => {
    const input = 'User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n';
    const allowed = async (agent: string, url: string, ...options: string[]) => {
      const args = ['check', '-', url, '--agent', agent, '--json', ...options];
      return fromNdjson((await command.run(args, { input })).stdout)[0]?.allowed;
    };
    expect(await allowed('Googlebot-News', '/')).toBe(false);
    expect(await allowed('Googlebot-News/2.1', '/')).toBe(false);
    expect(await allowed('Googlebot-News', '/', '--together')).toBe(true);
    expect(await allowed('AdsBot-Google', '/x')).toBe(true);
    expect(await allowed('OtherBot', '/x')).toBe(false);
  });
});

describe('--urls', () => {
  test('a list follows the URLs of the command line', async () => {
    const input = '# mine\n/private/a\n\n  /private/open  \r\nnonsense\n/other\nmore\nmailto:x';
    const args = ['check', 'robots.txt', '/', '--urls', '-', '--agent', 'ExampleBot', '--json'];
    const { code, stdout, stderr } = await command.run(args, { input });
    expect(fromNdjson(stdout).map(({ id, url, allowed }) => [id, url, allowed])).toEqual([
      [1, '/', true],
      [2, '/private/a', false],
      [3, '/private/open', true],
      [5, '/other', true],
    ]);
    expect(stderr).toContain('2 relative URLs without a site, so not judged: standard input:5: "nonsense"');
    expect(stderr).toContain('1 text other than an http, https or ftp URL, so not judged: standard input:8:');
    expect(code).toBe(2);
  });

  test('lines end with LF, CR LF or CR alone', async () => {
    const input = Buffer.from('\ufeff/a\u2028b\r\n\r\n/c\r/d\n\r/e');
    const args = ['check', 'robots.txt', '--urls', '-', '--agent', 'ExampleBot', '--json'];
    const { stdout } = await command.run(args, { input });
    expect(fromNdjson(stdout).map(({ url }) => url)).toEqual(['/a\u2028b', '/c', '/d', '/e']);
  });

  test('a line that is too long is reported, and the others are judged', async () => {
    const input = Buffer.alloc(2 ** 24 + 4, 'a');
    input.write('/b\n/');
    const { code, stdout, stderr } = await command.run(
      ['check', 'robots.txt', '--urls', '-', '--agent', 'ExampleBot', '--json'],
      { input },
    );
    expect(fromNdjson(stdout).map(({ url }) => url)).toEqual(['/b']);
    expect(stderr).toContain('1 line too long to read: standard input:2:');
    expect(code).toBe(2);
  });

  test('a long list is summed up: which line disallows how many', async () => {
    const count = 20_000;
    const input = Array.from({ length: count }, (_, i) => `https://e.com/private/${i}`).join('\n');
    const args = ['check', 'robots.txt', '--urls', '-', '--agent', '*', '--agent', 'ExampleBot'];
    const { stdout, code } = await command.run(args, { input });
    expect(stdout).toContain('*: 0 of 20,000 URLs are disallowed.');
    expect(stdout).toContain('ExampleBot: 20,000 of 20,000 URLs are disallowed.');
    expect(stdout).toMatch(/20,000 +2 +disallow \/private\/ +https:\/\/e.com\/private\/0/);
    expect(code).toBe(1);
  });

  test('CSV has a line for each URL and crawler; --blocked keeps only those that are disallowed', async () => {
    const input = 'Address,Title\nhttps://e.com/private/a,"x, y"\nhttps://e.com/b,z\n';
    const args = ['check', 'robots.txt', '--urls', '-', '--agent', '*', '--agent', 'ExampleBot', '--csv'];
    const { stdout, code } = await command.run(args, { input });
    expect(stdout.split('\r\n')).toEqual([
      'url,agent,allowed,line,directive,pattern,reason,robotsUrl',
      'https://e.com/private/a,*,allowed,,,,no-matching-rule,',
      'https://e.com/private/a,ExampleBot,disallowed,2,disallow,/private/,disallow-rule,',
      'https://e.com/b,*,allowed,,,,no-matching-rule,',
      'https://e.com/b,ExampleBot,allowed,,,,no-matching-rule,',
      '',
    ]);
    expect(code).toBe(1);
    const blocked = await command.run([...args, '--blocked'], { input });
    expect(blocked.stdout.split('\r\n').slice(1)).toEqual([
      'https://e.com/private/a,ExampleBot,disallowed,2,disallow,/private/,disallow-rule,',
      '',
    ]);
    const json = await command.run([...args.slice(0, -1), '--json', '--blocked'], { input });
    expect(fromNdjson(json.stdout).map(({ id, agent, url }) => [id, agent, url])).toEqual([
      [1, 'ExampleBot', 'https://e.com/private/a'],
    ]);
  });

  test('an entry that is not a URL is reported under every profile', async () => {
    const input = 'https://e.com/a\nfoo/bar\nmailto:x@y\n';
    const args = ['check', 'robots.txt', '--urls', '-', '--agent', 'Googlebot'];
    const { code, stdout, stderr } = await command.run(args, { input });
    expect(stdout).toContain('0 of 1 URL is disallowed.');
    expect(stderr).toContain('1 relative URL');
    expect(stderr).toContain('1 text other than an http, https or ftp URL');
    expect(code).toBe(2);
  });

  test('URLs of several hosts get a note, because a robots.txt is for one host', async () => {
    const input = 'https://e.com/a\nhttps://www.e.com/b\nhttps://www.e.com?c\n/d\n';
    const { stdout } = await command.run(['check', 'robots.txt', '--urls', '-', '--agent', 'ExampleBot'], {
      input,
    });
    expect(stdout).toContain(
      'The URLs are of several hosts: e.com, www.e.com. A robots.txt is for one host alone.',
    );
  });

  test('the URLs judged so far are printed if the rest of the list cannot be read', async () => {
    const args = ['check', 'robots.txt', '/', '--urls', 'nowhere', '--agent', '*'];
    const { code, stdout, stderr } = await command.run(args);
    expect(stdout).toContain('0 of 1 URL is disallowed.');
    expect(stderr).toBe('robotstream: nowhere: no such file\n');
    expect(code).toBe(2);
  });

  test.each<[string[], string]>([
    [['-', '--urls', '-', '--agent', 'a'], '- is given twice; standard input can be read only once'],
    [['robots.txt', '--agent', 'a'], 'no URL is given'],
    [['--agent', 'a'], 'no FILE and no URL is given'],
    [['--batch', '--urls', 'x'], '--batch takes no --urls'],
    [['robots.txt', '/', '--agent', 'a', '--csv'], '--csv needs --urls'],
    [['robots.txt', '--urls', 'x', '--agent', 'a', '--blocked'], '--blocked needs --csv or --json'],
    [['--batch', '--together'], '--batch takes no --together'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await command.run(['check', ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
