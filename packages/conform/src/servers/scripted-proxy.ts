/**
 * A proxy on loopback behind which all servers of a script are: it plays their answers and failures over real connections.
 *
 * A program asks it for tunnels (CONNECT), in which it plays the server with or without TLS, or sends it whole URLs.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Duplex, Readable } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type Certificate, makeCertificates } from './certificate.js';
import type { ServerAnswer } from './script.js';
import type { StepRequests } from './step-requests.js';

/** What the proxy plays. */
export interface Scene {
  readonly requests: StepRequests;
  /** Milliseconds since 1970 by the script. */
  readonly nowMs: number;
  /** Called when a request waits for an answer that never comes. */
  readonly onWait: () => void;
}

/** The first octet of a TLS connection: a handshake. */
const TLS_HANDSHAKE = 0x16;

const NOT_HTTP = 'This is not HTTP.\r\n\r\n';

export class ScriptedProxy {
  readonly #proxy: Server;
  /** The servers at the ends of the tunnels. */
  readonly #server: Server;
  readonly #trusted: Certificate;
  readonly #untrusted: Certificate;
  /** The origin of each connection at the end of a tunnel. */
  readonly #origins = new WeakMap<object, string>();
  readonly #sockets = new Set<Socket>();
  #scene: Scene | null = null;

  /**
   * @param trusted the certificate of the servers
   * @param hosts whose names the certificate has that no program trusts
   */
  constructor(trusted: Certificate, hosts: readonly string[]) {
    this.#trusted = trusted;
    this.#untrusted = makeCertificates(hosts).server;
    this.#server = createServer((request, response) => {
      const origin = this.#origins.get(request.socket) ?? '';
      this.#play(`${origin}${request.url}`, request, response);
    });
    this.#proxy = createServer((request, response) => this.#play(request.url ?? '', request, response));
    this.#proxy.on('connection', (socket: Socket) => this.#watch(socket));
    this.#proxy.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.#openTunnel(request.url ?? '', socket, head);
    });
  }

  /** Listens on a port of the system's choice. Resolves to the URL of the proxy. */
  async listen(): Promise<string> {
    this.#proxy.listen(0, '127.0.0.1');
    await once(this.#proxy, 'listening');
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  /** What is played from now on. Connections that are open stay so. */
  begin(scene: Scene): void {
    this.#scene = scene;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#proxy.close();
    await once(this.#proxy, 'close');
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}); // the program has closed the connection
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #openTunnel(authority: string, socket: Socket, head: Buffer): void {
    const next = this.#scene?.requests.nextTo(authority) ?? null;
    const failure = next?.answer.failure;
    if (next !== null && (failure === 'dns' || failure === 'refused')) {
      this.#scene?.requests.take(next.url, null);
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const begin = (first: Buffer): void => {
      socket.pause();
      if (first[0] !== TLS_HANDSHAKE) {
        this.#serve(withFirst(first, socket), originOf('http', authority));
        return;
      }
      socket.unshift(first);
      if (failure === 'tls' && next !== null) this.#scene?.requests.take(next.url, null);
      const context = createSecureContext(failure === 'tls' ? this.#untrusted : this.#trusted);
      const secured = new TLSSocket(socket, { isServer: true, secureContext: context });
      secured.on('error', () => {}); // the program has closed the connection
      this.#serve(secured, originOf('https', authority));
    };
    if (head.length > 0) begin(head);
    else socket.once('data', begin);
  }

  #serve(socket: Duplex, origin: string): void {
    this.#origins.set(socket, origin);
    this.#server.emit('connection', socket);
  }

  #play(url: string, { headers, socket }: IncomingMessage, response: ServerResponse): void {
    const scene = this.#scene;
    const expected = scene?.requests.take(url, headers) ?? null;
    if (scene === null || expected === null) {
      response.writeHead(404, { connection: 'close' }).end();
      return;
    }
    const { failure } = expected.answer;
    switch (failure) {
      case null:
      case 'cut':
        answer(expected.answer, scene.nowMs, response);
        return;
      case 'timeout':
        scene.onWait();
        return;
      case 'invalid':
        socket.end(NOT_HTTP);
        return;
      default:
        socket.destroy();
    }
  }
}

/** A connection whose first octets were read already. A server of HTTP takes the others from the system, so they cannot be put back. */
function withFirst(first: Buffer, socket: Socket): Duplex {
  async function* octets(): AsyncGenerator<Buffer, void> {
    yield first;
    yield* socket;
  }
  return Duplex.from({ readable: Readable.from(octets(), { objectMode: false }), writable: socket });
}

function originOf(scheme: 'http' | 'https', authority: string): string {
  return new URL(`${scheme}://${authority}`).origin;
}

/** Sends an answer. Each connection serves one request, so that the next one can fail at its connection. */
function answer(
  { status, headers, body, failure }: ServerAnswer,
  nowMs: number,
  response: ServerResponse,
): void {
  response.sendDate = false;
  response.writeHead(status, {
    'content-type': 'text/plain',
    date: new Date(nowMs).toUTCString(),
    ...(hasBody(status) && { 'content-length': body.length + (failure === 'cut' ? 1 : 0) }),
    ...headers,
    connection: 'close',
  });
  if (failure !== 'cut') {
    response.end(hasBody(status) ? body : undefined);
    return;
  }
  response.write(body, () => response.socket?.destroy());
}

/** Whether a response with the status has a body (RFC 9110 §6.4.1). */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
