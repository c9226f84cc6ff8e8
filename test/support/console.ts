/**
 * The shell examples of a page: its `console` blocks. Lines that begin with `$ ` are commands; the others are their output.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ConsoleExample {
  readonly commands: string;
  /** Standard output and standard error of all commands. */
  readonly output: string;
}

export function consoleExamplesOf(page: string): ConsoleExample[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```console\n(.*?)^```$/gms);
  return Array.from(blocks, ([, block = '']) => {
    const lines = block.split(/(?<=\n)/);
    const isCommand = (line: string): boolean => line.startsWith('$ ');
    return {
      commands: lines
        .filter(isCommand)
        .map((line) => line.slice(2).replaceAll('npx @robotstream/cli', 'robotstream'))
        .join(''),
      output: lines.filter((line) => !isCommand(line)).join(''),
    };
  });
}

/**
 * Runs commands in a shell, with `robotstream` as a command of a build.
 *
 * @param folder in which the commands run
 * @param main the built program
 * @returns what they print
 */
export async function runInShell(commands: string, folder: string, main: string): Promise<string> {
  const bin = join(folder, 'bin');
  const program = join(bin, 'robotstream');
  mkdirSync(bin, { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  chmodSync(program, 0o755);
  const child = spawn('sh', ['-c', `exec 2>&1\n${commands}`], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  return output;
}
