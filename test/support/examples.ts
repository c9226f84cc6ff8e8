/**
 * The examples of a page: its blocks of JavaScript, whose `// →` comments say what they print, and the site that they ask.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { format } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { onFreePort } from './ports.js';

/** How the program begins that is a site for the others of its page. */
const SITE = '// site.mjs\n';

/** Where sites of examples listen. */
const SITE_PORT = '8124';

function programsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
}

/** The code of every `js` block of a page, but for that of its site. */
export function examplesOf(page: string): string[] {
  return programsOf(page).filter((code) => !code.startsWith(SITE));
}

/** The site that the examples of a page ask. */
export interface ShownSite {
  readonly requests: { readonly url: string; readonly userAgent: string | undefined }[];
  /** An example that asks this site. */
  asking(code: string): string;
  close(): Promise<void>;
}

/** Runs the program of a page that is a site, at a free port. */
export async function startShownSite(page: string): Promise<ShownSite> {
  const code = programsOf(page).find((program) => program.startsWith(SITE));
  if (code === undefined) throw new Error(`${page} has no program that begins with ${SITE}`);
  const requests: ShownSite['requests'] = [];
  const servers: Server[] = [];
  await run(code.replace(SITE_PORT, '0'), {
    createServer: (listener: RequestListener) => {
      const server = createServer(listener).on('request', ({ url = '', headers }) =>
        requests.push({ url, userAgent: headers['user-agent'] }),
      );
      servers.push(server);
      return server;
    },
  });
  const [server] = servers;
  if (server === undefined) throw new Error(`${page}: its site makes no server`);
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    asking: (example) => example.replaceAll(SITE_PORT, String(port)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Runs an example, and expects it to print what its comments say.
 *
 * @param replacements values for an import, such as `sqliteStore`, or for a global
 */
export async function runExample(
  code: string,
  replacements: { readonly [name: string]: unknown } = {},
): Promise<void> {
  const printed = await run(code, replacements);
  expect(printed).toEqual(Array.from(code.matchAll(/\/\/ → (.*)$/gm), ([, promised]) => promised));
}

/** Runs an example with the site that it asks: the one that it makes, or that of its page. */
export async function runShown(
  page: string,
  code: string,
  replacements: { readonly [name: string]: unknown } = {},
): Promise<void> {
  if (code.includes('createServer')) {
    // If the port is taken, the example prints what another server says, and is run again with another port.
    const ofExample = (listener: RequestListener) => createServer(listener).on('error', () => {});
    await onFreePort((port) =>
      runExample(code.replaceAll(SITE_PORT, String(port)), { ...replacements, createServer: ofExample }),
    );
  } else if (code.includes(SITE_PORT)) {
    const site = await startShownSite(page);
    onTestFinished(() => site.close());
    await runExample(site.asking(code), replacements);
  } else {
    await runExample(code, replacements);
  }
}

/** Runs a program, and returns what it prints. */
async function run(code: string, replacements: { readonly [name: string]: unknown }): Promise<string[]> {
  const printed: string[] = [];
  const names = {
    ...replacements,
    load: async (name: string) => ({ ...(await import(/* @vite-ignore */ name)), ...replacements }),
    console: { log: (...values: unknown[]) => printed.push(format(...values)) },
  };
  const body = code
    .replace(/^import (\{.*?\}) from ('.*?');$/gms, 'const $1 = await load($2);')
    .replace(/^import (\w+) from ('.*?');$/gm, 'const { default: $1 } = await load($2);');
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  // A block, so that an import may have the name of a parameter.
  await new AsyncFunction(...Object.keys(names), `{\n${body}\n}`)(...Object.values(names));
  return printed;
}
