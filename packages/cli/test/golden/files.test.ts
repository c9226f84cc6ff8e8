/**
 * What `agents`, `lint`, `explain` and `diff` print for files as sites have them, which was read by a person: `outputs`. To write it again
 * after a change, and then to read it again: `ROBOTSTREAM_GOLDEN=write npx vitest run test/cli/golden`, which fails.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { useCommand } from '../support/command.js';

const FILES = fileURLToPath(new URL('files', import.meta.url));
const OUTPUTS = fileURLToPath(new URL('outputs', import.meta.url));

/** A question for `explain` about each file: path and crawler. */
const QUESTIONS: { readonly [name: string]: readonly [path: string, agent: string] } = {
  above: ['/drafts', 'Bingbot'],
  bom: ['/menu', 'Googlebot'],
  crlf: ['/admin/users', 'Baiduspider'],
  empty: ['/', 'GPTBot'],
  escapes: ['/s%C3%B6ka/x?q=%3A', 'FooBot'],
  forum: ['/viewtopic.php?t=1&p=2', 'YandexBot'],
  'group-comments': ['/reports/2026', 'SemrushBot'],
  html: ['/index.html', 'Googlebot'],
  lost: ['/internal/a', 'Googlebot'],
  'many-agents': ['/', 'Meta-ExternalAgent'],
  media: ['/images/originals/a.png', 'Googlebot-Image'],
  news: ['/account/help', 'Googlebot-News'],
  open: ['/', 'FooBot'],
  overrides: ['/public/press/a.pdf', 'FooBot'],
  shop: ['/collections/a%2Bb.js', 'AdsBot-Google'],
  signals: ['/article', 'GPTBot'],
  staging: ['/robots.txt', 'FooBot'],
  typos: ['/tmp/public/a', 'Googlebot'],
  usage: ['/members/list', 'GPTBot'],
  wiki: ['/wiki/Special:Random', 'Wget'],
  wordpress: ['/wp-admin/admin-ajax.php', 'bingbot'],
};

/** The crawlers that `agents` reports on, beside the one of the question. */
const CRAWLERS = ['Googlebot', 'bingbot', 'AdsBot-Google', 'GPTBot', 'Google-Extended', '*'];

const command = useCommand();
beforeAll(() => {
  for (const name of readdirSync(FILES)) copyFileSync(join(FILES, name), join(command.folder, name));
});

test('each file has a question', () => {
  const files = readdirSync(FILES).filter((name) => !name.endsWith('.new.txt'));
  expect(Object.keys(QUESTIONS).map((name) => `${name}.txt`)).toEqual(files.sort());
});

test.each(Object.entries(QUESTIONS))('%s prints what was read', async (name, [path, agent]) => {
  const file = `${name}.txt`;
  const newer = `${name}.new.txt`;
  const commands = [
    ['agents', file, ...[agent, ...CRAWLERS].flatMap((one) => ['--agent', one])],
    ['lint', file],
    ['explain', file, path, '--agent', agent],
    existsSync(join(FILES, newer)) ? ['diff', file, newer] : ['diff', file, '--profiles', 'rfc9309,google'],
  ];
  const parts: string[] = [];
  for (const args of commands) {
    const { code, stdout, stderr } = await command.run(args);
    parts.push(`$ robotstream ${args.join(' ')}\n${stdout}${stderr}(exit code ${code})\n`);
  }
  const printed = parts.join('\n');
  const golden = join(OUTPUTS, file);
  if (process.env.ROBOTSTREAM_GOLDEN === 'write') {
    mkdirSync(OUTPUTS, { recursive: true });
    writeFileSync(golden, printed);
    throw new Error('the file was written; read what changed');
  }
  expect(printed).toBe(readFileSync(golden, 'utf8'));
});
