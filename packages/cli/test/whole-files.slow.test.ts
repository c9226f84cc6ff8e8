/** Real and hostile files through the sub-commands for people who write robots.txt: none crashes, and their answers agree. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROFILES, type ProfileName, parseSync } from '../../../src/index.js';
import { describeWith } from '../../../test/support/needs.js';
import { loadCorpusSample, SHARED_NEED } from '../../../test/support/shared.js';
import { count } from '../../command-line/src/terminal.js';
import { runInProcess } from './support/command.js';

/** A line of `check --json`. */
interface CheckAnswer {
  readonly url: string;
  readonly allowed: boolean;
  readonly agent?: string;
}

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-whole-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Notes that a command prints on standard error without a failure: that a file has findings, what it is, and what was left out. */
const NOTES = /^(robotstream: note: .*\n|.*: see robotstream lint .*\n|.*, not a robots\.txt; .*\n)*$/;

/** A command that found something or nothing, and printed no message but notes. */
async function output(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args);
  expect([args, NOTES.test(stderr) ? '' : stderr, code === 0 || code === 1]).toEqual([args, '', true]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  return stdout;
}

/** The lines of JSON that a command prints. */
async function jsonLines(args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const lines = (await output(args)).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
}

/** A file with some of its lines changed: as an editor may leave it. */
function mutated(body: Uint8Array): Uint8Array {
  const lines = Buffer.from(body).toString('latin1').split('\n');
  const kept = lines
    .filter((_, i) => i % 5 !== 3)
    .map((line, i) => (i % 7 === 2 ? line.replace('/', '/x') : line));
  return Buffer.from(`${kept.join('\n')}\nUser-agent: *\nDisallow: /new\n`, 'latin1');
}

describeWith(SHARED_NEED, 'every real file', () => {
  test('is reported on, checked, linted and parsed', async () => {
    const profiles = Object.keys(PROFILES) as ProfileName[];
    const urls = ['https://example.com/', 'https://example.com/a/b.html?c=%7Ed'];
    for (const [index, [name, body]] of loadCorpusSample().entries()) {
      const path = file('robots.txt', body);
      const profile = profiles[index % profiles.length] ?? 'rfc9309';
      const rows = await jsonLines(['agents', path, '--set', 'ai', '--profile', profile, '--json']);
      const report = new Map(rows.map(({ crawler, root }) => [crawler, root]));

      const agents = ['GPTBot', 'ClaudeBot', 'CCBot'];
      const named = agents.flatMap((agent) => ['--agent', agent]);
      const answers = await jsonLines(['check', path, ...urls, ...named, '--profile', profile, '--json']);
      expect([name, answers.length]).toEqual([name, agents.length * urls.length]);
      for (const { agent, url, allowed } of answers as unknown as readonly CheckAnswer[]) {
        if (url === urls[0]) expect([name, agent, allowed]).toEqual([name, agent, report.get(agent)]);
      }
      await output(['check', path, ...urls, ...named]);

      await output(['agents', path]);
      await output(['lint', path]);
      expect(JSON.parse(await output(['lint', path, '--format', 'sarif'])).runs).toHaveLength(1);
      await output(['parse', path]);
      await output(['parse', path, '--json']);

      const document = parseSync(body);
      for (const agent of ['*', ...agents]) {
        const usage = document.usage(agent, '/', { profile });
        expect([name, agent, usage.applies]).toEqual([
          name,
          agent,
          document.matcher({ agents: agent, profile }).isAllowed('/'),
        ]);
      }
    }
  });

  test('is explained, compared and tested', async () => {
    const profiles = Object.keys(PROFILES);
    let before = file('before.txt', '');
    for (const [index, [name, body]] of loadCorpusSample().entries()) {
      const path = file('after.txt', body);
      const profile = profiles[index % profiles.length] ?? '';
      await output([
        'explain',
        path,
        '/index.html?a=%7Eb',
        '--agent',
        'Googlebot-News',
        '--profile',
        profile,
      ]);
      const { crawlers } = JSON.parse(await output(['diff', before, path, '--json']));
      expect([name, crawlers[0].agents[0]]).toEqual([name, '*']);
      await output(['diff', path, '--profiles', 'rfc9309,google']);
      expect(await output(['diff', path, path])).toMatch(/\nNo difference for [\d,]+ crawlers?\.\n$/);
      const changed = file('changed.txt', mutated(body));
      const [opened, closed] = await Promise.all([
        output(['diff', path, changed, '--json', '--agent', '*']),
        output(['diff', changed, path, '--json', '--agent', '*']),
      ]);
      const [there] = JSON.parse(opened).crawlers;
      const [back] = JSON.parse(closed).crawlers;
      if (there.isExhaustive && back.isExhaustive) {
        expect([name, there.opens.length, there.closes.length]).toEqual([
          name,
          back.closes.length,
          back.opens.length,
        ]);
      }
      const list = file('list.txt', 'User-agent: *\nUser-agent: bingbot\nAllow: /\nDisallow: /%61\n');
      await output(['test', path, list, '--format', 'junit']);
      before = file('before.txt', body);
    }
  });
});

