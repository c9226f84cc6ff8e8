/** Many sites on one server: each has an address of 127.0.0.0/8 of its own. */
import { createServer, type Server } from 'node:http';
import { listen, stop } from '../../../../client/test/client/support/site.js';
import type { Planted } from './incidents.js';

const BLOCK = 250;

export class SitesOnLoopback {
  readonly #answers: Planted[];
  readonly #server: Server;
  #port = 0;

  constructor(files: readonly Buffer[]) {
    this.#answers = files.map((body) => ({ body }));
    this.#server = createServer(({ headers: { host = '' } }, response) => {
      const [, kind, high, low] = host.split(/[.:]/).map(Number) as [number, number, number, number];
      const i = high * BLOCK + low - 1;
      const { status = 200, body, redirects, breaks } = this.#answers[i] as Planted;
      if (breaks && status === 0) return void response.destroy();
      if (redirects && kind === 1)
        return void response.writeHead(301, { location: `${this.url(i, 2)}robots.txt` }).end();
      response.writeHead(status, {
        'content-length': body.length + (breaks ? 10 : 0),
        'content-type': 'text/plain',
      });
      if (breaks) response.write(body, () => response.destroy());
      else response.end(body);
    });
  }

  async start(): Promise<void> {
    this.#port = await listen(this.#server, '0.0.0.0');
  }

  /** @param kind 2 for the other host of the site */
  url(i: number, kind = 1): string {
    return `http://127.${kind}.${Math.floor(i / BLOCK)}.${(i % BLOCK) + 1}:${this.#port}/`;
  }

  answer(i: number, planted: Planted): void {
    this.#answers[i] = planted;
  }

  stop(): Promise<void> {
    return stop(this.#server);
  }
}
