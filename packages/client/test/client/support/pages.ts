/** A site with a robots.txt and pages, for programs that obey. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen, stop } from './site.js';

export interface Pages {
  readonly origin: string;
  /** Every request so far, such as `GET /page`. */
  readonly requests: string[];
  /** The requests for pages. */
  readonly visits: string[];
  /** Replaces the robots.txt: a body, or a status. */
  setRobots(robots: string | number): void;
  /** Sets the answer of a path. */
  on(path: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void;
}

export const ROBOTS = 'User-agent: *\nDisallow: /private\n';

/** Starts a site that is closed with the test. */
export async function startPages(): Promise<Pages> {
  const requests: string[] = [];
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  let robots: string | number = ROBOTS;
  answers.set('/robots.txt', (_, response) => {
    if (typeof robots === 'number') response.writeHead(robots).end();
    else response.end(robots);
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    requests.push(`${request.method} ${request.url}`);
    const answer = answers.get(pathname);
    if (answer !== undefined) answer(request, response);
    else {
      const body: Buffer[] = [];
      request.on('data', (chunk: Buffer) => body.push(chunk));
      request.on('end', () => response.end(`${request.method} ${request.url} ${Buffer.concat(body)}`));
    }
  });
  const port = await listen(server, '127.0.0.1');
  onTestFinished(() => stop(server));
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    get visits() {
      return requests.filter((line) => !line.endsWith('/robots.txt'));
    },
    setRobots: (next) => {
      robots = next;
    },
    on: (path, answer) => answers.set(path, answer),
  };
}

/** Redirects to a URL. */
export function redirectTo(location: string, status = 302) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    response.writeHead(status, { location }).end();
  };
}
