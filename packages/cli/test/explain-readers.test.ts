/** `robotstream explain --readers`, and the readers whose names are profiles. */
import { describe, expect, test } from 'vitest';
import { publishedSources } from '../../../test/support/source-files.js';
import { runInProcess, useCommand } from './support/command.js';

const ROBOTS_TXT = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /x\nAllow: /x/y\n';

const command = useCommand();
const run = (args: readonly string[], input: string = ROBOTS_TXT) =>
  command.run(['explain', '-', '--agent', '*', '--readers', ...args], { input });

/** The line of a reader. */
const lineOf = (stdout: string, reader: string) =>
  stdout.split('\n').find((line) => line.trimStart().startsWith(`${reader} `));

describe('text', () => {
  test('has a line for each reader, those that differ first', async () => {
    const { code, stdout, stderr } = await run(['/a.pdf']);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^standard input for \* \(all others\)\n\n\/a\.pdf\n/);
    expect(lineOf(stdout, 'Python before 3.15')).toMatch(
      /^ {2}Python before 3\.15 +allowed {5}no rule {2}takes `\*` literally$/,
    );
    expect(lineOf(stdout, 'RFC 9309')).toMatch(/^ {2}RFC 9309 +disallowed {2}line 2$/);
    const verdicts = [...stdout.matchAll(/^ {2}\S+ +(allowed|disallowed) /gm)].map(([, verdict]) => verdict);
    expect(verdicts).toEqual([...verdicts].sort());
    expect(stdout).toMatch(/\n {2}\d+ of \d+ readers judge otherwise than RFC 9309\n$/);
  });

  test('says that all agree', async () => {
    const { code, stdout } = await run(['/b'], 'User-agent: *\nDisallow: /b\n');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n {2}all \d+ readers agree\n$/)]);
  });

  test('has a part for each URL, and finds the name of the crawler as each reader does', async () => {
    const { stdout } = await command.run(['explain', '-', '/', '/b', '--readers', '--agent', 'examplebot'], {
      input: 'User-agent: bot\nDisallow: /b\n',
    });
    const [, first = '', second = ''] = stdout.split(/^\/.*$/m);
    expect(lineOf(first, 'Python before 3.15')).toMatch(/ allowed {5}no rule$/);
    expect(lineOf(second, 'Python before 3.15')).toMatch(
      /disallowed {2}line 2 {3}takes "bot" in line 1 for its name$/,
    );
  });

  test.each([40, 80])('fits a terminal of %i columns', async (columns) => {
    for (const args of [['/a.pdf', '/x/y'], ['--all']]) {
      const { stdout } = await runInProcess(
        ['explain', '-', '--agent', '*', '--readers', ...args],
        { input: ROBOTS_TXT },
        columns,
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those of colours
      const lines = stdout.replaceAll(/\u001b\[\d+m/g, '').split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    }
  });

  test('--all lists the lines that are read otherwise, each with a URL', async () => {
    const { code, stdout } = await run(['--all']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/\n {2}2 \| Disallow: \/\*\.pdf\$\n {4}\/\.pdf\n {6}allowed by\n/);
    expect(stdout).toMatch(/Python before 3\.15.*:\s+takes `\*` literally\n/s);
    expect(stdout).toMatch(/\n2 lines read otherwise than RFC 9309 by some reader\.\n$/);
    expect(await run(['--all'], 'User-agent: *\nDisallow: /b\n')).toMatchObject({ code: 0 });
  });
});

describe('--json', () => {
  test('has an object for each URL', async () => {
    const { code, stdout } = await run(['/a.pdf', '/x', '--json']);
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(answers.map(({ url, agent }) => [url, agent])).toEqual([
      ['/a.pdf', '*'],
      ['/x', '*'],
    ]);
    expect(answers[0].readings).toContainEqual({
      reader: 'python-3.11',
      kind: 'program',
      title: 'Python before 3.15',
      allowed: true,
      line: 0,
      differs: true,
      because: 'takes `*` literally',
    });
  });

  test('--all has one object, whose keys the help lists', async () => {
    const { stdout } = await run(['--all', '--json']);
    const { agent, lines, areAllTried } = JSON.parse(stdout);
    expect([agent, areAllTried]).toEqual(['*', true]);
    expect(lines.map(({ line }: { line: number }) => line)).toEqual([2, 4]);
    expect(Object.keys(lines[0].witnesses[0])).toEqual(['url', 'allowed', 'readings']);
  });
});

