/** `robotstream completion` and `robotstream man`, in the shells and the readers of manual pages that are there. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRAWLER_SETS } from '../../../src/crawlers/index.js';
import { LINT_RULES } from '../../../src/lint/index.js';
import { skipWithout } from '../../../test/support/needs.js';
import { COMMANDS } from '../src/commands.js';
import { useCommand } from './support/command.js';

const command = useCommand();

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const needOf = (program: string) => ({ isMet: isThere(program), what: program });

/** What a shell prints for a script, with the completion in the file `completion`. */
async function printedBy(shell: string, script: string): Promise<string[]> {
  const file = join(command.folder, `completion.${shell}`);
  writeFileSync(file, (await command.run(['completion', shell])).stdout);
  const options = { bash: ['--norc', '--noprofile'], zsh: ['-f'], fish: ['--no-config'] }[shell] ?? [];
  const { stdout, stderr } = spawnSync(shell, [...options, '-c', script], {
    cwd: command.folder,
    env: { PATH: process.env.PATH, HOME: command.folder, completion: file },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

const FIRST = [...new Set(Object.keys(COMMANDS).map((name) => name.split(' ')[0] ?? ''))];
const LINT = ['--format', '--rule', '--max-warnings', '--fix', '--fix-dry-run', '--url'];

describe('bash', () => {
  const completed = (...words: string[]): Promise<string[]> =>
    printedBy(
      'bash',
      `source "$completion"; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _robotstream; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );

  test('completes commands, second words and options; files are left to the shell', async (context) => {
    skipWithout(needOf('bash'), context);
    expect(await completed('robotstream', '')).toEqual([...FIRST, '--help', '--version']);
    expect(await completed('robotstream', 'ag')).toEqual(['agents']);
    expect(await completed('robotstream', 'survey', 're')).toEqual(['report']);
    expect(await completed('robotstream', 'lint', '--')).toEqual(expect.arrayContaining([...LINT, '--help']));
    expect(await completed('robotstream', 'survey', 'report', '--h')).toContain('--help');
    expect(await completed('robotstream', 'lint', 'rob')).toEqual([]);
    expect(await completed('robotstream', 'nosuch', '--')).toEqual([]);
    expect(await completed('robotstream', 'lint', '--format', 'sa')).toEqual(['sarif']);
    expect(await completed('robotstream', 'lint', '--explain', 'several-p')).toEqual(
      Object.keys(LINT_RULES).filter((id) => id.startsWith('several-p')),
    );
    expect(await completed('robotstream', 'check', '--profile', 'py')).toContain('python-3.11');
    expect(await completed('robotstream', 'agents', '--set', '')).toEqual([...CRAWLER_SETS]);
    expect(await completed('robotstream', 'agents', '--purpose', 'tr')).toEqual(['train']);
  });
});

describe('zsh', () => {
  test('completes commands and options', async (context) => {
    skipWithout(needOf('zsh'), context);
    const stubs = `compdef() { :; }; _describe() { print -l -- \${(P)2}; }; _arguments() { print -l -- "$@"; }; source "$completion";`;
    const commands = await printedBy('zsh', `${stubs} words=(robotstream ""); CURRENT=2; _robotstream`);
    expect(commands.map((line) => line.split(':')[0])).toEqual(FIRST);
    const options = await printedBy('zsh', `${stubs} words=(robotstream lint -); CURRENT=3; _robotstream`);
    expect(options.map((line) => line.replace(/^\*/, '').split('[')[0])).toEqual(
      expect.arrayContaining(LINT),
    );
    const two = await printedBy(
      'zsh',
      `${stubs} words=(robotstream survey report -); CURRENT=4; _robotstream`,
    );
    expect(options.find((line) => line.startsWith('--format['))).toMatch(/:F:\(pretty json sarif .*\)$/);
    expect(two.some((line) => line.startsWith('--help['))).toBe(true);
  });

  test('accepts the script with its own completion system', async (context) => {
    skipWithout(needOf('zsh'), context);
    const script =
      'autoload -U compinit; compinit -u -D; source "$completion"; print -- $_comps[robotstream]';
    expect(await printedBy('zsh', script)).toEqual(['_robotstream']);
  });
});

describe('fish', () => {
  test('completes commands, second words and options', async (context) => {
    skipWithout(needOf('fish'), context);
    const completed = async (line: string): Promise<string[]> =>
      (await printedBy('fish', `source $completion; complete -C '${line}'`)).map(
        (one) => one.split('\t')[0] ?? '',
      );
    expect(await completed('robotstream ag')).toEqual(['agents']);
    expect(await completed('robotstream survey re')).toEqual(expect.arrayContaining(['report']));
    expect(await completed('robotstream lint --')).toEqual(expect.arrayContaining([...LINT, '--help']));
    expect(await completed('robotstream lint --format sa')).toEqual(['sarif']);
    expect(await completed('robotstream check --profile python-3.11')).toEqual(['python-3.11']);
  });
});

test('another shell is wrong usage', async () => {
  const { code, stderr } = await command.run(['completion', 'csh']);
  expect([code, stderr]).toEqual([
    2,
    'robotstream: unknown shell "csh"; did you mean zsh? the shells are bash, zsh, fish (see robotstream completion --help)\n',
  ]);
  expect((await command.run(['completion'])).code).toBe(2);
});

describe('the manual page', () => {
  test('has each command and each option, and no line that roff could take for a request', async () => {
    const { code, stdout } = await command.run(['man']);
    for (const [name, { load }] of Object.entries(COMMANDS)) {
      expect(stdout).toContain(`.SH "ROBOTSTREAM ${name.toUpperCase()}"\n`);
      for (const option of Object.keys((await load()).options)) {
        expect(stdout).toContain(`\\-\\-${option.replaceAll('-', '\\-')}`);
      }
    }
    const requests = stdout.split('\n').filter((line) => /^[.']/.test(line));
    expect(requests.filter((line) => !/^\.(?:TH|SH|SS|TP|B|I|PP|nf|fi|br)(?: |$)/.test(line))).toEqual([]);
    expect(code).toBe(0);
  });

  test('has no warnings of mandoc and groff', async (context) => {
    skipWithout({ isMet: spawnSync('mandoc', ['-h']).error === undefined, what: 'mandoc' }, context);
    const { stdout } = await command.run(['man']);
    const lint = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: stdout, encoding: 'utf8' });
    expect(lint.stdout.replaceAll(/.*missing date.*\n/g, '')).toBe('');
    const read = spawnSync('mandoc', ['-T', 'utf8', '-O', 'width=100'], { input: stdout, encoding: 'utf8' });
    expect(read.stdout).toContain('robotstream - read robots.txt files');
  });
});
