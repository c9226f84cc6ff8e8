/** The examples of docs/cli.md, of the README and of the newcomer's pages run, and the keys of JSON that the page lists are those that are printed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { consoleExamplesOf, runInShell } from '../../../test/support/console.js';
import { ANSWER_KEYS } from '../src/check/answer-line.js';
import { COMMANDS } from '../src/commands.js';
import { useBuiltCommand } from './support/command.js';
import { useSites } from './support/sites.js';

const PAGE = 'docs/cli.md';
const page = readFileSync(PAGE, 'utf8');
const [, robotsTxt = ''] = /^```robots\.txt\n(.*?)^```$/ms.exec(page) ?? [];

const command = useBuiltCommand();
const startSite = useSites();

/** The files that the examples of a page read: its blocks with the name of a file, and those of docs/cli.md that it does not have. */
function writeFilesOf(text: string): void {
  for (const name of ['robots.txt', 'robots.expected']) {
    const blockOf = (from: string) => new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\`$`, 'ms').exec(from)?.[1];
    writeFileSync(join(command.folder, name), blockOf(text) ?? blockOf(page) ?? '');
  }
}

beforeEach(() => writeFilesOf(page));

test('every command has a section, and the options of each are in its help', async () => {
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    expect(page).toContain(`\n## ${name.split(' ')[0]}\n`);
    const { stdout } = await command.run([...name.split(' '), '--help']);
    for (const option of Object.keys((await load()).options)) expect(stdout).toContain(`--${option}`);
  }
});

test('the keys of JSON are those that are printed', async () => {
  const { origin } = await startSite({ body: robotsTxt });
  const keysOf = async (...args: string[]): Promise<string[]> =>
    Object.keys(JSON.parse((await command.run(args)).stdout));
  const [check, explain, fetch] = ['check', 'explain', 'fetch'].map(jsonSectionOf);
  expect(keysOfTables(check)).toEqual(await keysOf('check', `${origin}/`, '--agent', 'a', '--json'));
  expect(keysOfTables(check).slice(1, 1 + ANSWER_KEYS.length)).toEqual(ANSWER_KEYS);
  const keys = [...ANSWER_KEYS, ...keysOfTables(explain)];
  expect(keys).toEqual(await keysOf('explain', 'robots.txt', '/', '--agent', 'a', '--json'));
  expect(keysOfTables(fetch)).toEqual(await keysOf('fetch', origin, '--json'));
  expect(keysOfTables(jsonSectionOf('agents'))).toEqual(
    await keysOf('agents', 'robots.txt', '--agent', 'a', '--json'),
  );
  const { stdout } = await command.run(['lint', 'robots.txt', '--format', 'json']);
  expect(keysOfTables(jsonSectionOf('lint'))).toEqual(Object.keys(JSON.parse(stdout).files[0]));
});

/** What the page says about the JSON of a sub-command. */
function jsonSectionOf(name: string): string {
  const section = page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';
  return section.split(/^### Output with --(?:json|json and --csv)\n/m)[1] ?? '';
}

/** The first column of the tables of keys up to the next heading. */
function keysOfTables(text: string): string[] {
  const [section = ''] = text.split(/^##/m);
  const cells = Array.from(section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm), ([, cell = '']) => cell);
  return cells.flatMap((cell) => cell.replaceAll('`', '').split(', '));
}

describe.skipIf(process.platform === 'win32')('an example prints what the page shows', () => {
  const pages = [PAGE, 'README.md', 'docs/check.md', 'docs/archives.md', 'docs/anywhere.md'];
  const examples = pages.flatMap((shownOn) =>
    consoleExamplesOf(shownOn).map((example) => ({ shownOn, ...example })),
  );
  test.each(examples)('$shownOn: $commands', async ({ shownOn, commands, output }) => {
    writeFilesOf(readFileSync(shownOn, 'utf8'));
    const { origin } = await startSite({ body: robotsTxt, headers: { 'content-type': 'text/plain' } });
    const printed = await runInShell(
      commands.replaceAll('https://example.com', origin),
      command.folder,
      command.main,
    );
    const asOnPage = printed.replaceAll(origin, 'https://example.com');
    expect(withoutTime(asOnPage)).toBe(withoutTime(output));
  });
});

/** The text without the parts that change with time: spans and dates. */
function withoutTime(text: string): string {
  return text
    .replaceAll(/\b[\d.]+ m?s\b/g, 'SPAN')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'DATE');
}
