/**
 * Opens an address in the user's browser.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandContext } from '../../../command-line/src/command.js';
import { note } from '../notes.js';

/** The program that opens an address on each system, and its arguments before the address. No shell is involved. */
const OPENERS: { readonly [platform in NodeJS.Platform]?: readonly [program: string, ...args: string[]] } = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const OTHER_OPENER = ['xdg-open'] as const;

/**
 * Opens an address. If that fails, a note says so: the address has been printed.
 *
 * @returns resolves when the opener has ended; nothing needs to wait for it
 */
export async function openBrowser(
  address: string,
  context: Pick<CommandContext, 'env' | 'stderr'>,
): Promise<void> {
  const [program, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  // Detached: Ctrl+C in the terminal does not end a browser that it started.
  const child = spawn(program, [...args, address], { env: context.env, stdio: 'ignore', detached: true });
  child.unref();
  const reason = await once(child, 'exit').then(
    ([code]) => (code ? `exit code ${code}` : null),
    (error: Error) => error.message,
  );
  if (reason !== null)
    note(context, `${program} could not open a browser (${reason}); open the address yourself`);
}
