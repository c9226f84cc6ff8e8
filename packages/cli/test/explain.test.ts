/** `robotstream explain` */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../src/index.js';
import { robotsBody, urlNear } from '../../../test/reference/arbitraries.js';
import { checkProperty } from '../../../test/support/property.js';
import { runInProcess, useCommand } from './support/command.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const ROBOTS_TXT = `User-agent: *
Disallow: /private/

User-agent: ExampleBot # ours
User-agent: MJ12bot
Disallow: /search
Allow: /*/maps
Disallow: /%73earch/m*
`;

const command = useCommand();
const startSite = useSites();

async function explain(url: string, ...options: string[]) {
  return command.run(['explain', '-', url, '--agent', 'ExampleBot', ...options], { input: ROBOTS_TXT });
}

test('text: user-agent lines, URL, rules, and the lines that decide', async () => {
  const { code, stdout, stderr } = await explain('https://example.com/search/%6daps#top');
  expect(stdout).toBe(`standard input for ExampleBot, under rfc9309

disallowed  https://example.com/search/%6daps#top
  the group of line 4 names ExampleBot; line 8 decides: disallow /%73earch/m*

User-agent lines
    1  *           does not count, because a group names this crawler
  > 4  ExampleBot  names ExampleBot
    5  MJ12bot     names another crawler: MJ or MJ12bot

URL
  /search/maps
    https://example.com → nothing  only says which robots.txt governs the URL
    #top → nothing                 a fragment is not sent to the server
    %6d → m                        the same, and compared unescaped

Rules that match, in order of precedence
  > 8  disallow  /%73earch/m*  10 bytes, compared as /search/m*
    7  allow     /*/maps       7 bytes
    6  disallow  /search       7 bytes

The rule in words
  It matches every path that begins with /search/m.
  matches        /search/m  /search/mx
  does not match /search/  /Search/m

Lines that decide
  4 | User-agent: ExampleBot # ours
    |             ^^^^^^^^^^
  8 | Disallow: /%73earch/m*
    |           ^^^^^^^^^^^^
`);
  expect([code, stderr]).toEqual([1, '']);
});

test('text says that no rule matches, that no group applies, or that no rule is tried', async () => {
  const none = await explain('/');
  expect(none.stdout).toContain('\n  /  compared as given\n');
  expect(none.stdout).toContain('\n  none of 3 rules\n');
  expect(none.code).toBe(0);
  const empty = await command.run(['explain', '-', '/', '--agent', 'a']);
  expect(empty.stdout).toBe(`standard input for a, under rfc9309

allowed  /
  the file has no group.

User-agent lines
  none

URL
  /  compared as given

Rules that match, in order of precedence
  none
`);
  expect((await explain('/robots.txt')).stdout).toContain(
    '\n  none is tried: /robots.txt itself is always allowed\n',
  );
});

test('long lists are folded, and keep the lines for the crawler', async () => {
  const others = Array.from({ length: 30 }, (_, i) => `User-agent: a${i}\n`).join('');
  const rules = 'Disallow: /\n'.repeat(30);
  const { stdout } = await command.run(['explain', '-', '/', '--agent', 'b'], {
    input: `${others}User-agent: b\n${rules}`,
  });
  expect(stdout).toContain('\n  > 31  b    names b\n    and 19 more user-agent lines\n');
  expect(stdout).toContain('\n    and 18 more rules\n');
});

test('a long line is cut around the octets that decide, in the width of the terminal', async () => {
  const pattern = `/${'漢'.repeat(60)}`;
  const input = `User-agent: *\n${' '.repeat(90)}Disallow: ${pattern} # ${'x'.repeat(90)}\n`;
  const { stdout } = await runInProcess(
    ['explain', '-', pattern, '--agent', 'b'],
    { input, env: { NO_COLOR: '1' } },
    60,
  );
  const frame = stdout.slice(stdout.lastIndexOf('  2 | ')).split('\n');
  expect(frame).toEqual([
    `  2 | …     Disallow: /${'漢'.repeat(15)}… # xx…`,
    `    | ${' '.repeat(16)}${'^'.repeat(32)}`,
    '',
  ]);
});

test('a byte order mark is not part of the line that is shown', async () => {
  const { stdout } = await command.run(['explain', '-', '/', '--agent', 'a'], {
    input: '\ufeffUser-agent: *\rDisallow: /\r',
  });
  expect(stdout).toContain('\n  1 | User-agent: *\n    |             ^\n  2 | Disallow: /\n');
});

