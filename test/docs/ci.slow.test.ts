/** The scripts of docs/ci.md run: each in a repository of its own, with the command that `npx` would find. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { HUNG_AFTER_MS } from '../support/hung.js';
import { PINNED, writeNpx } from '../support/npx.js';

const page = readFileSync('docs/ci.md', 'utf8');
const build = useBuild();

/** The only block of a language that contains a text. */
function blockWith(language: string, text: string): string {
  const blocks = Array.from(page.matchAll(/^```([\w.]+)\n(.*?)^```$/gms))
    .filter(([, name, block = '']) => name === language && block.includes(text))
    .map(([, , block = '']) => block);
  expect(blocks).toHaveLength(1);
  return blocks[0] ?? '';
}

const GOOD = 'User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n';
const BAD = 'User-agent: *\nDisallow: /\n';

describe.skipIf(process.platform === 'win32')('docs/ci.md', () => {
  let folder = '';
  let env: NodeJS.ProcessEnv = {};

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-ci-'));
    const bin = join(folder, '.bin');
    mkdirSync(bin);
    writeNpx(bin, `${process.execPath} ${build.folderOf('@robotstream/cli')}/dist/main.js`, PINNED);
    const identity = { name: 'a', email: 'a@example.com' };
    env = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: folder,
      GIT_AUTHOR_NAME: identity.name,
      GIT_AUTHOR_EMAIL: identity.email,
      GIT_COMMITTER_NAME: identity.name,
      GIT_COMMITTER_EMAIL: identity.email,
    };
    git('init', '--quiet');
    write('.gitignore', '.bin\n');
    write('robots.txt', GOOD);
    write('robots.expected', blockWith('robots.expected', 'Googlebot'));
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  }

  function write(name: string, text: string): void {
    writeFileSync(join(folder, name), text);
  }

  function shell(script: string, more: NodeJS.ProcessEnv = {}): { code: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
      cwd: folder,
      env: { ...env, ...more },
      encoding: 'utf8',
      timeout: HUNG_AFTER_MS,
      killSignal: 'SIGKILL',
    });
    return { code: status, output: stdout + stderr };
  }

  test('the lint for other CI systems runs', () => {
    expect(shell(blockWith('sh', '--max-warnings')).code).toBe(0);
    write('robots.txt', 'User-agent: *\nDisalow: /x\n');
    expect(shell(blockWith('sh', '--max-warnings')).code).toBe(1);
  });

  test('the workflow names the inputs that the action has', () => {
    const action = readFileSync('action.yml', 'utf8');
    const workflow = blockWith('yaml', 'codeql-action');
    const inputs = Array.from(action.matchAll(/^ {2}([\w-]+):\n {4}description/gm), ([, name]) => name);
    const [, given = ''] = /robotstream\/robotstream@.*\n {8}with:\n((?: {10}.*\n)+)/.exec(workflow) ?? [];
    const names = Array.from(given.matchAll(/^ {10}([\w-]+):/gm), ([, name]) => name);
    expect(names).toEqual(['url', 'sarif']);
    expect(inputs).toEqual(expect.arrayContaining(names));
    // The token and the output are not in the table of inputs.
    const listed = Array.from(page.matchAll(/^\| `([\w-]+)` \|/gm), ([, name]) => name);
    expect(listed).toEqual(inputs.filter((name) => name !== 'token' && name !== 'changed'));
  });

  test('the report for other CI systems is written', () => {
    expect(shell(blockWith('sh', 'junit')).code).toBe(0);
    expect(readFileSync(join(folder, 'robots.xml'), 'utf8')).toContain('failures="0"');
  });

  test('the hook stops a commit that breaks an expectation, and prints what changes', () => {
    const hook = join(folder, '.git/hooks/pre-commit');
    writeFileSync(hook, blockWith('sh', '#!/bin/sh'));
    chmodSync(hook, 0o755);
    const commit = 'git add . && git commit --quiet --message next';
    write('other.txt', 'a');
    expect(shell(commit)).toEqual({ code: 0, output: '' });
    write('robots.txt', `${GOOD}Disallow: /more\n`);
    expect(shell(commit).code).toBe(0);
    write('robots.txt', BAD);
    const { code, output } = shell(commit);
    expect(code).toBe(1);
    expect(output).toContain('  closes  /\n');
    expect(output).toContain('not met  allow / for Googlebot');
    // What counts are the staged files.
    git('add', 'robots.txt');
    write('robots.txt', GOOD);
    expect(shell('git commit --quiet --message next').code).toBe(1);
    write('robots.expected', 'User-agent: Googlebot\nDisallow: /\n');
    expect(shell('git commit --quiet --message next').code).toBe(1);
    git('add', 'robots.expected');
    expect(shell('git commit --quiet --message next').code).toBe(0);
  });
});
