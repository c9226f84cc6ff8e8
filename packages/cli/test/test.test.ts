/** `robotstream test` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommand } from './support/command.js';
import { useSites } from './support/sites.js';

const ROBOTS_TXT = `User-agent: *
Disallow: /private/
Allow: /private/press

User-agent: Googlebot
Disallow: /search
`;

const command = useCommand();
const startSite = useSites();

beforeAll(() => writeFileSync(join(command.folder, 'robots.txt'), ROBOTS_TXT));

function runTest(expectations: string, ...options: string[]) {
  return command.run(['test', 'robots.txt', '-', ...options], { input: expectations });
}

describe('expectations', () => {
  test('that are met', async () => {
    const { code, stdout, stderr } = await runTest(`\ufeff# for all
user-agent: *
User-Agent :  GPTBot   # as *
  Allow: /
disallow:/private/ LINE 2\r
Allow: https://example.com/private/press?a#fragment line 3 # must win

User-agent: Googlebot-News
Allow: /private/ line 0
Disallow: /search line 6`);
    expect([code, stdout, stderr]).toEqual([
      0,
      '8 expectations met, under rfc9309, and as Googlebot-News reads it: google.\n',
      '',
    ]);
  });

  test('that are not met say why', async () => {
    const { code, stdout, stderr } = await runTest(
      'User-agent: a\nUser-agent: Googlebot\nDisallow: /private/\nAllow: /private/press line 2\n',
    );
    expect(stdout).toBe(`not met  disallow /private/ for Googlebot  standard input:3
  Allowed: the group of line 5 names Googlebot, and none of its rules matches.

not met  allow /private/press for a, by line 2  standard input:4
  Allowed: no group names this crawler, and the group of line 1 is for "*"; line 3 decides: allow /private/press

not met  allow /private/press for Googlebot, by line 2  standard input:4
  Allowed: the group of line 5 names Googlebot, and none of its rules matches.

3 of 4 expectations not met, under rfc9309, and as Googlebot reads it: google.
`);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('are for as many crawlers as there are User-agent lines', async () => {
    const { code, stdout, stderr } = await runTest(`${'User-agent: a\n'.repeat(150_000)}Allow: /\n`);
    expect([code, stdout, stderr]).toEqual([0, '150,000 expectations met, under rfc9309.\n', '']);
  });

  test('are judged under --profile', async () => {
    const list = 'User-agent: a\nAllow: /private%2F line 0\nAllow: no-url\n';
    expect((await runTest('User-agent: a\nAllow: /private%2F\n')).code).toBe(0);
    expect((await runTest(list)).code).toBe(2);
    const { stdout } = await runTest('User-agent: a\nDisallow: /robots.txt\n', '--profile', 'google');
    expect(stdout).toContain('Allowed: ');
  });

  test('of a site', async () => {
    const { origin } = await startSite({ body: ROBOTS_TXT });
    const { code, stdout } = await command.run(['test', origin, '-'], {
      input: 'User-agent: a\nDisallow: /private/\n',
    });
    expect([code, stdout]).toEqual([0, '1 expectation met, under rfc9309.\n']);
  });
});

describe('a crawler that is known by name', () => {
  /** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
  const file = 'User-agents: Googlebot\nDisallow: /a\n';

  test('is judged by its own profile, unless one is named', async () => {
    writeFileSync(join(command.folder, 'own.txt'), file);
    const list = 'User-agent: Googlebot\nDisallow: /a line 2\nUser-agent: GPTBot\nAllow: /a line 0\n';
    const run = (...options: string[]) => command.run(['test', 'own.txt', '-', ...options], { input: list });
    const own = await run();
    expect([own.code, own.stdout]).toEqual([
      0,
      '2 expectations met, under rfc9309, and as Googlebot reads it: google.\n',
    ]);
    const named = await run('--profile', 'rfc9309');
    expect(named.stdout).toContain('not met  disallow /a for Googlebot, by line 2');
    expect(named.stdout).toContain('\n1 of 2 expectations not met, under rfc9309.\n');
    expect(named.code).toBe(1);
    expect((await run('--format', 'tap')).stdout).toContain(
      '\n# under rfc9309, and as Googlebot reads it: google\n',
    );
    expect((await run('--format', 'junit')).stdout).toContain(
      'value="under rfc9309, and as Googlebot reads it: google"',
    );
  });

  test('has no rules on a site that its reading of the status closes', async () => {
    const { origin, requests } = await startSite({ status: 429 });
    const run = (list: string) => command.run(['test', origin, '-'], { input: list });
    expect((await run('User-agent: GPTBot\nAllow: /a\n')).code).toBe(0);
    const { code, stdout, stderr } = await run('User-agent: GPTBot\nUser-agent: Googlebot\nAllow: /a\n');
    expect([code, stdout, requests.length]).toEqual([2, '', 2]);
    expect(stderr).toContain(
      '/robots.txt, as it is read by google: Disallowed: the robots.txt is unreachable, by its status 429',
    );
  });
});

describe('mistakes', () => {
  test.each([
    ['Allow: /', '1:1: no User-agent line above says which crawler this is for'],
    [
      'User-agent: a\n  Alow: /',
      '2:3: unknown field "Alow"; the fields are User-agent, Purpose, Allow and Disallow',
    ],
    [
      'User-agent: a\nallow /',
      '2:1: a field and a colon are expected; the fields are User-agent, Purpose, Allow and Disallow',
    ],
    [': /', '1:1: unknown field ""; the fields are User-agent, Purpose, Allow and Disallow'],
    ['User-agent: Mozilla/5.0 (x)', '1:13: "Mozilla/5.0 (x)" is not a product token, such as ExampleBot'],
    ['User-agent:', '1:12: "" is not a product token, such as ExampleBot'],
    ['User-agent: a\nAllow:', '2:7: a URL or a path is expected'],
    [
      'User-agent: a\nAllow: é',
      '2:8: "é" is not an absolute http, https or ftp URL, or a path that begins with a single "/"',
    ],
    ['User-agent: a\nAllow: /é x', '2:12: "x" after the URL; "line" and a number, or nothing, is expected'],
    ['User-agent: a\nAllow: / line', '2:14: the number of a line is expected after "line", or 0 for no rule'],
    [
      'User-agent: a\nAllow: / line -1',
      '2:15: the number of a line is expected after "line", or 0 for no rule',
    ],
    ['User-agent: a\nAllow: / line 1 2', '2:17: "2" after the number'],
  ])('%j', async (list, message) => {
    const { code, stdout, stderr } = await runTest(list);
    expect(stderr).toBe(`robotstream: standard input:${message}\n`);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('are all reported, up to a limit, and nothing is tested', async () => {
    const { code, stdout, stderr } = await runTest(`User-agent: a\nDisallow: /\n${'x\n'.repeat(30)}`);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[19]).toMatch(/^robotstream: standard input:22:1: /);
    expect(lines[20]).toBe('robotstream: standard input: and 10 more mistakes');
    expect([code, stdout]).toEqual([2, '']);
  });

  test('a file without an expectation is a mistake, because nothing would be tested', async () => {
    const { code, stderr } = await runTest('User-agent: a\n# Allow: /\n');
    expect([code, stderr]).toEqual([2, 'robotstream: standard input: no expectation\n']);
  });
});

const MIXED = 'User-agent: a\nDisallow: /private/\nAllow: /private/?x=<&">\\\nDisallow: /#"\n';

test('--format tap', async () => {
  const { code, stdout } = await runTest(MIXED, '--format', 'tap');
  expect(stdout).toBe(`TAP version 14
1..3
# under rfc9309
ok 1 - disallow /private/ for a
not ok 2 - allow /private/?x=<&">\\\\ for a
  ---
  message: "Disallowed: no group names this crawler, and the group of line 1 is for \\"*\\"; line 2 decides: disallow /private/"
  at: {"file":"standard input","line":3}
  line: 2
  ...
not ok 3 - disallow /\\#" for a
  ---
  message: "Allowed: no group names this crawler, and the group of line 1 is for \\"*\\", and none of its rules matches."
  at: {"file":"standard input","line":4}
  line: 0
  ...
`);
  expect(code).toBe(1);
});

test('--json', async () => {
  const { code, stdout } = await runTest('User-agent: a\nAllow: /x line 0\nAllow: /private/\n', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    name: 'standard input',
    reading: 'under rfc9309',
    expectations: [
      {
        agent: 'a',
        url: '/x',
        allowed: true,
        line: 0,
        directive: null,
        pattern: null,
        reason: 'no-matching-rule',
        explanation: expect.stringMatching(/^Allowed: /),
        isMet: true,
        expected: { allowed: true, line: 0, at: 2 },
      },
      {
        agent: 'a',
        url: '/private/',
        allowed: false,
        line: 2,
        directive: 'disallow',
        pattern: '/private/',
        reason: 'disallow-rule',
        explanation: expect.stringMatching(/^Disallowed: /),
        isMet: false,
        expected: { allowed: true, line: null, at: 3 },
      },
    ],
  });
});

test('--format junit', async () => {
  const { code, stdout } = await runTest(MIXED, '--format', 'junit');
  expect(stdout).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="2" errors="0">
  <testsuite name="standard input" tests="3" failures="2" errors="0">
    <properties>
      <property name="reading" value="under rfc9309"/>
    </properties>
    <testcase classname="a" name="disallow /private/ for a" file="standard input" line="2"/>
    <testcase classname="a" name="allow /private/?x=&lt;&amp;&quot;&gt;\\ for a" file="standard input" line="3">
      <failure message="Disallowed: no group names this crawler, and the group of line 1 is for &quot;*&quot;; line 2 decides: disallow /private/">Disallowed: no group names this crawler, and the group of line 1 is for &quot;*&quot;; line 2 decides: disallow /private/</failure>
    </testcase>
    <testcase classname="a" name="disallow /#&quot; for a" file="standard input" line="4">
      <failure message="Allowed: no group names this crawler, and the group of line 1 is for &quot;*&quot;, and none of its rules matches.">Allowed: no group names this crawler, and the group of line 1 is for &quot;*&quot;, and none of its rules matches.</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
  expect(code).toBe(1);
});

test('no format passes a control character on', async () => {
  const input = 'User-agent: a\nDisallow: /\u0007\u001b[1m\u202e\ufffe\n';
  for (const format of ['pretty', 'tap', 'junit', 'json']) {
    const { stdout } = await runTest(input, '--format', format);
    expect(stdout).toMatch(/(?:x1b|u001b)\[1m/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\ufffe]/);
  }
});

test.each([
  [[], 'no FILE is given'],
  [['a'], 'no EXPECTATIONS are given'],
  [['a', 'b', 'c'], 'two files are expected, not 3'],
  [['-', '-'], '- is given twice; standard input can be read only once'],
  [['a', 'b', '--format', 'xml'], 'unknown format "xml"; the formats are pretty, tap, junit, json'],
  [['a', 'b', '--timeout', '1'], '--timeout cannot be used with a file, which is not fetched'],
  [['robots.txt', 'missing'], 'missing: no such file'],
  [['missing', '-'], 'standard input: no expectation'],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await command.run(['test', ...args]);
  expect(stderr).toContain(`robotstream: ${message}`);
  expect([code, stdout]).toEqual([2, '']);
});
