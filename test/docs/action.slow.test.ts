/**
 * The action of action.yml. The test runs its steps as a runner does, in a new repository, with the variables that GitHub sets, the command that
 * `npx` would find, and a server in place of GitHub's API.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, stop } from '../../packages/client/test/client/support/site.js';
import { useBuild } from '../support/build.js';
import { PINNED, writeNpx } from '../support/npx.js';

const ACTION = readFileSync('action.yml', 'utf8');
const ROOT = resolve('.');
const build = useBuild();

const GOOD = 'User-agent: *\nDisallow: /cart\n';
const BAD = 'User-agent: *\nDisallow: /\n';

/** The text after a step's `run:`, and its variables with the expressions that they have. */
function stepWith(text: string): {
  readonly run: string;
  readonly env: readonly (readonly [string, string])[];
} {
  const step = ACTION.split(/^ {4}- /m).find((one) => one.includes(text)) ?? '';
  const [, run = ''] = /^ {6}run: (.*)$/m.exec(step) ?? [];
  const env = Array.from(
    step.matchAll(/^ {8}(\w+): \$\{\{ (.*) \}\}$/gm),
    ([, name = '', value = '']) => [name, value] as const,
  );
  return { run, env };
}

/** The defaults of the inputs. */
function defaults(): Record<string, string> {
  const found = ACTION.matchAll(/^ {2}([\w-]+):\n {4}description:.*\n {4}default: (.*)$/gm);
  return Object.fromEntries(
    Array.from(found, ([, name, value = '']) => [`inputs.${name}`, value.replaceAll("'", '')]),
  );
}

