/** Names that may be misspelled: of crawlers, commands, options and values. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCommand } from './support/command.js';

const command = useCommand();
const FILE = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n';
const HEADER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('an agent', () => {
  const check = (agent: string) => command.run(['check', '-', '/a', '--agent', agent], { input: FILE });

  test.each([
    ['Gogglebot', 'No crawler named "Gogglebot" is known; did you mean Googlebot?'],
    ['Claude-Web', 'Claude-Web is retired: its operator no longer uses it; Anthropic now uses ClaudeBot'],
  ])('%s gets a note, and an answer', async (agent, note) => {
    const { code, stdout, stderr } = await check(agent);
    expect(stderr).toContain(`robotstream: note: ${note}`);
    expect(stdout).toContain('allowed     /a');
    expect(code).toBe(0);
  });

  // One typing error in a short name, which lint does not take for a mistake of the file.
  test.each([
    ['Googelbot', 'Googlebot'],
    ['bingbt', 'bingbot'],
    ['GPTBto', 'GPTBot'],
    ['CCBott/2.0', 'CCBot'],
    ['Aplebot', 'Applebot'],
    ['Baidusipder', 'Baiduspider'],
  ])('%s gets a note of %s in each command', async (agent, meant) => {
    for (const args of [
      ['check', '-', '/a'],
      ['explain', '-', '/a'],
      ['explain', '-', '/a', '--readers'],
      ['agents', '-'],
      ['diff', '-', '--profiles', 'rfc9309,google'],
    ]) {
      const { code, stderr } = await command.run([...args, '--agent', agent], { input: FILE });
      expect([args[0], code === 2, stderr]).toEqual([
        args[0],
        false,
        expect.stringContaining(`did you mean ${meant}?\n`),
      ]);
    }
  });

  test('that is a User-Agent header stands for its product token', async () => {
    const { code, stdout, stderr } = await check(HEADER);
    expect(stderr).toContain('This is a User-Agent header. Its product token is Googlebot.');
    expect(stdout).toContain('for Googlebot, as Googlebot reads it');
    expect(code).toBe(1);
  });

  test('that is the header of a browser is refused', async () => {
    const { code, stderr } = await check('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0');
    expect(stderr).toContain('This is the User-Agent header of a browser. It names no crawler.');
    expect(code).toBe(2);
  });

  test('that is known, or may be, gets no note', async () => {
    for (const agent of ['GPTBot', 'GPTBot/1.2', 'yandex', 'ExampleBot/2.1', 'MyBot', 'CCB', '*'])
      expect((await check(agent)).stderr).toBe('');
  });
});

test.each([
  [['chekc'], 'unknown command "chekc"; did you mean check? (see robotstream --help)'],
  [['check', '--agnet', 'a'], 'unknown option "--agnet"; did you mean --agent?'],
  [['lint', '-', '--format', 'sariff'], 'unknown format "sariff"; did you mean sarif? the formats are'],
  [['lint', '-', '--rule', 'group-spilt=off'], 'there is no rule "group-spilt"; did you mean group-split?'],
])('%j says what may be meant', async (args, message) => {
  const { code, stderr } = await command.run(args, { input: '' });
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

describe('expectations', () => {
  const expected = async (text: string) => {
    writeFileSync(join(command.folder, 'expected'), text);
    return command.run(['test', '-', 'expected'], { input: FILE });
  };

  test('of a name that may be misspelled get a note', async () => {
    const { stderr } = await expected('User-agent: Gogglebot\nAllow: /\n');
    expect(stderr).toContain('did you mean Googlebot?');
  });

  test('may be for a purpose in place of names', async () => {
    const { code, stdout } = await expected('Purpose: train\nDisallow: /\n');
    expect(stdout).not.toMatch(/disallow \/ for GPTBot/);
    expect(stdout).toMatch(/disallow \/ for ClaudeBot/);
    expect(code).toBe(1);
    const wrong = await expected('Purpose: trian\nDisallow: /\n');
    expect(wrong.stderr).toContain('there is no purpose "trian"; the purposes are train, search');
    expect(wrong.code).toBe(2);
  });
});

describe('a file that is no robots.txt', () => {
  test.each([
    [
      'a page',
      '<!doctype html>\n<title>x</title>\n',
      'this is an HTML page, not a robots.txt; crawlers read no rule in it',
    ],
    ['a picture', 'GIF89a\n\0\x01', 'this is a GIF image, not a robots.txt; crawlers read no rule in it'],
    [
      'a page with rules',
      '<html>\nUser-agent: *\nDisallow: /a\n',
      'this is an HTML page, not a robots.txt; crawlers read 1 rule in it all the same',
    ],
  ])('%s is told by each command', async (_, input, notice) => {
    for (const args of [
      ['check', '-', '/a', '--agent', '*'],
      ['explain', '-', '/a', '--agent', '*'],
      ['agents', '-'],
      ['lint', '-'],
      ['parse', '-'],
    ]) {
      const { stderr } = await command.run(args, { input });
      expect([args[0], stderr]).toEqual([args[0], expect.stringContaining(notice)]);
    }
  });

  test.each([
    [['check', '-', '/a', '--agent', '*', '--json']],
    [['explain', '-', '/a', '--agent', '*', '--json']],
    [['agents', '-', '--json']],
    [['explain', '-', '/a', '--readers', '--json']],
    [['explain', '-', '--readers', '--all', '--json']],
  ])('is the kind in each line that %j prints', async (args) => {
    const { stdout } = await command.run(args, { input: '<!doctype html>\n<title>x</title>\n' });
    const kinds = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(new Set(kinds)).toEqual(new Set(['html']));
  });

  test('is the kind of a side of a comparison', async () => {
    writeFileSync(join(command.folder, 'before.txt'), 'User-agent: *\nDisallow: /a\n');
    const { stdout } = await command.run(['diff', 'before.txt', '-', '--json'], { input: 'GIF89a\n\0\x01' });
    const { before, after } = JSON.parse(stdout);
    expect([before.kind, after.kind]).toEqual([null, 'gif']);
  });

  test('is one finding of lint', async () => {
    const { stdout } = await command.run(['lint', '-', '--format', 'json'], { input: 'GIF89a\n\0\x01' });
    expect(JSON.parse(stdout).files[0].findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'other-kind-of-file',
    ]);
  });
});