test('no control character of the file, the URL or the agent reaches the terminal', async () => {
  const hostile = '\u001b[31m\u202e\u0007';
  const { stdout } = await command.run(
    ['explain', '-', `/${hostile}`, '--agent', 'a\u009b31m\u202e\u007f', '--profile', 'google'],
    { input: `User-agent: ${hostile}\nUser-agent: *\nDisallow: /${hostile}\n` },
  );
  expect(stdout).toContain(' for a\\x9b31m\\u202e\\x7f, under google\n\nallowed  /');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});

describe('--json', () => {
  test('has the keys of check, then the steps', async () => {
    const { stdout, code } = await explain('/search/%6daps', '--json');
    expect(JSON.parse(stdout)).toEqual({
      url: '/search/%6daps',
      allowed: false,
      line: 8,
      directive: 'disallow',
      pattern: '/%73earch/m*',
      reason: 'disallow-rule',
      explanation: 'Disallowed: the group of line 4 names ExampleBot; line 8 decides: disallow /%73earch/m*',
      agentLines: [
        {
          line: 1,
          value: '*',
          reason: 'wildcard-not-needed',
          agent: null,
          names: [],
          explanation: 'does not count, because a group names this crawler',
        },
        {
          line: 4,
          value: 'ExampleBot',
          reason: 'names-caller',
          agent: 'ExampleBot',
          names: ['ExampleBot'],
          explanation: 'names ExampleBot',
        },
        {
          line: 5,
          value: 'MJ12bot',
          reason: 'other-name',
          agent: null,
          names: ['MJ', 'MJ12bot'],
          explanation: 'names another crawler: MJ or MJ12bot',
        },
      ],
      groups: [{ userAgentLines: [4, 5], ruleLines: [6, 7, 8] }],
      compared: '/search/maps',
      changes: [
        {
          kind: 'decoded',
          from: '%6d',
          to: 'm',
          explanation: 'the same, and compared unescaped',
        },
      ],
      rules: [
        {
          line: 8,
          directive: 'disallow',
          pattern: '/%73earch/m*',
          compared: '/search/m*',
          octets: 10,
          decides: true,
        },
        { line: 7, directive: 'allow', pattern: '/*/maps', compared: '/*/maps', octets: 7, decides: false },
        {
          line: 6,
          directive: 'disallow',
          pattern: '/search',
          compared: '/search',
          octets: 7,
          decides: false,
        },
      ],
      words: {
        words: 'every path that begins with /search/m',
        matching: ['/search/m', '/search/mx'],
        near: ['/search/', '/Search/m'],
      },
      notes: [],
    });
    expect(code).toBe(1);
  });

  checkProperty(
    'explain agrees with check under every profile',
    fc.asyncProperty(
      robotsBody().chain((body) => fc.tuple(fc.constant(body), urlNear(body))),
      fc.constantFrom(...Object.keys(PROFILES)),
      async ([input, url], profile) => {
        // A word that begins with "-" is an option.
        const args = ['--agent', 'foobot', '--profile', profile, '--json', '--', '-', url];
        const explained = await runInProcess(['explain', ...args], { input });
        const checked = await runInProcess(['check', ...args], { input });
        expect([explained.code, explained.stderr]).toEqual([checked.code, checked.stderr]);
        if (checked.code === 2) return;
        const { id, ...answer } = JSON.parse(checked.stdout);
        expect(JSON.parse(explained.stdout)).toMatchObject(answer);
      },
    ),
    { runsShare: 0.2 },
  );
});

describe('a URL', () => {
  test('is explained by the robots.txt of its site', async () => {
    const { origin } = await startSite({ body: ROBOTS_TXT });
    const { stdout, code } = await command.run(['explain', `${origin}/private/x`, '--agent', 'a']);
    expect(stdout).toContain(
      `${origin}/robots.txt for a, under rfc9309\n\ndisallowed  ${origin}/private/x\n`,
    );
    expect(stdout).toContain('  2 | Disallow: /private/\n    |           ^^^^^^^^^\n');
    expect(stdout).toContain(
      `\n${origin}/robots.txt, fetched just now: success (status 200), fresh for 24 h\n`,
    );
    expect(code).toBe(1);
    const other = await command.run(['explain', origin, '/private/', '--agent', 'a', '--json']);
    expect(JSON.parse(other.stdout)).toMatchObject({
      url: `${origin}/private/`,
      line: 2,
      access: 'success',
      truncated: false,
      provenance: { status: 200 },
    });
  });

  test('of a site without a robots.txt is allowed, and of an unreachable one is not', async () => {
    const { origin } = await startSite({ status: 404 });
    const missing = await command.run(['explain', `${origin}/x`, '--agent', 'a']);
    expect(missing.stdout).toContain(
      `allowed  ${origin}/x\n  there is no robots.txt for this crawler (status 404).\n\n${origin}/robots.txt, fetched`,
    );
    expect(missing.code).toBe(0);
    const refused = await command.run(['explain', `${CLOSED_ORIGIN}/x`, '--agent', 'a', '--json']);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      allowed: false,
      reason: 'unreachable',
      agentLines: [],
      rules: [],
      access: 'unreachable',
    });
    expect(refused.code).toBe(1);
  });
});

