/** The server of all sites of the soak: one port, tens of thousands of addresses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { addressOf, behaviourOf, fileOf, indexOf, type SiteBehaviour } from './soak-script.js';

/** Past the parsing limit there is a rule that would allow everything. */
const OVER_THE_LIMIT = `${'# padding, padding, padding, padding, padding\n'.repeat(12_000)}User-agent: *\nAllow: /\n`;

/** How often sites of each behaviour were asked for a robots.txt. */
export type Asked = ReadonlyMap<SiteBehaviour, number>;

/** A server that counts how often it was asked for a robots.txt. */
export function soakServer(): { readonly server: Server; readonly asked: Asked } {
  const asked = new Map<SiteBehaviour, number>();
  const server = createServer({ keepAlive: false }, (request, response) => {
    const url = new URL(request.url ?? '', 'http://site');
    const port = request.socket.localPort ?? 0;
    const index = indexOf(request.socket.localAddress ?? '');
    const behaviour = behaviourOf(index);
    if (url.pathname === '/robots.txt') asked.set(behaviour, (asked.get(behaviour) ?? 0) + 1);
    if (url.pathname === '/hop') hop(Number(url.searchParams.get('left')), url, port, response);
    else answer(index, port, request, response);
  });
  return { server, asked };
}

/** A redirect to another host, or at the end the file of the site that began. */
function hop(left: number, url: URL, port: number, response: ServerResponse): void {
  const index = Number(url.searchParams.get('of'));
  if (left === 0) response.end(fileOf(index));
  else redirect(index, left - 1, port, response);
}

function redirect(index: number, left: number, port: number, response: ServerResponse): void {
  const location = `http://${addressOf(index + left + 1)}:${port}/hop?of=${index}&left=${left}`;
  response.writeHead([301, 302, 303, 307, 308][left % 5], { location }).end();
}

/** A site that is being asked, and the ways to answer. */
interface Question {
  readonly index: number;
  readonly file: string;
  readonly port: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function answer(index: number, port: number, request: IncomingMessage, response: ServerResponse): void {
  const behaviour = behaviourOf(index);
  if (behaviour === 'silent' || behaviour === 'nobody-there') return;
  const question = { index, file: fileOf(index), port, request, response };
  const status = /^status-(\d+)$/.exec(behaviour)?.[1];
  if (status === undefined) ANSWERS[behaviour]?.(question);
  else response.writeHead(Number(status)).end('User-agent: *\nDisallow: /\n');
}

const GZIP = { 'content-encoding': 'gzip' };

const ANSWERS: { readonly [behaviour: string]: (question: Question) => unknown } = {
  file: ({ file, response }) => response.end(file),
  'file-in-pieces': ({ file, response }) => {
    for (const octet of Buffer.from(file)) response.write(Buffer.of(octet));
    response.end();
  },
  'file-gzipped': ({ file, response }) => response.writeHead(200, GZIP).end(gzipSync(file)),
  'file-of-latin-1': ({ file, response }) => response.end(Buffer.from(`# \xe9\xff\n${file}`, 'latin1')),
  'file-over-the-limit': ({ file, response }) => response.end(file + OVER_THE_LIMIT),
  'file-empty': ({ response }) => response.end(),
  'file-for-others': ({ response }) => response.end('User-agent: OtherBot\nDisallow: /\n'),
  'redirect-1': ({ index, port, response }) => redirect(index, 0, port, response),
  'redirect-5': ({ index, port, response }) => redirect(index, 4, port, response),
  'redirect-6': ({ index, port, response }) => redirect(index, 5, port, response),
  'redirect-loop': ({ response }) => response.writeHead(302, { location: '/robots.txt' }).end(),
  'location-missing': ({ response }) => response.writeHead(301).end(),
  'reset-before-headers': ({ request }) => request.socket.resetAndDestroy(),
  'reset-in-body': ({ file, request, response }) =>
    response.write(file, () => request.socket.resetAndDestroy()),
  'body-shorter-than-said': ({ file, request, response }) =>
    response.writeHead(200, { 'content-length': file.length + 100 }).end(file, () => request.socket.end()),
  'gzip-cut': ({ file, response }) => response.writeHead(200, GZIP).end(gzipSync(file).subarray(0, -12)),
  'no-http': ({ request }) => request.socket.end('220 ready when you are\r\n'),
};