test.each([
  [['explain', '--readers'], /no FILE and no URL is given/],
  [['explain', '--readers', 'robots.txt'], /no URL is given; for the whole file: --all/],
  [['explain', '--readers', '-', '/', '--all'], /no URL is expected/],
  [['explain', '--readers', '-', 'a'], /"a" is not an absolute http, https or ftp URL, or a path/],
  [['explain', '--readers', '-', '/', '--agent', ''], /not a product token/],
  [['explain', '--readers', 'none.txt', '/'], /none\.txt: no such file/],
  [['explain', 'none.txt', '/', '--readers', '--profile', 'google'], /--readers takes no --profile/],
  [['explain', 'none.txt', '--all'], /--all needs --readers/],
])('%j is refused', async (args, message) => {
  const { code, stdout, stderr } = await command.run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

const runAny = (args: readonly string[], input: string = ROBOTS_TXT) => command.run(args, { input });

describe('--profile takes the name of a reader', () => {
  test('check', async () => {
    const read = ['check', '-', '/a.pdf', '--agent', 'ExampleBot'];
    expect(await runAny(read)).toMatchObject({ code: 1, stderr: '' });
    const { code, stdout } = await runAny([...read, '--profile', 'python-3.11']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^standard input for ExampleBot, under python-3\.11\n\nallowed/);
  });

  test('check --batch', async () => {
    const question = JSON.stringify({ body: ROBOTS_TXT, agents: ['ExampleBot'], urls: ['/a.pdf'] });
    const allowed = async (...options: string[]) => {
      const { stdout } = await runAny(['check', '--batch', ...options], `${question}\n`);
      return JSON.parse(stdout.split('\n')[0] as string).allowed;
    };
    expect(await allowed()).toBe(false);
    expect(await allowed('--profile', 'python-3.11')).toBe(true);
  });

  test('explain lists the rule that decides first', async () => {
    const { code, stdout } = await runAny([
      'explain',
      '-',
      '/x/y',
      '--agent',
      'a',
      '--profile',
      'python-3.11',
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'Rules that match, in order of precedence\n  > 3  disallow  /x    2 bytes\n    4  allow     /x/y  4 bytes\n',
    );
  });

  test('agents', async () => {
    const { code, stdout } = await runAny([
      'agents',
      '-',
      '--agent',
      'ExampleBot',
      '--profile',
      'python-3.11',
    ]);
    expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining('under python-3.11')]);
  });

  test('an unknown name is refused, and all names are listed', async () => {
    for (const args of [
      ['check', '-', '/', '--agent', 'a', '--profile', 'python-2'],
      ['diff', '-', '--profiles', 'python-3.11,python-2'],
    ]) {
      const { code, stderr } = await runAny(args);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^robotstream: unknown profile "python-2"(?:; did you mean \S+\?)?[ ;]+[tT]he profiles are rfc9309, .*koster-1996, and those of readers: .*python-3\.11/,
      );
    }
  });

  test.each([
    ['pyhton-3.11', 'python-3.11'],
    ['Protego-0.6', 'protego-0.6'],
    ['gogle', 'google'],
  ])('%s is taken for a slip', async (given, meant) => {
    const { code, stderr } = await runAny(['check', '-', '/', '--agent', 'a', '--profile', given]);
    expect(code).toBe(2);
    expect(stderr).toContain(`unknown profile "${given}"; did you mean ${meant}? The profiles are`);
  });

  test('the help lists the readers', async () => {
    const { stdout } = await runAny(['check', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/ readers: Programs and services .*python-3\.11/);
    expect((await runAny(['parse', '--help'])).stdout).not.toContain('python-3.11');
  });
});

test('no command but `explain --readers` loads the readers before it needs them', () => {
  const files = publishedSources(['packages/cli/src', 'packages/command-line/src']);
  const loading = [...files].filter(
    ([file, text]) =>
      !file.includes('/explain/readers') &&
      /^(?:import (?!type )|export )[^;]*'robotstream\/readers';/m.test(text),
  );
  expect([...files.keys()]).toContain('packages/command-line/src/named-readers.ts');
  expect(loading).toEqual([]);
});
