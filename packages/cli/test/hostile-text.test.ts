/** Text from a hostile file or argument: no format prints a character that a terminal would obey. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { useCommand } from './support/command.js';

const command = useCommand();

/** CSI as one character, DEL, characters that break lines or change the direction of text, and two that YAML cannot have. */
const HOSTILE = '/\u009b31m\u007f\u0085\u2028\u202e\ufffe\uffff';

beforeAll(() => {
  const file = (name: string, text: string): void => writeFileSync(join(command.folder, name), text);
  file('robots.txt', `User-agent: *\nDisallow: ${HOSTILE}\nDisallow: x${HOSTILE}\n`);
  file('empty.txt', '');
  // U+2028 is white space, which ends a URL.
  file('expected', `User-agent: a\nAllow: ${HOSTILE.replace('\u2028', '%E2%80%A8')}\n`);
});

test.each([
  ['check', 'robots.txt', HOSTILE, '--agent', 'a', '--json'],
  ['check', 'robots.txt', HOSTILE, '--agent', 'a', '--agent', 'b', '--json'],
  ['diff', 'robots.txt', 'empty.txt', '--json'],
  ['explain', 'robots.txt', HOSTILE, '--agent', 'a', '--json'],
  ['lint', 'robots.txt', '--format', 'json'],
  ['lint', 'robots.txt', '--format', 'sarif'],
  ['lint', 'robots.txt', '--format', 'rdjson'],
  ['lint', 'robots.txt', '--format', 'github'],
  ['parse', 'robots.txt', '--json'],
  ['parse', 'robots.txt', '--events'],
  ['test', 'robots.txt', 'expected', '--format', 'tap'],
  ['test', 'robots.txt', 'expected', '--format', 'junit'],
])('%j', async (...args) => {
  const { stdout } = await command.run(args);
  expect(stdout).toContain('31m');
  expect(stdout).toMatch(/^[\n\x20-\x7e\u00a0-\u2027\u202f-\ufffd]+$/);
});

test('check --batch', async () => {
  const question = {
    id: { a: HOSTILE },
    body: `User-agent: *\nDisallow: ${HOSTILE}`,
    each: ['a'],
    url: HOSTILE,
  };
  const { stdout } = await command.run(['check', '--batch'], { input: `${JSON.stringify(question)}\n` });
  expect(stdout).toMatch(/^[\n\x20-\x7e]+$/);
  expect(JSON.parse(stdout)).toMatchObject({ id: question.id, url: HOSTILE, pattern: HOSTILE });
});