/** A little less than the parsing limit. */
const OCTETS = 490_000;

function filled(head: string, line: (i: number) => string): string {
  const lines = [head];
  for (let i = 0, octets = head.length; octets < OCTETS; i++) {
    lines.push(line(i));
    octets += line(i).length;
  }
  return lines.join('');
}

describe('a hostile file of 500 KiB', () => {
  test.each([
    ['of groups', filled('', (i) => `User-agent: a${i.toString(36)}\nDisallow: /${i}\n`)],
    ['of names', `${filled('', (i) => `User-agent: a${i.toString(36)}\n`)}Disallow: /\n`],
    ['of rules', filled('User-agent: *\n', (i) => `Disallow: /${i.toString(36)}\n`)],
    ['of wildcards', filled('User-agent: *\n', (i) => `Disallow: /*a*b*${i.toString(36)}*c$\n`)],
    ['of long patterns', filled('User-agent: *\n', () => `Disallow: /${'*a'.repeat(8000)}\n`)],
    [
      'of crawlers that share a group',
      filled(
        `${Array.from({ length: 400 }, (_, i) => `User-agent: a${i}\n`).join('')}`,
        () => 'Disallow: /*a*a*b\n',
      ) + Array.from({ length: 400 }, (_, i) => `User-agent: a${i}\nDisallow: /q${i}\n`).join(''),
    ],
    ['of escapes', filled('User-agent: *\n', (i) => `Allow: /%6${i % 10}*${i.toString(36)}%C3%A9\n`)],
  ])('%s', async (_, body) => {
    const path = file('hostile.txt', body);
    const other = file('other.txt', 'User-agent: *\nDisallow: /a\n\nUser-agent: a1\nAllow: /\n');
    const url = `/${'a'.repeat(2000)}`;
    await output(['explain', path, url, '--agent', 'a1']);
    await output(['explain', path, url, '--agent', 'a1', '--json']);
    for (const args of [
      [path, other],
      [other, path],
      [path, '--profiles', 'rfc9309,google'],
    ]) {
      const { code } = await runInProcess(['diff', ...args]);
      expect(code).toBe(1);
    }
    const list = file('list.txt', 'User-agent: a1\nAllow: /\n');
    await output(['test', path, list]);
    await output(['agents', path]);
    await output(['check', path, url, '--agent', 'a1', '--agent', 'GPTBot']);
    await output(['lint', path]);
    await output(['parse', path]);
  });
});

test('a file that names too many crawlers is compared for some, and says so', async () => {
  const input = Array.from({ length: 4000 }, (_, i) => `User-agent: a${i}\n`).join('');
  const { code, stdout, stderr } = await runInProcess(
    ['diff', '-', file('other.txt', 'User-agent: b\nDisallow: /a\n'), '--json'],
    {
      input: `${input}Disallow: /\n`,
    },
  );
  const { crawlers, leftOut } = JSON.parse(stdout);
  const compared = crawlers.reduce((sum: number, { agents }: { agents: string[] }) => sum + agents.length, 0);
  // Those of the 4,000 lines, `*` and `b`. No crawler is called `a`, which only begins these names.
  expect(compared + leftOut).toBe(4002);
  expect(leftOut).toBeGreaterThan(0);
  expect(stderr).toBe(
    `robotstream: note: ${count(leftOut, 'more crawler')} in the files; --agent compares for any of them\n`,
  );
  expect(code).toBe(1);
});
