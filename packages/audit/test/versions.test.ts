/** The versions of a robots.txt: from dated files, and from git. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { audit, type RobotsVersion, robotsFiles, robotsGit } from '../src/index.js';
import { dateIn } from '../src/robots/robots-files.js';
import { request } from './support/log-lines.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-versions-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** When each version begins, and its text. */
const shown = (versions: readonly RobotsVersion[] = []) =>
  versions.map(({ since, octets }) => [
    since === -Infinity ? 'always' : new Date(since).toISOString(),
    octets === null ? null : Buffer.from(octets).toString(),
  ]);

describe('the date in the name of a file', () => {
  test.each([
    ['2026-11-24.txt', '2026-11-24T00:00:00.000Z'],
    ['robots-20261124.txt', '2026-11-24T00:00:00.000Z'],
    ['robots.txt.2026_11_24', '2026-11-24T00:00:00.000Z'],
    ['2026-11-24T10:30:15Z.txt', '2026-11-24T10:30:15.000Z'],
    ['robots-2026-11-24T10-30-15Z.txt', '2026-11-24T10:30:15.000Z'],
    ['20261124T103015Z.txt', '2026-11-24T10:30:15.000Z'],
    ['20261124103015', '2026-11-24T10:30:15.000Z'],
    ['2026-11-24 10.30.txt', '2026-11-24T10:30:00.000Z'],
    ['2026-11-24T10-30-00+0100.txt', '2026-11-24T09:30:00.000Z'],
    ['robots.1795516200.txt', '2026-11-24T10:30:00.000Z'],
  ])('%s', (name, date) => {
    expect(new Date(dateIn(name) ?? 0).toISOString()).toBe(date);
  });

  test.each(['robots.txt', 'notes.md', '2026.txt', '2026-13-01.txt', '2026-02-30.txt', '123456789012.txt'])(
    'not in %s',
    (name) => {
      expect(dateIn(name)).toBeUndefined();
    },
  );
});

test('a file is in force at all times', async () => {
  const { versions } = await robotsFiles(write('robots.txt', 'a'));
  expect(shown(versions)).toEqual([['always', 'a']]);
});

test('a folder has versions in the order of their dates; a version that changes nothing is none', async () => {
  write('2026-11-24.txt', 'c');
  write('2026-11-02T10:00:00Z.txt', 'b');
  write('20261101.txt', 'a');
  write('2026-11-20.txt', 'b');
  write('2026-11-25/robots.txt', 'd');
  write('2026-11-26/other.txt', 'e');
  write('robots.txt', 'c');
  write('README', 'x');
  write('.hidden-2026-01-01', 'x');
  const { versions, passedOver } = await robotsFiles(folder);
  expect(shown(versions)).toEqual([
    ['2026-11-01T00:00:00.000Z', 'a'],
    ['2026-11-02T10:00:00.000Z', 'b'],
    ['2026-11-24T00:00:00.000Z', 'c'],
    ['2026-11-25T00:00:00.000Z', 'd'],
  ]);
  expect([...passedOver].sort()).toEqual(['2026-11-26', 'README', 'robots.txt']);
});

test('a folder may have a folder for each host', async () => {
  write('robots.txt', 'all');
  write('Example.com/robots.txt', 'one');
  write('example.org/2026-11-01.txt', 'a');
  write('example.org/2026-11-02.txt', 'b');
  write('empty.example/x', '');
  const { versions, hosts, passedOver } = await robotsFiles(folder);
  expect(shown(versions)).toEqual([['always', 'all']]);
  expect(shown(hosts.get('example.com'))).toEqual([['always', 'one']]);
  expect(hosts.get('example.org')).toHaveLength(2);
  expect(passedOver).toEqual(['empty.example']);
});

test('a folder without a version is an error that says what is expected', async () => {
  await expect(robotsFiles(folder)).rejects.toThrow(/no version of a robots.txt .* such as 2026-11-24.txt/);
});

