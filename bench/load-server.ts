/**
 * The server of the load benchmark: any number of sites on loopback, in a process of its own. It prints its port. With `node load-server.js N`,
 * every Nth site hangs: it accepts the request and never responds.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const hang = Number(process.argv[2] ?? 0);

/** Twenty rules, as an average site has. */
const FILE = `User-agent: *\n${Array.from({ length: 20 }, (_, i) => `Disallow: /private-${i}/`).join('\n')}\n`;

const server = createServer({ keepAlive: false }, (request, response) => {
  const site = Number(/^site-(\d+)\./.exec(request.headers.host ?? '')?.[1] ?? 1);
  if (hang > 0 && site % hang === 0) return;
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'max-age=86400' }).end(FILE);
});
server.listen(0, '0.0.0.0', 4096, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
