/**
 * What `agents`, `lint`, `explain` and `diff` print for files as sites have them, which was read by a person: `outputs`. After a
 * change, `npx vitest run packages/cli/test/golden -u` writes it again; then read what changed.
 */
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { useCommand } from '../support/command.js';

const FILES = fileURLToPath(new URL('files', import.meta.url));
const OUTPUTS = fileURLToPath(new URL('outputs', import.meta.url));

/** A question for `explain` about each file: path and crawler. */
const QUESTIONS: { readonly [name: string]: readonly [path: string, agent: string] } = {
  html: ['/index.html', 'Googlebot'],
  'many-agents': ['/', 'Meta-ExternalAgent'],
  shop: ['/collections/a%2Bb.js', 'AdsBot-Google'],
  signals: ['/article', 'GPTBot'],
  typos: ['/tmp/public/a', 'Googlebot'],
};

/** The crawlers that `agents` reports on, beside the one of the question. */
const CRAWLERS = ['Googlebot', 'bingbot', 'AdsBot-Google', 'GPTBot', 'Google-Extended', '*'];

const command = useCommand();
beforeAll(() => {
  for (const name of readdirSync(FILES)) copyFileSync(join(FILES, name), join(command.folder, name));
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
  await expect(parts.join('\n')).toMatchFileSnapshot(join(OUTPUTS, file));
});
