/**
 * The server of the load benchmark: any number of sites on loopback, in a process of its own. It prints its port. Started with
 * the argument `pause`, it makes every tenth site ask for a pause.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FILE, PAUSING, siteOf } from './inputs/sites.js';

const pauses = process.argv[2] === 'pause';

const server = createServer({ keepAlive: false }, (request, response) => {
  if (pauses && siteOf(request.headers.host ?? '') % PAUSING === 0) {
    response.writeHead(503, { 'retry-after': '86400' }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'max-age=86400' }).end(FILE);
});
server.listen(0, '0.0.0.0', 4096, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
