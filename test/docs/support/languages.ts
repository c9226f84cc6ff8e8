/** The programs of docs/languages.md, each run with a command of the tests in place of the one that `npx` would find. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { describeWith } from '../../support/needs.js';

const page = readFileSync('docs/languages.md', 'utf8');

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

/** Tests that each program prints what it should, with the `npx` of a folder. */
export function testLanguages(folder: () => string): void {
  for (const { name, tag, file, run, prints } of LANGUAGES) {
    const [program, ...args] = run;
    const isMet = existsSync(program) && (tag !== 'sh' || existsSync('/usr/bin/jq'));
    describeWith({ isMet, what: tag === 'sh' ? 'jq' : program }, `docs/languages.md: ${name}`, () => {
      test('the program asks, and prints the answers', () => {
        const [, block = ''] = page.match(new RegExp(`^\`\`\`${tag}\\n(.*?)^\`\`\`$`, 'ms')) ?? [];
        writeFileSync(join(folder(), file), block);
        const env = {
          ...process.env,
          PATH: `${folder()}:${process.env.PATH}`,
          GO111MODULE: 'off',
          GOCACHE: folder(),
        };
        const printed = execFileSync(program, [...args, file], { cwd: folder(), env, encoding: 'utf8' });
        expect(printed).toBe(prints);
      });
    });
  }
}