test('the hosts of a log have a robots.txt each', async () => {
  const requests = ['example.com', 'example.org', 'example.net'].map((host) => ({
    ...request({ path: '/a' }),
    host,
  }));
  const robots = 'User-agent: *\nDisallow: /a';
  const hosts = new Map([
    ['Example.com', robots],
    ['example.org', ''],
  ]);
  expect(await audit(requests, { hosts })).toMatchObject({
    otherHosts: 1,
    crawlers: [{ requests: 2, disallowed: 1 }],
  });
  expect(await audit(requests, { hosts, robots })).toMatchObject({
    otherHosts: 0,
    crawlers: [{ requests: 3, disallowed: 2 }],
  });
});

const GIT = { isMet: spawnSync('git', ['--version']).status === 0, what: 'git' };

describeWith(GIT, 'the history of a git repository', () => {
  let day = 1;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      env: {
        ...process.env,
        GIT_COMMITTER_DATE: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`,
        GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const commit = (text: string | null, name = 'robots.txt') => {
    if (text === null) git('rm', '-q', name);
    else write(name, text);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'change');
    day++;
  };
  beforeEach(() => {
    day = 1;
    git('init', '-q', '-b', 'main');
  });

  test('is a version for each commit that changes the file', async () => {
    commit('x', 'other.txt');
    commit('a');
    commit('y', 'other.txt');
    commit('b');
    commit(null);
    commit('c');
    expect(shown(await robotsGit(join(folder, 'robots.txt')))).toEqual([
      ['always', null],
      ['2026-11-02T00:00:00.000Z', 'a'],
      ['2026-11-04T00:00:00.000Z', 'b'],
      ['2026-11-05T00:00:00.000Z', null],
      ['2026-11-06T00:00:00.000Z', 'c'],
    ]);
  });

  test('follows a file that was renamed, and takes a merge as a whole', async () => {
    commit('User-agent: *\nDisallow: /a\nDisallow: /b\n', 'old.txt');
    mkdirSync(join(folder, 'www'));
    git('mv', 'old.txt', 'www/robots.txt');
    git('commit', '-q', '-m', 'moves');
    git('checkout', '-q', '-b', 'branch');
    day = 3;
    commit('branch', 'www/robots.txt');
    git('checkout', '-q', 'main');
    day = 9;
    git('merge', '-q', '--no-ff', 'branch');
    expect(shown(await robotsGit(join(folder, 'www/robots.txt')))).toEqual([
      ['always', null],
      ['2026-11-01T00:00:00.000Z', 'User-agent: *\nDisallow: /a\nDisallow: /b\n'],
      ['2026-11-09T00:00:00.000Z', 'branch'],
    ]);
  });

  test('reads a file that was removed with its folder', async () => {
    mkdirSync(join(folder, 'site/www'), { recursive: true });
    commit('a', 'site/www/robots.txt');
    commit('b', 'site/other.txt');
    commit(null, 'site/www/robots.txt');
    commit(null, 'site/other.txt');
    expect(existsSync(join(folder, 'site'))).toBe(false);
    expect(shown(await robotsGit(join(folder, 'site/www/robots.txt')))).toEqual([
      ['always', null],
      ['2026-11-01T00:00:00.000Z', 'a'],
      ['2026-11-03T00:00:00.000Z', null],
    ]);
  });

  test('runs no program that the repository names', async () => {
    commit('a');
    const mark = join(folder, 'mark');
    writeFileSync(join(folder, '.gitattributes'), 'robots.txt diff=evil filter=evil\n');
    for (const key of [
      'diff.evil.textconv',
      'diff.evil.command',
      'core.fsmonitor',
      'core.pager',
      'filter.evil.smudge',
    ]) {
      git('config', key, `touch ${mark}; true`);
    }
    expect(shown(await robotsGit(join(folder, 'robots.txt')))).toHaveLength(2);
    expect(() => execFileSync('test', ['-e', mark])).toThrow();
  });

  test.each([
    ['a file that no commit has', 'robots.txt', /no commit of the current branch has this file/],
    ['a folder that is not there', 'www/robots.txt', /no commit of the current branch has this file/],
  ])('%s', async (_, name, message) => {
    commit('x', 'other.txt');
    await expect(robotsGit(join(folder, name))).rejects.toThrow(message);
  });

  test('a folder that is in no repository', async () => {
    rmSync(join(folder, '.git'), { recursive: true });
    await expect(robotsGit(join(folder, 'robots.txt'))).rejects.toThrow(
      /git cannot read the history: not a git repository/,
    );
  });
});