test.each([
  [[], 'no FILE and no URL is given'],
  [['-'], 'no URL is given'],
  [['-', '/', '/a'], 'one URL is expected, not 2'],
  [
    ['-', 'x', '--agent', 'a'],
    '"x" is not an absolute http, https or ftp URL, or a path that begins with a single "/"',
  ],
  [
    ['-', '/', '--agent', 'a', '--timeout', '1'],
    '--timeout cannot be used with a file, which is not fetched',
  ],
  [
    ['-', '//b.example/x', '--agent', 'a'],
    '"//b.example/x" is not an absolute http, https or ftp URL, or a path that begins with a single "/"',
  ],
  [
    ['http://a.example/', '//b.example/', '--agent', 'a'],
    '"//b.example/" is neither a path that begins with a single "/" nor a URL of the site of http://a.example/',
  ],
  [['http://', '--agent', 'a'], '"http://" is not an absolute http, https or ftp URL'],
  [
    ['http://a.example/', 'http://b.example/', '--agent', 'a'],
    '"http://b.example/" is neither a path that begins with a single "/" nor a URL of the site of http://a.example/',
  ],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await command.run(['explain', ...args]);
  expect(stderr.replace(' (see robotstream explain --help)', '')).toBe(`robotstream: ${message}\n`);
  expect([code, stdout]).toEqual([2, '']);
});

test('in a narrow terminal, sentences are wrapped between words', async () => {
  const input = `User-agent: *\nDisallow: /${'a'.repeat(20)}\n`;
  const { stdout } = await runInProcess(
    ['explain', '-', `/${'a'.repeat(20)}`, '--agent', 'FooBot'],
    { input },
    60,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds colours
  const [, , , ...lines] = stdout.replaceAll(/\u001b\[\d+m/g, '').split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '  no group names this crawler, and the group of line 1 is',
    '  for "*"; line 2 decides: disallow /aaaaaaaaaaaaaaaaaaaa',
    '',
  ]);
});

test('what the registry says about the crawler follows the explanation', async () => {
  const input = 'User-agent: *\nCrawl-delay: 5\n';
  const asked = (agent: string, ...options: string[]) =>
    command.run(['explain', '-', '/', '--agent', agent, ...options], { input });
  const text = await asked('Perplexity-User/1.0');
  expect(text.stdout).toMatch(
    /\n\nPerplexity-User may ignore robots\.txt, because it fetches what users ask for\.\n$/,
  );
  const json = await asked('Amazonbot', '--json');
  expect(JSON.parse(json.stdout).notes).toEqual(['Amazonbot ignores Crawl-delay. The file asks it for 5 s.']);
  expect(JSON.parse((await asked('MyBot', '--json')).stdout).notes).toEqual([]);
});

test('a known crawler is judged by its own reading, unless a profile is named', async () => {
  const input = 'User-agent: *\nDisallow: /a\n\nUser-agents: Googlebot\nDisallow: /b\n';
  const asked = (...options: string[]) => command.run(['explain', '-', '/a', ...options], { input });
  const own = await asked('--agent', 'Googlebot/2.1');
  expect(own.stdout).toMatch(/^standard input for Googlebot\/2\.1, as Googlebot\/2\.1 reads it: google\n/);
  expect(own.code).toBe(0);
  // White space that a matcher does not trim makes another name.
  const other = await asked('--agent', '\u00a0Googlebot');
  expect(other.stdout).toContain(', under rfc9309\n');
  expect(other.code).toBe(1);
  const named = await asked('--agent', 'Googlebot', '--profile', 'rfc9309');
  expect(named.stdout).toMatch(/^standard input for Googlebot, under rfc9309\n/);
  expect(named.code).toBe(1);
  const check = await command.run(['check', '-', '/a', '--agent', 'Googlebot', '--agent', 'GPTBot'], {
    input,
  });
  expect(check.stdout).toContain('under rfc9309, and as Googlebot reads it: google');
  expect(check.stdout.replaceAll(/ +/g, ' ')).toContain('\nyes no 2 /a\n');
});
