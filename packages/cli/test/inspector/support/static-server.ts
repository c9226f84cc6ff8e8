/** The inspector on a server, as people publish it. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { builtInspector } from './built-inspector.js';

/**
 * Serves the page for the tests of a file.
 *
 * @returns a function that returns its address
 */
export function useStaticServer(): () => URL {
  let server: Server;
  beforeAll(async () => {
    const page = readFileSync(join(await builtInspector(), 'inspector.html'));
    server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
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
