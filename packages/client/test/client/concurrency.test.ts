/** How many fetches run at once, in total and for each host, and how long one waits: over real sockets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { platform } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientSockets } from '../fetch/support/sockets.js';
import { lookupOf, newClient, until } from './support/clients.js';
import { listen, stop } from './support/site.js';

const FILE = 'User-agent: *\nDisallow: /private\n';

/** A server for every address of loopback. Returns its port. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer({ keepAlive: false }, answer);
  onTestFinished(() => stop(server));
  return listen(server, '0.0.0.0');
}

// Elsewhere only 127.0.0.1 is an address of loopback.
describe.runIf(platform() === 'linux')('one host or address takes no slots from the others', () => {
  test('many names of one silent address do not hold up another', async () => {
    const silent: ServerResponse[] = [];
    const port = await serve((request, response) => {
      if (request.socket.localAddress === '127.0.0.2') silent.push(response);
      else response.end(FILE);
    });
    const client = newClient({
      connect: { lookup: lookupOf((name) => (name.startsWith('silent') ? '127.0.0.2' : '127.0.0.3')) },
      concurrency: { total: 10, perAddress: 4 },
    });
    let ended = 0;
    const questions = Array.from({ length: 40 }, (_, i) =>
      client.isAllowed(`http://silent${i}.example:${port}/`).finally(() => ended++),
    );
    await until(() => silent.length === 4);
    expect(await client.isAllowed(`http://good.example:${port}/private`)).toBe(false);
    expect([ended, silent.length]).toEqual([0, 4]);
    expect(client.stats()).toMatchObject({ fetching: 4, queued: 36 });
    // Each fetch that ends makes room for the next.
    for (let i = 0; i < 40; i++) {
      await until(() => silent.length > 0);
      silent.pop()?.end(FILE);
    }
    await Promise.all(questions);
    expect(client.stats()).toMatchObject({ fetching: 0, queued: 0 });
  });

  test('hosts that all redirect to one host make no more connections to it than perHost', async () => {
    let redirected = 0;
    let most = 0;
    const sockets = clientSockets();
    const held: ServerResponse[] = [];
    const answerHeld = (): void => {
      for (const response of held.splice(0)) response.end(FILE);
    };
    const port = await serve((request, response) => {
      if (request.socket.localAddress !== '127.0.0.9') {
        redirected++;
        response.writeHead(302, { location: `http://127.0.0.9:${port}/robots.txt` }).end();
        if (redirected === 300) answerHeld();
        return;
      }
      // The client counts: a server may learn that a connection is closed after it gets the next one.
      const open = sockets.filter(
        ({ destroyed, remoteAddress }) => !destroyed && remoteAddress === '127.0.0.9',
      );
      most = Math.max(most, open.length);
      held.push(response);
      // The target answers nothing until every host has redirected to it, or too many have come at once.
      if (redirected === 300 || held.length > 10) answerHeld();
    });
    const client = newClient({ concurrency: { total: 100, perHost: 2 } });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        client.isAllowed(`http://127.2.${i >> 8}.${i & 255}:${port}/private`),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([false]));
    expect(most).toBeLessThanOrEqual(2);
  });
});
