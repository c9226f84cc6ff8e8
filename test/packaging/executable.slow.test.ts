/** The single executable, and the container image that it is in. The repository is out of reach: all that the command reads is in the file. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { capture } from '../../packages/survey/test/support/warc-writer.js';
import { PACKAGES, ROOT } from '../../scripts/packages.mjs';
import { testLanguages } from '../docs/support/languages.js';
import { useExecutable } from '../support/executable.js';
import { describeWith, SQLITE_NEED } from '../support/needs.js';
import { writeNpx } from '../support/npx.js';
import { CLOSED_PORT } from '../support/ports.js';

const built = useExecutable();
const work = path.join(built.folder, 'work');

const ROBOTS = 'User-agent: *\nDisallow: /private\nDisalow: /typo\n';

beforeAll(() => {
  mkdirSync(work, { recursive: true });
  writeFileSync(path.join(work, 'robots.txt'), ROBOTS);
});

/** Runs the executable without any variable of the environment. */
function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(built.program, args, { cwd: work, env: {}, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the executable', () => {
  test('has the version of the packages', () => {
    expect(run('--version')).toEqual({ status: 0, stdout: `${PACKAGES[0]?.manifest.version}\n`, stderr: '' });
  });

  test.each([
    [['check', 'robots.txt', '/private/a', '--agent', 'FooBot'], 1, 'disallowed  /private/a'],
    [['check', 'robots.txt', '/a', '--agent', 'FooBot', '--profile', 'python-3.11'], 0, 'allowed     /a'],
    [['explain', 'robots.txt', '/private/a', '--agent', 'FooBot'], 1, '> 2  disallow  /private'],
    [['lint', 'robots.txt'], 0, 'Disalow'],
    [['agents', 'robots.txt'], 0, 'train AI models'],
    [['explain', 'robots.txt', '/private/a', '--readers', '--agent', 'FooBot'], 0, 'Heritrix 3'],
    [['man'], 0, '.TH ROBOTSTREAM'],
  ])('%j', (args, status, text) => {
    const { stdout, stderr, ...ended } = run(...args);
    expect([ended.status, stderr]).toEqual([status, '']);
    expect(stdout).toContain(text);
  });

  test('surveys archives in threads of its own', () => {
    const hosts = ['a.example', 'b.example', 'c.example'];
    for (const host of hosts) writeFileSync(path.join(work, `${host}.warc`), capture(host, ROBOTS));
    const files = hosts.map((host) => `${host}.warc`);
    const { status, stderr } = run(
      'survey',
      ...files,
      '--out',
      'tables',
      '--jobs',
      '2',
      '--table-format',
      'ndjson',
    );
    expect([status, stderr]).toMatchObject([
      0,
      expect.stringContaining('3 inputs done, 3 captures, 0 faults'),
    ]);
    const parts = readdirSync(path.join(work, 'tables/verdicts'));
    const rows = parts.map((part) =>
      JSON.parse(readFileSync(path.join(work, 'tables/verdicts', part), 'utf8')),
    );
    expect(rows.map(({ url }) => url).sort()).toEqual(hosts.map((host) => `https://${host}/robots.txt`));
  });

  test('has no DuckDB, and the report says so', () => {
    const { status, stderr } = run('survey', 'report', 'tables');
    expect([status, stderr]).toEqual([2, expect.stringContaining('@duckdb/node-api')]);
  });

  test.runIf(SQLITE_NEED.isMet)('keeps a cache in SQLite', () => {
    const url = `http://127.0.0.1:${CLOSED_PORT}/`;
    const { status, stdout } = run('check', url, '--agent', 'FooBot', '--cache', 'cache.db');
    expect([status, stdout]).toEqual([1, expect.stringContaining('connect-failed')]);
    expect(readFileSync(path.join(work, 'cache.db'), 'latin1')).toMatch(/^SQLite format 3/);
  });

  test('serves the inspector', async () => {
    const inspector = spawn(built.program, ['inspect', 'robots.txt'], { cwd: work, env: {} });
    const ended = once(inspector, 'exit');
    try {
      const lines = createInterface({ input: inspector.stdout });
      const [address] = await new Promise<string[]>((resolve, reject) => {
        lines.once('line', (line) => resolve([line]));
        inspector.once('exit', (code) => reject(new Error(`ended with ${code}`)));
      });
      const served = await fetch(address ?? '');
      expect([served.status, served.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await served.text()).toContain('<title>robots.txt inspector</title>');
    } finally {
      inspector.kill();
      await ended;
    }
  });

  test('has the licenses of what is in it', () => {
    const licenses = readFileSync(path.join(built.folder, 'licenses.md'), 'utf8');
    const names = Array.from(licenses.matchAll(/^## (\S+) - /gm), ([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(['http-cache-semantics', 'hyparquet', 'preact', 'Node']));
  });
});

describe('with the executable,', () => {
  beforeAll(() => writeNpx(work, built.program, ['@robotstream/cli']));
  testLanguages(() => work);
});

const isRoot = process.getuid?.() === 0;
const MAX_IMAGE_OCTETS = 80_000_000;

describeWith(
  { isMet: process.platform === 'linux' && isRoot, what: 'Linux, as root' },
  'the root of the image',
  () => {
    beforeAll(() => {
      execFileSync(process.execPath, [path.join(ROOT, 'scripts/build-container-root.mjs'), built.folder]);
    });

    test('has all that the command needs, for a user who is not root', () => {
      const root = path.join(built.folder, 'root');
      const args = [
        '--userspec=65532:65532',
        root,
        '/usr/bin/robotstream',
        'check',
        '-',
        '/private',
        '--agent',
        'a',
      ];
      const { status, stdout, stderr } = spawnSync('/usr/sbin/chroot', args, {
        env: {},
        input: ROBOTS,
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([1, '']);
      expect(stdout).toContain('disallowed  /private');
    });

    const buildah = '/usr/bin/buildah';
    describeWith({ isMet: canRun(buildah), what: buildah }, 'the image', () => {
      /** Runs buildah with a storage of the test's own. It needs no daemon, and no right to make namespaces. */
      const call = (...args: readonly string[]): string => {
        const storage = ['--storage-driver', 'vfs', '--root', `${work}/images`, '--runroot', `${work}/run`];
        return execFileSync(buildah, [...storage, ...args], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      };

      test('is small, and runs the command', () => {
        const isolation = ['--isolation', 'chroot'];
        call(
          'build',
          ...isolation,
          '--file',
          path.join(ROOT, 'Containerfile'),
          '--tag',
          'robotstream',
          built.folder,
        );
        const archive = path.join(work, 'image.tar');
        call('push', 'localhost/robotstream', `oci-archive:${archive}`);
        expect(statSync(archive).size).toBeLessThan(MAX_IMAGE_OCTETS);
        const { OCIv1 } = JSON.parse(call('inspect', '--type', 'image', 'localhost/robotstream'));
        expect(OCIv1.config).toMatchObject({ User: '65532:65532', Entrypoint: ['/usr/bin/robotstream'] });
        const container = call('from', ...isolation, 'localhost/robotstream').trim();
        expect(call('run', ...isolation, container, '--', '/usr/bin/robotstream', '--version')).toMatch(
          /^\d/,
        );
      });
    });
  },
);

function canRun(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
