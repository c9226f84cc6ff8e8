/**
 * Opens an address in the user's browser.
 */
import { spawn } from 'node:child_process';
import type { CommandContext } from '../command.js';

/** What opens an address on a system: a program and its arguments before the address. No shell reads them. */
const OPENERS: { readonly [platform in NodeJS.Platform]?: readonly [program: string, ...args: string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const OTHER_OPENER = ['xdg-open'] as const;

/** Opens an address. If that fails, a note says so: the address has been printed. */
export function openBrowser(address: string, { env, stderr }: Pick<CommandContext, 'env' | 'stderr'>): void {
  const [program, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  const fail = (reason: string): void => {
    stderr.write(
      `robotstream: note: ${program} cannot open a browser (${reason}); open the address yourself\n`,
    );
  };
  // Detached: Ctrl+C in the terminal does not end a browser that it started.
  const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) fail(`exit code ${code}`);
  });
  child.unref();
}
