/** The hooks of .pre-commit-hooks.yaml, run by the pre-commit framework in a new repository, with the command that `npx` would find. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { describeWith } from '../support/needs.js';
import { PINNED, VERSION, writeNpx } from '../support/npx.js';

const PRE_COMMIT = {
  isMet: spawnSync('pre-commit', ['--version']).status === 0,
  what: 'pre-commit',
};

const CONFIG = `repos:
  - repo: ../hooks
    rev: v${VERSION}
    hooks:
      - id: robotstream-lint
      - id: robotstream-test
`;

describeWith(PRE_COMMIT, 'the hooks', () => {
  const build = useBuild();
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-hooks-'));
    for (const name of ['bin', 'hooks', 'site']) mkdirSync(join(folder, name));
    const command = `${process.execPath} ${build.folderOf('@robotstream/cli')}/dist/main.js`;
    writeNpx(join(folder, 'bin'), command, PINNED);
    copyFileSync('.pre-commit-hooks.yaml', join(folder, 'hooks/.pre-commit-hooks.yaml'));
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
      ['commit', '--quiet', '-m', 'one'],
      ['tag', `v${VERSION}`],
    ])
      run('git', args, 'hooks');
    write('.pre-commit-config.yaml', CONFIG);
    write('robots.txt', 'User-agent: *\nDisallow: /cart\n');
    write('robots.expected', 'User-agent: Googlebot\nAllow: /\nDisallow: /cart\n');
    run('git', ['init', '--quiet'], 'site');
    run('git', ['add', '.'], 'site');
    run('pre-commit', ['install'], 'site');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(name: string, text: string): void {
    writeFileSync(join(folder, 'site', name), text);
  }

  function run(program: string, args: readonly string[], where: string): SpawnSyncReturns<string> {
    const names = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'a'],
      [`GIT_${who}_EMAIL`, 'a@example.com'],
    ]);
    const env = {
      ...Object.fromEntries(names),
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      PRE_COMMIT_HOME: join(folder, 'cache'),
    };
    return spawnSync(program, args, { cwd: join(folder, where), env, encoding: 'utf8' });
  }

  function commit(): readonly [status: number | null, printed: string] {
    run('git', ['add', '.'], 'site');
    const { status, stdout, stderr } = run('git', ['commit', '-m', 'change'], 'site');
    return [status, stdout + stderr];
  }

  test('let a good file be committed', () => {
    const [status, printed] = commit();
    expect(printed).toMatch(/Lint robots\.txt\.+Passed\nTest robots\.txt\.+Passed/);
    expect(status).toBe(0);
  });

  test('stop a commit with an error or an expectation that is not met, and say why', () => {
    expect(commit()[0]).toBe(0);
    write('robots.txt', 'User-agent: *\nDisallow: /cart\nDisalow: /x\nDisallow: /\n');
    const [status, printed] = commit();
    expect(printed).toMatch(
      /Test robots\.txt\.+Failed\n[\s\S]*not met {2}allow \/ for Googlebot {2}robots\.expected:2/,
    );
    expect(status).toBe(1);
  });

  test('are not run for other files', () => {
    expect(commit()[0]).toBe(0);
    write('other.txt', 'x');
    expect(commit()[1]).toMatch(/Lint robots\.txt\.+\(no files to check\)Skipped/);
  });
});
