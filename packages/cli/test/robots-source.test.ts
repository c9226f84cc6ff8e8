/** Commands that take a URL in place of a file say which robots.txt they read. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useCommand } from './support/command.js';
import { useSites } from './support/sites.js';

const command = useCommand();
const site = useSites();

const RULES = 'User-agent: *\nDisallow: /private/\n';

/** The commands, with what follows the URL: `URL` is it again, `/` the root of its site. */
const COMMANDS = [
  'lint',
  'lint --format json',
  'agents --json',
  'diff URL',
  'explain / --agent Bot',
  'explain --readers --all',
  'explain / --readers --json',
];

test('a site is its host without a scheme, in each command', async () => {
  const { origin } = await site({ body: RULES });
  const host = new URL(origin).host;
  for (const args of [
    ['parse', host],
    ['parse', host, '--events'],
    ['lint', host],
    ['explain', host, '/private/', '--agent', 'Bot'],
    ['check', host, '/private/', '--agent', 'Bot'],
    ['test', host, '-'],
    ['agents', host],
    ['diff', host, host],
  ]) {
    const { code, stderr } = await command.run(args, { input: 'User-agent: Bot\nDisallow: /private/\n' });
    expect([args, stderr]).toEqual([args, '']);
    expect(code).toBeLessThan(2);
  }
});

test('paths after a site are of that site, and other URLs of their own', async () => {
  const [one, other] = [await site({ body: RULES }), await site({ body: 'User-agent: *\nDisallow: /a\n' })];
  const urls = [`${one.origin}/x`, '/private/', '/a', `${other.origin}/a`];
  const { stdout } = await command.run(['check', ...urls, '--agent', 'Bot', '--json']);
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id, url, allowed }) => [id, url, allowed])).toEqual([
    [1, `${one.origin}/private/`, false],
    [2, `${one.origin}/a`, true],
    [3, `${other.origin}/a`, false],
  ]);
});

test('lint and parse read the robots.txt of the folder, and say that there is none', async () => {
  for (const name of ['lint', 'parse']) {
    const { code, stderr } = await command.run([name]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('this folder has no robots.txt')]);
  }
  writeFileSync(join(command.folder, 'robots.txt'), 'User-agent: *\nDisalow: /a\n');
  onTestFinished(() => rmSync(join(command.folder, 'robots.txt')));
  expect((await command.run(['lint'])).stdout).toContain('robots.txt:2:1 warning misspelled-field');
  expect((await command.run(['parse'])).stdout).toMatch(/^robots\.txt: /);
});

test.each(['check', 'explain'])('%s without --agent is about "*", and says so', async (name) => {
  const { code, stdout, stderr } = await command.run([name, '-', '/a'], { input: RULES });
  expect([code, stderr]).toEqual([
    0,
    'robotstream: note: no --agent is given, so this is for "*", any crawler that no group names\n',
  ]);
  expect(stdout).toMatch(/^standard input for \*,/);
});

test.each(COMMANDS)('%s: another URL than that of a robots.txt', async (line) => {
  const [name = '', ...others] = line.split(' ');
  const { origin } = await site({ body: RULES });
  const stderrFor = async (url: string): Promise<string> => {
    const places: Readonly<Record<string, string>> = { URL: url, '/': `${origin}/` };
    return (await command.run([name, url, ...others.map((argument) => places[argument] ?? argument)])).stderr;
  };
  const note = `robotstream: note: reading ${origin}/robots.txt, which governs the URL given\n`;
  for (const path of ['/project/robots.txt', '/robots.txt?from=a', '/robots.txt?', '/ROBOTS.TXT', '/page'])
    expect(await stderrFor(origin + path)).toContain(note);
  for (const path of ['', '/', '/robots.txt', '/robots.txt#part'])
    expect(await stderrFor(origin + path)).not.toContain('note: reading');
});

test.each([[[]], [['--readers']]])(
  'explain with %j: the URL that is asked about needs no note',
  async (args) => {
    const { origin } = await site({ body: RULES });
    expect((await command.run(['explain', `${origin}/page`, '--agent', 'Bot', ...args])).stderr).toBe('');
  },
);
