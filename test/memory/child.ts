/** Runs a script of this folder in a process of its own and reads the JSON that it prints. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @throws {Error} if the script fails, with what it said */
export async function runScript<Result>(
  script: string,
  args: readonly (string | number)[],
  input = '',
): Promise<Result> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', path, ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed with ${status}: ${output}`);
  return JSON.parse(output) as Result;
}
