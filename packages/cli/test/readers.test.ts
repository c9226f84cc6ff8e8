/** Names of readers as profiles of the command. */
import { describe, expect, test } from 'vitest';
import { publishedSources } from '../../../test/support/source-files.js';
import { useCommand } from './support/command.js';

const command = useCommand();

const ROBOTS_TXT = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /x\nAllow: /x/y\n';

const run = (args: readonly string[], input: string = ROBOTS_TXT) => command.run(args, { input });

describe('--profile takes the name of a reader', () => {
  test('check', async () => {
    const read = ['check', '-', '/a.pdf', '--agent', 'ExampleBot'];
    expect(await run(read)).toMatchObject({ code: 1, stderr: '' });
    const { code, stdout } = await run([...read, '--profile', 'python-3.11']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^standard input for ExampleBot, under python-3\.11\n\nallowed/);
  });

  test('check --batch', async () => {
    const question = JSON.stringify({ body: ROBOTS_TXT, agents: ['ExampleBot'], urls: ['/a.pdf'] });
    const allowed = async (...options: string[]) => {
      const { stdout } = await run(['check', '--batch', ...options], `${question}\n`);
      return JSON.parse(stdout.split('\n')[0] as string).allowed;
    };
    expect(await allowed()).toBe(false);
    expect(await allowed('--profile', 'python-3.11')).toBe(true);
  });

  test('explain lists the rule that decides first', async () => {
    const { code, stdout } = await run(['explain', '-', '/x/y', '--agent', 'a', '--profile', 'python-3.11']);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'Rules that match, first the one that decides\n  > 3  disallow  /x    2 bytes\n    4  allow     /x/y  4 bytes\n',
    );
  });

  test('agents', async () => {
    const { code, stdout } = await run(['agents', '-', '--agent', 'ExampleBot', '--profile', 'python-3.11']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining('under python-3.11')]);
  });

  test('an unknown name is refused, and all names are listed', async () => {
    for (const args of [
      ['check', '-', '/', '--agent', 'a', '--profile', 'python-2'],
      ['diff', '-', '--profiles', 'python-3.11,python-2'],
    ]) {
      const { code, stderr } = await run(args);
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
    const { code, stderr } = await run(['check', '-', '/', '--agent', 'a', '--profile', given]);
    expect(code).toBe(2);
    expect(stderr).toContain(`unknown profile "${given}"; did you mean ${meant}? The profiles are`);
  });

  test('the help lists the readers', async () => {
    const { stdout } = await run(['check', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/ readers: Programs and services .*python-3\.11/);
    expect((await run(['parse', '--help'])).stdout).not.toContain('python-3.11');
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
