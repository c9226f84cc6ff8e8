/** The inspector's folder on a server, as people publish it. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { builtInspector } from './built-inspector.js';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves the folder for the tests of a file.
 *
 * @param mayGo resolves when a file may be sent, given its text
 * @returns a function that returns the address of the page
 */
export function useStaticServer(mayGo: (text: string) => Promise<void> = async () => {}): () => URL {
  let server: Server;
  beforeAll(async () => {
    const folder = join(await builtInspector(), 'inspector');
    server = createServer(async ({ url = '' }, response) => {
      const name = url === '/' ? 'index.html' : url.slice(1);
      const text = readFileSync(join(folder, name), 'utf8');
      await mayGo(text);
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(text);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
