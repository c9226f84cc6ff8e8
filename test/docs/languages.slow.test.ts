/** The programs of docs/languages.md run, each with the command that `npx` would find. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { describeWith } from '../support/needs.js';

const page = readFileSync('docs/languages.md', 'utf8');
const build = useBuild();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-languages-'));
  const npx = join(folder, 'npx');
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nexec ${process.execPath} ${build.folderOf('@robotstream/cli')}/dist/main.js "$@"\n`,
  );
  chmodSync(npx, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Language {
  readonly name: string;
  /** The tag of the program's code block. */
  readonly tag: string;
  readonly file: string;
  readonly run: readonly [string, ...string[]];
  readonly prints: string;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    tag: 'python',
    file: 'robots.py',
    run: ['/usr/bin/python3'],
    prints: 'True 0\nFalse 2\n',
  },
  { name: 'Go', tag: 'go', file: 'robots.go', run: ['/usr/bin/go', 'run'], prints: 'true 0\nfalse 2\n' },
  { name: 'Java', tag: 'java', file: 'Robots.java', run: ['/usr/bin/java'], prints: 'true\nfalse\n' },
  {
    name: 'the shell',
    tag: 'sh',
    file: 'robots.sh',
    run: ['/bin/sh'],
    prints: 'https://example.com/\ttrue\t0\nhttps://example.com/private/a\tfalse\t2\n',
  },
];

for (const { name, tag, file, run, prints } of LANGUAGES) {
  const [program, ...args] = run;
  const isMet = existsSync(program) && (tag !== 'sh' || existsSync('/usr/bin/jq'));
  describeWith({ isMet, what: tag === 'sh' ? 'jq' : program }, `docs/languages.md: ${name}`, () => {
    test('the program asks, and prints the answers', () => {
      const [, block = ''] = page.match(new RegExp(`^\`\`\`${tag}\\n(.*?)^\`\`\`$`, 'ms')) ?? [];
      writeFileSync(join(folder, file), block);
      const env = {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        GO111MODULE: 'off',
        GOCACHE: folder,
      };
      const printed = execFileSync(program, [...args, file], { cwd: folder, env, encoding: 'utf8' });
      expect(printed).toBe(prints);
    });
  });
}