describe.skipIf(process.platform === 'win32')('the action', () => {
  let folder = '';
  let base = '';
  let server: Server;
  let api = '';
  let comments: { id: number; body: string }[] = [];
  let asked: string[] = [];
  /** Comments of another job, which is a moment faster. */
  let meanwhile: string[] = [];
  let refusal: number | null = null;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-action-'));
    mkdirSync(join(folder, '.bin'));
    mkdirSync(join(folder, '.temp'));
    const command = `${process.execPath} ${build.folderOf('@robotstream/cli')}/dist/main.js`;
    writeNpx(join(folder, '.bin'), command, PINNED);
    git('init', '--quiet');
    write('.gitignore', '.bin\n.temp\n');
    write('robots.txt', GOOD);
    write('robots.expected', 'User-agent: Googlebot\nAllow: /\n');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
    base = git('rev-parse', 'HEAD').trim();
    comments = [];
    asked = [];
    meanwhile = [];
    refusal = null;
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        if (request.headers.authorization !== 'Bearer a-token') refusal = 401;
        if (refusal !== null) return void response.writeHead(refusal).end('{}');
        const { body = '' } = text === '' ? {} : (JSON.parse(text) as { body?: string });
        const [, id] = /comments\/(\d+)$/.exec(request.url ?? '') ?? [];
        if (request.method === 'POST') {
          for (const one of meanwhile.splice(0)) comments.push({ id: 500 + comments.length, body: one });
          comments.push({ id: 1000 + comments.length, body });
          return void response.end(JSON.stringify(comments.at(-1)));
        }
        if (request.method === 'DELETE') {
          comments = comments.filter((one) => one.id !== Number(id));
          return void response.writeHead(204).end();
        }
        if (request.method === 'PATCH')
          comments = comments.map((one) => (one.id === Number(id) ? { ...one, body } : one));
        const [, page = '1'] = /[?&]page=(\d+)/.exec(request.url ?? '') ?? [];
        const some = comments.slice((Number(page) - 1) * 100, Number(page) * 100);
        response.end(JSON.stringify(request.method === 'GET' ? some : {}));
      });
    });
    api = `http://127.0.0.1:${await listen(server, '127.0.0.1')}`;
  });

  afterEach(async () => {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  });

  function git(...args: string[]): string {
    const names = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    const env = { ...names, PATH: process.env.PATH, HOME: folder };
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

  /** Runs the steps as a runner does. Returns the files that the check wrote, and what the steps printed. */
  async function run(
    inputs: Record<string, string> = {},
    event: object = { pull_request: { number: 7, base: { sha: base } } },
  ) {
    const files = {
      output: join(folder, '.temp/output'),
      summary: join(folder, '.temp/summary'),
      event: join(folder, '.temp/event.json'),
    };
    writeFileSync(files.output, '');
    writeFileSync(files.summary, '');
    writeFileSync(files.event, JSON.stringify(event));
    const given = Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`inputs.${name}`, value]),
    );
    const values: Record<string, string> = {
      ...defaults(),
      'inputs.token': 'a-token',
      ...given,
      'github.event.pull_request.base.sha || github.event.before': base,
      'github.base_ref': Object.hasOwn(event, 'pull_request') ? 'main' : '',
    };
    const runner = {
      PATH: `${join(folder, '.bin')}:${process.env.PATH}`,
      HOME: folder,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_API_URL: api,
      GITHUB_EVENT_PATH: files.event,
      GITHUB_OUTPUT: files.output,
      GITHUB_REPOSITORY: 'a/b',
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: join(folder, '.temp'),
    };
    const step = async (text: string) => {
      const { run: script, env } = stepWith(text);
      const own = env.map(([name, expression]) => {
        if (!Object.hasOwn(values, expression)) throw new Error(`an unknown expression: ${expression}`);
        return [name, values[expression]];
      });
      const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
        cwd: folder,
        env: { ...runner, ...Object.fromEntries(own) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      const [code] = (await once(child, 'close')) as [number];
      return { code, output };
    };
    const check = await step('check.sh');
    const [, changed = ''] = /^changed=(.*)$/m.exec(readFileSync(files.output, 'utf8')) ?? [];
    values['steps.check.outputs.changed'] = changed;
    const comment = await step('comment.mjs');
    return { ...check, changed, summary: readFileSync(files.summary, 'utf8'), comment };
  }

  test('passes if all is well, and makes no comment', async () => {
    const { code, output, changed, summary, comment } = await run();
    expect(output).toContain('1 expectation met');
    expect([code, changed, comment]).toEqual([0, 'false', { code: 0, output: '' }]);
    expect(summary).toContain('No difference');
    expect(comments).toEqual([]);
    expect(asked).toEqual(['GET /repos/a/b/issues/7/comments?per_page=100&page=1']);
  });

  test('a change that breaks an expectation fails and gets one comment, which later runs update', async () => {
    comments = Array.from({ length: 100 }, (_, i) => ({ id: i, body: 'of somebody else' }));
    write('robots.txt', BAD);
    const bad = await run();
    expect([bad.code, bad.changed, bad.comment.code]).toEqual([1, 'true', 0]);
    expect(bad.output).toContain('not met  allow / for Googlebot');
    expect(bad.summary).toContain('      the whole site is closed\n');
    expect(comments[100]?.body.split('\n').slice(0, 7)).toEqual([
      '<!-- robotstream -->',
      '<!-- file: robots.txt -->',
      'This changes what crawlers may fetch (robots.txt):',
      '',
      '    robots.txt on main → robots.txt in this pull request, under rfc9309',
      '    The whole site is closed for * (all others).',
      '    ',
    ]);
    await run();
    expect(asked.filter((one) => !one.startsWith('GET'))).toEqual(['POST /repos/a/b/issues/7/comments']);
    write('robots.txt', GOOD);
    const good = await run();
    expect([good.code, good.changed, comments.length]).toEqual([0, 'false', 101]);
    expect(comments[100]?.body).toContain('Every crawler may fetch the same URLs as before (robots.txt).');
  });

  test('a lint finding fails the job, is shown at its line, and is written as SARIF with the page of its rule', async () => {
    write('robots.txt', `${GOOD}Disalow: /x\n`);
    const { code, output } = await run({ sarif: 'robots.sarif', 'max-warnings': '0' });
    expect(output).toMatch(/^::(?:error|warning) file=robots\.txt,line=3/m);
    expect(code).toBe(1);
    const [{ tool }] = JSON.parse(readFileSync(join(folder, 'robots.sarif'), 'utf8')).runs;
    const headings = readFileSync('docs/lint.md', 'utf8');
    for (const { id, helpUri } of tool.driver.rules) {
      expect(new URL(helpUri).hash).toBe(`#${id}`);
      expect(headings).toContain(`\n### ${id}\n`);
    }
  });

  test('a token that may not comment causes a warning', async () => {
    write('robots.txt', `${GOOD}Disallow: /more\n`);
    refusal = 403;
    const { code, comment } = await run();
    expect(code).toBe(0);
    expect(comment).toEqual({
      code: 0,
      output:
        '::warning::robotstream cannot comment on the pull request: GET /repos/a/b/issues/7/comments answered 403\n',
    });
  });

  test('a file that is new, one that is missing, and a push without a base', async () => {
    git('rm', '--quiet', '--cached', 'robots.txt');
    git('commit', '--quiet', '--message', 'without');
    base = git('rev-parse', 'HEAD').trim();
    expect(await run()).toMatchObject({ code: 0, changed: 'true' });
    rmSync(join(folder, 'robots.txt'));
    const missing = await run();
    expect(missing.output).toContain('robots.txt: no such file');
    expect(missing.code).toBe(2);
    write('robots.txt', GOOD);
    base = '0'.repeat(40);
    expect(await run()).toMatchObject({ code: 0, changed: '', summary: '' });
  });

  test('a file that a later commit deletes: the comment does not say that nothing changed', async () => {
    write('robots.txt', BAD);
    await run();
    rmSync(join(folder, 'robots.txt'));
    expect(await run()).toMatchObject({ code: 2, changed: '' });
    expect(comments.map(({ body }) => body.split('\n')[2])).toEqual([
      'What crawlers may fetch cannot be compared (robots.txt); the log of the job says why.',
    ]);
  });

  test('two files have one comment, with a section for each, whoever is first', async () => {
    mkdirSync(join(folder, 'shop'));
    write('shop/robots.txt', BAD);
    write('robots.txt', `${GOOD}Disallow: /more\n`);
    const shop = { file: 'shop/robots.txt', expectations: 'none' };
    const about = () => comments.map(({ body }) => body.split('\n').filter((line) => /^\S/.test(line)));
    const both = [
      [
        '<!-- robotstream -->',
        '<!-- file: robots.txt -->',
        'This changes what crawlers may fetch (robots.txt):',
        '<!-- file: shop%2Frobots.txt -->',
        'This changes what crawlers may fetch (shop/robots.txt):',
      ],
    ];
    await run(shop);
    expect(comments[0]?.body).toContain(
      '    shop/robots.txt on main (no such file) → shop/robots.txt in this pull request',
    );
    meanwhile = comments.splice(0).map(({ body }) => body);
    await run();
    expect(about()).toEqual(both);
    await run({ ...shop, file: join(realpathSync(folder), shop.file) });
    expect(about()).toEqual(both);
    write('robots.txt', GOOD);
    await run();
    expect(about()[0]?.slice(1)).toEqual([
      '<!-- file: robots.txt -->',
      'Every crawler may fetch the same URLs as before (robots.txt).',
      '<!-- file: shop%2Frobots.txt -->',
      'This changes what crawlers may fetch (shop/robots.txt):',
    ]);
  });

  test('a file by its absolute path is compared with the same file of the base', async () => {
    expect(await run({ file: join(realpathSync(folder), 'robots.txt') })).toMatchObject({
      code: 0,
      changed: 'false',
    });
  });

  test('a SARIF file that cannot be written is a check that could not run', async () => {
    expect(await run({ sarif: 'no/such/folder/robots.sarif' })).toMatchObject({ code: 2 });
  });

  test('no input runs as a command', async () => {
    const name = '$(touch pwned)`touch pwned`;touch pwned';
    write(name, GOOD);
    const { code } = await run({ file: name, expectations: name, url: '"; touch pwned' });
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
    write('-x', GOOD);
    expect((await run({ file: '-x' })).code).toBe(0);
  });

  test('a long difference is cut in the comment, and lines of a file cannot mention anyone', async () => {
    const groups = Array.from(
      { length: 150 },
      (_, i) => `User-agent: @user${i}${'x'.repeat(600)}\nDisallow: /${'y'.repeat(600)}${i}\n`,
    );
    write('robots.txt', groups.join('\n'));
    await run({ expectations: 'none' });
    const [{ body } = { body: '' }] = comments;
    expect(body.length).toBeLessThan(65_536);
    expect(body).toMatch(/\n\nThe rest is in the summary of the job\.\n$/);
    write('other.txt', groups.join('\n'));
    await run({ file: 'other.txt', expectations: 'none' });
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body.length).toBeLessThan(65_536);
    expect(comments[0]?.body.match(/The rest is in the summary/g)).toHaveLength(2);
    expect(body.split('\n').filter((line) => line.includes('@') && !line.startsWith('    '))).toEqual([]);
  });
});
